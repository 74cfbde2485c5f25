/** How long an answer may be used again (docs/federation.md#cached-answers), in any cache. */

/** What is known of a cached answer. */
export type CachedFact = { /** By the steady clock. */ cachedAtMs: number; holdsAnonymised: boolean };

export type Freshness = {
  /** Whether the answer may be given without asking. */
  isFresh(cached: CachedFact): boolean;
  /** Whether the answer may still be shown after a failure, labelled `stale`. It may be a fresh one. */
  isShowable(cached: CachedFact): boolean;
  /** When the answer must be deleted, by the steady clock. */
  endsAtMs(cached: CachedFact): number;
};

export type FreshnessOptions = {
  /** The steady clock, in milliseconds. */
  now: () => number;
  freshSeconds?: number;
  staleSeconds?: number;
};

/** Limits of answers with anonymised records; the limit of the partner counts if it is shorter. */
const ANONYMISED_FRESH_SECONDS = 300;
const ANONYMISED_STALE_SECONDS = 1800;

/** Returns the rules of freshness with these limits. */
export function freshness({ now, freshSeconds = 120, staleSeconds = 86_400 }: FreshnessOptions): Freshness {
  const freshMs = { named: freshSeconds * 1000, anonymised: Math.min(freshSeconds, ANONYMISED_FRESH_SECONDS) * 1000 };
  const staleMs = { named: staleSeconds * 1000, anonymised: Math.min(staleSeconds, ANONYMISED_STALE_SECONDS) * 1000 };

  const limitOf = (limits: typeof freshMs, { holdsAnonymised }: CachedFact) =>
    holdsAnonymised ? limits.anonymised : limits.named;

  function isWithin(limits: typeof freshMs, cached: CachedFact): boolean {
    const ageMs = now() - cached.cachedAtMs;
    // If another instance dates an answer later than the clock here, its age is unknown.
    return ageMs >= 0 && ageMs < limitOf(limits, cached);
  }

  return {
    isFresh: (cached) => isWithin(freshMs, cached),
    isShowable: (cached) => isWithin(staleMs, cached),
    endsAtMs: (cached) => cached.cachedAtMs + limitOf(staleMs, cached),
  };
}
