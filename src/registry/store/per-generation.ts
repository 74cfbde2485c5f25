/** Things worked out from the data once, and forgotten when an import replaces the data. */

import type { ReadTransaction } from './store.ts';

/** Distinguishes one state of the data from every other. */
export function momentOf(tx: ReadTransaction): string {
  return `${tx.generation()} ${tx.dataTag()}`;
}

/** Answers what `make` made from the present generation of the data; not for what is about single users. */
export function perGeneration<T>(make: (tx: ReadTransaction) => T): (tx: ReadTransaction) => T {
  let madeFrom: string | undefined;
  let made: T;
  return (tx) => {
    const generation = tx.generation();
    if (generation !== madeFrom) {
      made = make(tx);
      madeFrom = generation;
    }
    return made;
  };
}

/** As {@link perGeneration}, but forgotten too when single users change. */
export function perRevision<T>(make: (tx: ReadTransaction) => T): (tx: ReadTransaction) => T {
  const byTag = perGeneration(() => ({ madeFrom: '', made: undefined as T }));
  return (tx) => {
    const cached = byTag(tx);
    const tag = tx.dataTag();
    if (tag !== cached.madeFrom) {
      cached.made = make(tx);
      cached.madeFrom = tag;
    }
    return cached.made;
  };
}

/**
 * As {@link perGeneration}, for things asked for by key. What is not there is not cached: anybody can ask for anything.
 */
export function perGenerationByKey<K, T>(
  make: (tx: ReadTransaction, key: K) => T | undefined,
): (tx: ReadTransaction, key: K) => T | undefined {
  const cached = perGeneration(() => new Map<K, T>());
  return (tx, key) => {
    const things = cached(tx);
    const known = things.get(key);
    if (known !== undefined) return known;
    const thing = make(tx, key);
    if (thing !== undefined) things.set(key, thing);
    return thing;
  };
}
