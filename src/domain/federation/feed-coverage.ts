/** Which registries answered a standing question in full, over time, for the monthly entry of a feed. */

import { ownMember } from '../own-member.ts';

/** How one registry answered a question at one moment. */
export type OriginCoverage = {
  key: string;
  /** The name of the registry. */
  registry: string;
  /** Whether the registry answered in full, with all its records. */
  isWhole: boolean;
  people: number;
};

/** A registry that did not answer in full: since when, and what it answers now. Times are in seconds since 1970. */
type CoverageLine = { registry: string; since: number; now: 'silent' | 'nobody' | 'people' };

/** The monthly entry of a feed. */
export type CoverageMonth = {
  at: number;
  /** How many of all registries answered in full. */
  whole: number;
  all: number;
  lines: readonly CoverageLine[];
};

/**
 * The stored coverage, by keys of registries. `silent`: since when a registry gives no full answer. `returned`: since when
 * it had given none, for a registry that answers in full again since the last monthly entry.
 */
export type StoredCoverage = {
  /** The time of the first look in the current month. The first month of a question has no entry. */
  begunAt: number;
  silent: Readonly<Record<string, number>>;
  returned: Readonly<Record<string, number>>;
  month: CoverageMonth | null;
};

/**
 * Returns the coverage to store after a look at all registries that a question goes to; other registries are removed.
 *
 * @param before undefined for a new question
 * @param at in seconds since 1970
 */
export function coverageAfter(
  before: StoredCoverage | undefined,
  now: readonly OriginCoverage[],
  at: number,
): StoredCoverage {
  const silent: Record<string, number> = {};
  const returned: Record<string, number> = {};
  for (const { key, isWhole } of now) {
    const since = ownMember(before?.silent, key);
    const returnedSince = since ?? ownMember(before?.returned, key);
    if (!isWhole) silent[key] = since ?? at;
    else if (returnedSince !== undefined) returned[key] = returnedSince;
  }
  if (before === undefined) return { begunAt: at, silent, returned, month: null };
  if (monthOf(before.begunAt) === monthOf(at)) return { ...before, silent, returned };
  return { begunAt: at, silent, returned: {}, month: monthFrom(now, { silent, returned }, at) };
}

function monthFrom(
  now: readonly OriginCoverage[],
  { silent, returned }: Pick<StoredCoverage, 'silent' | 'returned'>,
  at: number,
): CoverageMonth {
  const lines = now.flatMap(({ key, registry, people }): CoverageLine[] => {
    const [silentSince, returnedSince] = [ownMember(silent, key), ownMember(returned, key)];
    if (silentSince !== undefined) return [{ registry, since: silentSince, now: 'silent' }];
    return returnedSince === undefined
      ? []
      : [{ registry, since: returnedSince, now: people === 0 ? 'nobody' : 'people' }];
  });
  return { at, whole: now.filter(({ isWhole }) => isWhole).length, all: now.length, lines };
}

/** Returns the month in UTC, such as `2026-05`. */
export function monthOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 7);
}
