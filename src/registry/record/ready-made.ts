/** Pieces of records that are made once for every way they can be seen, until what they show changes. */

import { type PrivacyLevel, type Tier, tierNumber } from '../../domain/record/model.ts';
import { dropOutdated } from '../store/per-user.ts';
import type { ReadTransaction, Store } from '../store/store.ts';

/** Holds ready-made pieces under a bound of memory. Keys are numbers, which are found faster than texts. */
export type RecordCache = {
  get(key: number): Uint8Array | undefined;
  set(key: number, value: Uint8Array): unknown;
  delete(key: number): unknown;
  clear(): void;
};

/** Answers the piece of this key as it was made, or makes it; undefined where there is nothing to make it of. */
export type ReadyMade = (tx: ReadTransaction, key: number, make: () => string | undefined) => Uint8Array | undefined;

const encoder = new TextEncoder();

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
    // Memory of its own: a small Buffer is cut from a slab of 64 kB, which a piece that is cached would hold whole.
    const bytes = encoder.encode(json);
    cache.set(key, bytes);
    return bytes;
  };
}

// Keys of the cache: an id, its variant below 64, all below 2^37. Variants 0 to 2 are users with genes of at least that
// level, 3 without genes, 4 as the owner inside a gene, 5 as a row, 6 and 7 what follows the id of an anonymised record and
// row, 8 identifiers; from 16 on genes by tier and level, from 32 on rows of genes by tier.
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

export function ownerKey(userId: number): number {
  return userId * VARIANTS + AS_OWNER;
}

export function personRowKey(userId: number): number {
  return userId * VARIANTS + AS_ROW;
}

export function anonymousUserKey(userId: number): number {
  return userId * VARIANTS + ANONYMISED;
}

/** Of the members that hold the identifiers of a person. */
export function identifiersKey(userId: number): number {
  return userId * VARIANTS + IDENTIFIERS;
}

export function anonymousRowKey(userId: number): number {
  return userId * VARIANTS + ANONYMISED_ROW;
}

export function geneKey(geneId: number, tier: Tier | null, level: PrivacyLevel): number {
  return geneId * VARIANTS + GENES + tierNumber(tier) * 4 + level;
}

export function geneRowKey(geneId: number, tier: Tier | null): number {
  return geneId * VARIANTS + GENE_ROWS + tierNumber(tier);
}

/** Every variant of a user. */
function userKeys(userId: number): number[] {
  return Array.from({ length: USER_VARIANTS }, (_, variant) => userId * VARIANTS + variant);
}
