/** Caches of values that are computed from the data; an import, which replaces the data, clears them. */

import type { ReadTransaction } from './store.ts';

/** Returns a text that distinguishes one state of the data from every other. */
export function momentOf(tx: ReadTransaction): string {
  return `${tx.generation()} ${tx.dataTag()}`;
}

/** Returns a function that caches the result of `make` for one generation of the data; not for values about single users. */
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

/** Like {@link perGeneration}, but a change of single users clears the cache too. */
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
 * Like {@link perGeneration}, with one value for each key. An undefined value is not cached, because a caller may ask for
 * any number of keys that do not exist.
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
