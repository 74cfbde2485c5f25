/** Which registries answered a standing question in full, over time, for the entry that a feed has of it each month. */

/** How one registry answered a question at a moment. */
export type OriginCoverage = {
  key: string;
  /** The name of the registry. */
  registry: string;
  /** Whether it named everybody whom it has. */
  isWhole: boolean;
  people: number;
};

/** A registry that did not answer in full, since when, and what it does now. Times are in seconds since 1970. */
type CoverageLine = { registry: string; since: number; now: 'silent' | 'nobody' | 'people' };

/** The entry of a month. */
export type CoverageMonth = {
  at: number;
  /** How many of all registries answered in full. */
  whole: number;
  all: number;
  lines: readonly CoverageLine[];
};

/** By the keys of registries: since when each has been silent, and since when it had been where it answers again this month. */
export type StoredCoverage = {
  /** When a month was last begun; the first month of a question has no entry. */
  begunAt: number;
  silent: Readonly<Record<string, number>>;
  returned: Readonly<Record<string, number>>;
  month: CoverageMonth | null;
};

/**
 * What is kept after a look at all registries that a question asks; what was kept of others is forgotten.
 *
 * @param before undefined for a question that is new
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
    const since = before?.silent[key];
    const returnedSince = since ?? before?.returned[key];
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
    const [silentSince, returnedSince] = [silent[key], returned[key]];
    if (silentSince !== undefined) return [{ registry, since: silentSince, now: 'silent' }];
    return returnedSince === undefined
      ? []
      : [{ registry, since: returnedSince, now: people === 0 ? 'nobody' : 'people' }];
  });
  return { at, whole: now.filter(({ isWhole }) => isWhole).length, all: now.length, lines };
}

/** Such as `2026-05`, in UTC. */
export function monthOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 7);
}
