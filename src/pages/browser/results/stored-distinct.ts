/** The people whom the reader declared to be different. They are stored in this browser, and never sent. */

import { type DistinctPeople, readDistinct, writeDistinct } from '../../../domain/people/distinct-people.ts';

export type StoredDistinct = { pairs(): DistinctPeople; keep(pairs: DistinctPeople): void };

/** @param base the address of the registry, because several registries may share a host */
export function storedDistinct(base: string): StoredDistinct {
  const name = `distinct ${base}`;
  let pairs = readDistinct(stored(name));
  return {
    pairs: () => pairs,
    keep(next) {
      pairs = next;
      // Without storage, it lasts as long as the page.
      stored(name, writeDistinct(next));
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
