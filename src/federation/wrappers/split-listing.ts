/**
 * A page of a gene listing that a 1.5 partner answers with 500, because one person with ontology terms stands on it
 * twice (quirk 7), asked for record by record.
 */

import type { PageRequest } from '../../domain/query/paging.ts';
import { type AskPartner, answerWith, type PartnerAnswer, type PartnerQuery } from '../partner/partner-query.ts';

/** Larger pages are not worth the requests. */
const MOST_SINGLES = 50;

/** What still fails is told as a limit; when nothing can be had, the first answer stands. */
export async function splitListing(
  inner: AskPartner<unknown>,
  query: PartnerQuery,
  { page, size }: PageRequest,
  failed: PartnerAnswer<unknown>,
): Promise<PartnerAnswer<unknown>> {
  const askFor = (places: readonly number[]) =>
    Promise.all(
      places.map((place) => inner({ ...query, question: { kind: 'genes-list', page: { page: place, size: 1 } } })),
    );
  const from = page * size;
  const [first] = await askFor([from]);
  const { total } = first ?? {};
  if (total === undefined) return failed;
  const to = Math.min(from + size, total);
  if (to - from > MOST_SINGLES) return { ...failed, failure: failed.failure && tooLarge(failed.failure) };
  const others = Array.from({ length: Math.max(0, to - from - 1) }, (_, index) => from + 1 + index);
  const answers = [first, ...(await askFor(others))];
  const missing = answers.filter((answer) => answer?.records === undefined).length;
  const limits = missing === 0 ? [] : [`cannot answer for ${missing} of the records of this page`];
  return answerWith(
    answers.flatMap((answer) => answer?.records ?? []),
    { total, limits },
  );
}

function tooLarge(failure: NonNullable<PartnerAnswer['failure']>) {
  return { ...failure, detail: `${failure.detail} Pages of up to ${MOST_SINGLES} records can be had.` };
}
