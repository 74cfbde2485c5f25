/** The people whom a reader has said to be different persons, as stored in the browser, and changes of that list. */

/** The key of each person, with the keys of people who are somebody else; each pair is in it both ways. */
export type DistinctPeople = ReadonlyMap<string, ReadonlySet<string>>;

/** Reads the stored text; empty for any other text. */
export function readDistinct(text: string | null): DistinctPeople {
  try {
    const all = JSON.parse(text ?? '[]') as [string, string[]][];
    return new Map(all.map(([key, others]) => [key, new Set(others)]));
  } catch {
    return new Map();
  }
}

/** Writes the text that {@link readDistinct} reads. */
export function writeDistinct(distinct: DistinctPeople): string {
  return JSON.stringify([...distinct].map(([key, others]) => [key, [...others]]));
}

/** More people than a reader compares by hand; above this number, the oldest entry is dropped. */
const MOST_PEOPLE = 1000;

/** Returns the data with the statement that a person is none of the others. */
export function withDistinct(distinct: DistinctPeople, key: string, others: readonly string[]): DistinctPeople {
  const next = changed(distinct, key, others, (known, other) => known.add(other));
  const [oldest] = next.keys();
  if (next.size <= MOST_PEOPLE || oldest === undefined) return next;
  return withoutDistinct(next, oldest, [...(next.get(oldest) ?? [])]);
}

/** Returns the data without the statement that a person is none of the others. */
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
