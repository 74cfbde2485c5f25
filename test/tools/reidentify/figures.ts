/** How people of a registry differ: counts over the 53 enabled ones of 61 in a recorded registry, and nothing of any of them. */

import type { Tier } from '../../../src/domain/record/model.ts';
import type { SeededRandom } from '../bench/invented/seeded-random.ts';

/** Values, each with the number of people, or of registered genes, that have it. */
export type Counted<Value> = readonly (readonly [value: Value, count: number])[];

/** How many genes, organs, categories and terms one person has. */
export const GENES_EACH: Counted<number> = [
  [0, 8],
  [2, 1],
  [5, 8],
  [6, 8],
  [8, 8],
  [9, 7],
  [10, 6],
  [12, 8],
  [13, 6],
  [18, 1],
];
export const ORGANS_EACH: Counted<number> = [
  [0, 21],
  [1, 13],
  [2, 12],
  [3, 14],
];
export const CATEGORIES_EACH: Counted<number> = [
  [0, 9],
  [1, 1],
  [2, 6],
  [3, 23],
  [4, 14],
  [5, 7],
  [6, 1],
];
export const TERMS_EACH: Counted<number> = [
  [0, 8],
  [1, 1],
  [2, 17],
  [3, 34],
];
export const TIERS_OF_GENES: Counted<Tier> = [
  ['TIER1', 229],
  ['TIER2', 121],
  ['TIER3', 119],
];
/** Levels of those who are not public: shared, private, none. */
export const WITHHELD_LEVELS: Counted<0 | 1 | null> = [
  [1, 12],
  [0, 6],
  [null, 4],
];
export const WITHHELD_SHARE = 22 / 53;
export const INVESTIGATOR_SHARE = 24 / 61;
/** Who agreed to be seen by administrators of partners. */
export const CONSENT_SHARE = 18 / 61;

/** Of 469 registered genes 161 were of 38 genes that three people or more have; the others as if of 570 genes. */
export const WELL_KNOWN_SHARE = 161 / 469;
export const WELL_KNOWN_GENES = 38;
export const OTHER_GENES_A_PERSON = 570 / 61;
/** As many human genes as have a name of their own. */
export const MOST_GENES = 20_000;

/**
 * What no recording says, as none holds the same people twice. Of whoever is listed in two registries, so much is the same
 * in both; of a day, so many change.
 */
export const ASSUMED = {
  keptGene: 0.6,
  keptOrgans: 0.8,
  keptCategories: 0.7,
  keptPosition: 0.95,
  keptTerm: 0.6,
  /** Of public people, who are withheld on the second day. */
  withdrawing: 0.04,
  /** Of public people, who are gone on the second day. */
  leaving: 0.02,
  /** Of withheld people, who are public on the second day. */
  openingUp: 0.02,
  /** Who is there from the second day on. */
  joining: 0.03,
  /** Of the genes of a public person, which are private. */
  privateGene: 0.02,
  /** Of somebody's genes of the first tier, those that she has published on. */
  published: 0.7,
} as const;

/** A value, as often as it was counted. */
export function drawn<Value>(random: SeededRandom, counted: Counted<Value>): Value {
  let left = random.below(counted.reduce((sum, [, count]) => sum + count, 0));
  for (const [value, count] of counted) {
    if (left < count) return value;
    left -= count;
  }
  throw new Error('Nothing was counted.');
}
