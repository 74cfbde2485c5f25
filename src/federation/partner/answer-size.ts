/** How much memory an answer that is kept takes. */

import type { PartnerAnswer } from './partner-query.ts';

/** What an entry of a cache, and each record of an answer, cost besides their texts: key, links, objects. */
export const ENTRY_BYTES = 400;

/** About so many bytes. */
export function answerBytes({ records = [] }: PartnerAnswer): number {
  return records.reduce((bytes, { json, row = '' }) => bytes + json.length + row.length + ENTRY_BYTES, ENTRY_BYTES);
}
