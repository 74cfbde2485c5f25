/** A reader says that records are not of one person, or takes that back. */

import type { DistinctPeople } from './distinct-people.ts';

/** More people than anybody judges one by one; beyond it those named first are forgotten. */
const MOST_PEOPLE = 1000;

/** The same, and somebody is none of these people. */
export function withDistinct(distinct: DistinctPeople, key: string, others: readonly string[]): DistinctPeople {
  const next = changed(distinct, key, others, (known, other) => known.add(other));
  const [oldest] = next.keys();
  if (next.size <= MOST_PEOPLE || oldest === undefined) return next;
  return withoutDistinct(next, oldest, [...(next.get(oldest) ?? [])]);
}

/** The same, and somebody may be any of these people again. */
export function withoutDistinct(distinct: DistinctPeople, key: string, others: readonly string[]): DistinctPeople {
  return changed(distinct, key, others, (known, other) => known.delete(other));
}

function changed(
  distinct: DistinctPeople,
  key: string,
  others: readonly string[],
  change: (known: Set<string>, other: string) => unknown,
): DistinctPeople {
  const next = new Map(distinct);
  const changeOne = (one: string, other: string) => {
    const known = new Set(next.get(one));
    change(known, other);
    if (known.size === 0) next.delete(one);
    else next.set(one, known);
  };
  for (const other of others) {
    changeOne(key, other);
    changeOne(other, key);
  }
  return next;
}
