/**
 * A page of a gene listing that a 1.5 partner answers with 500, because one person with ontology terms stands on it
 * twice (contract, quirk 7), asked for record by record.
 */

import type { PageRequest } from '../../domain/query/paging.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { type Call, type Gathered, gather } from './gather.ts';

/** Larger pages are not worth the calls. */
const MOST_SINGLES = 50;

/** What still fails is told as a limit; when nothing can be had, the first answer stands. */
export async function splitListing(
  dialect: Dialect,
  { page, size }: PageRequest,
  call: Call,
  failed: Gathered,
): Promise<Gathered> {
  const from = page * size;
  const [first] = await askEach(dialect, call, [from]);
  const { total } = first ?? {};
  if (total === undefined) return failed;
  const to = Math.min(from + size, total);
  if (to - from > MOST_SINGLES) return { ...failed, failure: failed.failure && tooLarge(failed.failure) };
  const rest = Array.from({ length: Math.max(0, to - from - 1) }, (_, index) => from + 1 + index);
  const answers = [first, ...(await askEach(dialect, call, rest))];
  const missing = answers.filter((answer) => answer?.records === undefined).length;
  return {
    records: answers.flatMap((answer) => answer?.records ?? []),
    total,
    limits: missing === 0 ? [] : [`cannot answer for ${missing} of the records of this page`],
    failure: undefined,
  };
}

function askEach(dialect: Dialect, call: Call, places: readonly number[]): Promise<Gathered[]> {
  return Promise.all(
    places.map((place) => gather(dialect, { kind: 'genes-list', page: { page: place, size: 1 } }, call)),
  );
}

function tooLarge(failure: NonNullable<Gathered['failure']>) {
  return { ...failure, detail: `${failure.detail} Pages of up to ${MOST_SINGLES} records can be had.` };
}
