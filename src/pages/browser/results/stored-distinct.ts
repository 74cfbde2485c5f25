/** The people whom the reader declared to be different. They are stored in this browser, and never sent. */

import { type DistinctPeople, readDistinct, writeDistinct } from '../../../domain/people/distinct-people.ts';

export type StoredDistinct = {
  pairs(): DistinctPeople;
  /** Changes the pairs as they are stored now, because another window may have changed them. */
  change(to: (pairs: DistinctPeople) => DistinctPeople): void;
};

/** @param base the address of the registry, because several registries may share a host */
export function storedDistinct(base: string): StoredDistinct {
  const name = `distinct ${base}`;
  let pairs = readDistinct(stored(name));
  return {
    pairs: () => pairs,
    change(to) {
      const text = stored(name);
      // Without storage, they last as long as the page.
      pairs = to(text === null ? pairs : readDistinct(text));
      stored(name, writeDistinct(pairs));
    },
  };
}

function stored(name: string, text?: string): string | null {
  try {
    if (text !== undefined) localStorage.setItem(name, text);
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
