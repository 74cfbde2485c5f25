/** Names an answer by the records in it, so that the next page can tell whether it is still the same. */

import type { FoundRecord } from './source.ts';

/** Two hashes of 32 bits that begin differently: one alone would confuse two answers in four thousand million. */
const SEEDS = [0x811c9dc5, 0x2f0b4c47];

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
  const hashes = SEEDS.map((seed) => {
    let hash = seed;
    for (const { order, geneId, isAnonymised } of records) {
      hash = mixed(mixed(hash, geneId ?? 0), isAnonymised ? 0 : (order?.id ?? 0));
    }
    return (hash >>> 0).toString(36);
  });
  return [records.length, ...hashes].join('-');
}

/** As MurmurHash3 mixes: every bit of a value comes to change every bit of the hash, those of large ids too. */
function mixed(hash: number, value: number): number {
  const scattered = Math.imul(turned(Math.imul(value, 0xcc9e2d51), 15), 0x1b873593);
  return (Math.imul(turned(hash ^ scattered, 13), 5) + 0xe6546b64) | 0;
}

function turned(bits: number, by: number): number {
  return (bits << by) | (bits >>> (32 - by));
}
