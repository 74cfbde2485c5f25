/** Names an answer by the records in it, so that the next page can tell whether it is still the same. */

import type { FoundRecord } from './source.ts';

const FNV_PRIME = 0x01000193;
const FNV_OFFSET = 0x811c9dc5;

/** Answers that are kept are given again and again. */
const known = new WeakMap<readonly FoundRecord[], string>();

/**
 * A short text that differs when records came, went or changed places. Anonymised records count by their place alone:
 * their ids are made anew for every answer, and nothing may be joined by them.
 */
export function answerTag(records: readonly FoundRecord[]): string {
  const tag = known.get(records) ?? tagOf(records);
  known.set(records, tag);
  return tag;
}

function tagOf(records: readonly FoundRecord[]): string {
  let hash = FNV_OFFSET;
  for (const { order, geneId, isAnonymised } of records) {
    hash = mixed(mixed(hash, geneId ?? 0), isAnonymised ? 0 : (order?.id ?? 0));
  }
  return `${records.length}-${(hash >>> 0).toString(36)}`;
}

function mixed(hash: number, value: number): number {
  return Math.imul(hash ^ (value | 0), FNV_PRIME);
}
