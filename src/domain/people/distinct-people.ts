/** Of whom a reader said that they are not the same person, as it is kept in the browser. */

/** The key of each person, with those of the people they are not; of each pair both. */
export type DistinctPeople = ReadonlyMap<string, ReadonlySet<string>>;

/** A text that was not written here names nobody. */
export function readDistinct(text: string | null): DistinctPeople {
  try {
    const all = JSON.parse(text ?? '[]') as [string, string[]][];
    return new Map(all.map(([key, others]) => [key, new Set(others)]));
  } catch {
    return new Map();
  }
}

/** As {@link readDistinct} reads it. */
export function writeDistinct(distinct: DistinctPeople): string {
  return JSON.stringify([...distinct].map(([key, others]) => [key, [...others]]));
}
