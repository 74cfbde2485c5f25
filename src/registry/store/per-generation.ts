/** Things worked out from the data once, and forgotten when an import replaces the data. */

import type { SqliteStore } from './sqlite-store.ts';

/** Answers what `make` made from the present generation of the data. Call it inside `store.read`. */
export function perGeneration<T>(store: Pick<SqliteStore, 'generation'>, make: () => T): () => T {
  let madeFrom: string | undefined;
  let made: T;
  return () => {
    const generation = store.generation();
    if (generation !== madeFrom) {
      made = make();
      madeFrom = generation;
    }
    return made;
  };
}

/** As {@link perGeneration}, for things asked for by key. What is not there is not kept: anybody can ask for anything. */
export function perGenerationByKey<K, T>(
  store: Pick<SqliteStore, 'generation'>,
  make: (key: K) => T | undefined,
): (key: K) => T | undefined {
  const kept = perGeneration(store, () => new Map<K, T>());
  return (key) => {
    const things = kept();
    const known = things.get(key);
    if (known !== undefined) return known;
    const thing = make(key);
    if (thing !== undefined) things.set(key, thing);
    return thing;
  };
}
