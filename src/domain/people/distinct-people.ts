/** The people whom a reader has said to be different persons, as stored in the browser. */

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
