/** For how long an answer may be used again (docs/federation.md#cached-answers), wherever it is cached. */

/** What is known of a cached answer. */
export type CachedFact = { /** By the steady clock. */ cachedAtMs: number; holdsAnonymised: boolean };

export type Freshness = {
  /** Whether it may be given instead of asking. */
  isFresh(cached: CachedFact): boolean;
  /** Whether it may still be shown after a failure, labelled `stale`. A fresh one may be, too. */
  isShowable(cached: CachedFact): boolean;
  /** When it must be gone, by the steady clock. */
  endsAtMs(cached: CachedFact): number;
};

export type FreshnessOptions = {
  /** The steady clock, in milliseconds. */
  now: () => number;
  freshSeconds?: number;
  staleSeconds?: number;
};

/** Of what holds anonymised records, beside the limits of a partner: the shorter one counts. */
const ANONYMISED_FRESH_SECONDS = 300;
const ANONYMISED_STALE_SECONDS = 1800;

export function freshness({ now, freshSeconds = 120, staleSeconds = 86_400 }: FreshnessOptions): Freshness {
  const freshMs = { named: freshSeconds * 1000, anonymised: Math.min(freshSeconds, ANONYMISED_FRESH_SECONDS) * 1000 };
  const staleMs = { named: staleSeconds * 1000, anonymised: Math.min(staleSeconds, ANONYMISED_STALE_SECONDS) * 1000 };

  const limitOf = (limits: typeof freshMs, { holdsAnonymised }: CachedFact) =>
    holdsAnonymised ? limits.anonymised : limits.named;

  function isWithin(limits: typeof freshMs, cached: CachedFact): boolean {
    const ageMs = now() - cached.cachedAtMs;
    // What another instance dates ahead of the clock here may be of any age.
    return ageMs >= 0 && ageMs < limitOf(limits, cached);
  }

  return {
    isFresh: (cached) => isWithin(freshMs, cached),
    isShowable: (cached) => isWithin(staleMs, cached),
    endsAtMs: (cached) => cached.cachedAtMs + limitOf(staleMs, cached),
  };
}
