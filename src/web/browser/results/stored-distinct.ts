/** Of whom the reader said that they are not the same person: kept in this browser, and sent nowhere. */

import { type DistinctPeople, readDistinct, writeDistinct } from '../../../domain/people/distinct-people.ts';

export type StoredDistinct = { pairs(): DistinctPeople; keep(pairs: DistinctPeople): void };

/** @param base the address of the registry: several may stand on one host, below different paths */
export function storedDistinct(base: string): StoredDistinct {
  const name = `distinct ${base}`;
  let pairs = readDistinct(stored(name));
  return {
    pairs: () => pairs,
    keep(next) {
      pairs = next;
      // Where the browser keeps nothing, it lasts as long as the page.
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
