/** A cache of pieces of records, made once for each way they can be seen, until what they show changes. */

import { type PrivacyLevel, type Tier, tierNumber } from '../../domain/record/model.ts';
import type { ReadTransaction, Store } from '../store/store.ts';
import { dropOutdated } from '../store/versions.ts';

/** A cache with bounded memory. Keys are numbers, which are found faster than texts. */
export type RecordCache = {
  get(key: number): Uint8Array | undefined;
  set(key: number, value: Uint8Array): unknown;
  delete(key: number): unknown;
  clear(): void;
};

/** Returns the cached piece of this key, or makes it; undefined if `make` returns undefined. */
export type ReadyMade = (tx: ReadTransaction, key: number, make: () => string | undefined) => Uint8Array | undefined;

const encoder = new TextEncoder();

/** Returns the function that gives pieces from the cache, from which outdated ones are dropped first. */
export function readyMade(store: Store, cache: RecordCache): ReadyMade {
  const dropOld = dropOutdated(store, {
    clear: () => cache.clear(),
    dropUser(userId) {
      for (const key of userKeys(userId)) cache.delete(key);
    },
  });
  return (tx, key, make) => {
    dropOld(tx);
    const known = cache.get(key);
    if (known !== undefined) return known;
    const json = make();
    if (json === undefined) return undefined;
    // Encoded into its own memory. A small Buffer would be part of a slab of 64 kB, and a cached piece would hold the
    // whole slab.
    const bytes = encoder.encode(json);
    cache.set(key, bytes);
    return bytes;
  };
}

// Keys of the cache are id * 64 + variant, all below 2^37. Variants of a user: 0 to 2 with genes of at least that
// level, 3 without genes, 4 as the owner inside a gene, 5 as a row. 6 and 7 are what follows the id of an anonymised
// record and row, 8 is identifiers. Variants of a gene: from 16 by tier and level, from 32 as rows by tier.
const VARIANTS = 64;
const NO_GENES = 3;
const AS_OWNER = 4;
const AS_ROW = 5;
const ANONYMISED = 6;
const ANONYMISED_ROW = 7;
const IDENTIFIERS = 8;
const USER_VARIANTS = 9;
const GENES = 16;
const GENE_ROWS = 32;

/** @param genesFrom the most private level of gene in `userGenes`; undefined hides the list */
export function userKey(userId: number, genesFrom: PrivacyLevel | undefined): number {
  return userId * VARIANTS + (genesFrom ?? NO_GENES);
}

/** Returns the key of the owner inside a gene. */
export function ownerKey(userId: number): number {
  return userId * VARIANTS + AS_OWNER;
}

export function personRowKey(userId: number): number {
  return userId * VARIANTS + AS_ROW;
}

/** Returns the key of what follows the id of an anonymised record. */
export function anonymousUserKey(userId: number): number {
  return userId * VARIANTS + ANONYMISED;
}

/** Returns the key of the members with the identifiers of a person. */
export function identifiersKey(userId: number): number {
  return userId * VARIANTS + IDENTIFIERS;
}

/** Returns the key of what follows the id of an anonymised row. */
export function anonymousRowKey(userId: number): number {
  return userId * VARIANTS + ANONYMISED_ROW;
}

export function geneKey(geneId: number, tier: Tier | null, level: PrivacyLevel): number {
  return geneId * VARIANTS + GENES + tierNumber(tier) * 4 + level;
}

export function geneRowKey(geneId: number, tier: Tier | null): number {
  return geneId * VARIANTS + GENE_ROWS + tierNumber(tier);
}

/** Returns the keys of all variants of a user. */
function userKeys(userId: number): number[] {
  return Array.from({ length: USER_VARIANTS }, (_, variant) => userId * VARIANTS + variant);
}
