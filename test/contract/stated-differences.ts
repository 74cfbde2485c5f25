/** Recorded answers that ours differ from on purpose, or that cannot be right, and what holds for them instead. */

import type { RecordedCase } from './recorded-cases.ts';

const SINGULAR_NAMES = /[?&](researcherPosition|researcherCategory)=/;

/**
 * RDP ignores the singular names under which its own clients send two filters; here they narrow (quirk 8).
 * Answers the same question in the plural, whose answer ours must be; undefined for any other question.
 */
export function inThePlural({ path }: RecordedCase): string | undefined {
  if (!SINGULAR_NAMES.test(path)) return undefined;
  return path
    .replace('researcherPosition=', 'researcherPositions=')
    .replace('researcherCategory=', 'researcherCategories=');
}

/**
 * RDP refuses the category `IN_VITRO`; here it is read as the three that begin so.
 * Answers the same question with the three, whose answer ours must be; undefined for any other question.
 */
export function inThreeCategories({ path }: RecordedCase): string | undefined {
  const query = 'researcherCategories=IN_VITRO';
  if (!path.endsWith(query)) return undefined;
  return path.replace(query, 'researcherCategories=IN_VITRO_BIOCHEMICAL,IN_VITRO_CELLS,IN_VITRO_STRUCTURAL');
}

/**
 * In these the partner's token stands in a header or parameter of the case, but the genes that a partner's
 * administrator may read were taken out of the recorded answer as if the public had asked. The right answer to the
 * same question was recorded too, as case 0166.
 */
const ASKED_WITH_A_PARTNERS_TOKEN = /^alpha-(off|on)-083[23467]$/;

/** The id of the recorded case whose answer is the right one. */
export function rightlyRecordedAs({ id }: RecordedCase): string | undefined {
  const recording = ASKED_WITH_A_PARTNERS_TOKEN.exec(id)?.[1];
  return recording === undefined ? undefined : `alpha-${recording}-0166`;
}

const LISTING = /^\/api\/(users|genes)\/?(\?|$)/;
const MOST_RECORDS = '2000';

/**
 * RDP lists anonymised records at the place of their person, which shows whose they are; here they come after the named
 * ones (`order-is-total`). Answers the question for the whole listing, of which ours must be that page; undefined for any
 * other question.
 */
export function asWholeListing({ path, answer }: RecordedCase): string | undefined {
  if (!LISTING.test(path) || answer.status !== 200 || answer.body === '') return undefined;
  const [address = '', query] = path.split('?');
  const params = new URLSearchParams(query);
  params.delete('page');
  params.set('size', MOST_RECORDS);
  return `${address}?${params}`;
}
