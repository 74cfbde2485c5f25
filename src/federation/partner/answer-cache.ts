/** How long an answer may be used again (docs/federation.md#answers-that-are-kept); not where it is kept. */

export type Kept<Answer> = {
  answer: Answer;
  keptAtMs: number;
  holdsAnonymised: boolean;
};

export type AnswerCache<Answer> = {
  /** The answer, if it is fresh enough to be given instead of asking. */
  fresh(key: string): Kept<Answer> | undefined;
  /** The answer, if it may still be shown after a failure, labelled `stale`. A fresh one may be, too. */
  stale(key: string): Kept<Answer> | undefined;
  keep(key: string, answer: Answer, holdsAnonymised: boolean): void;
};

/** Where answers are kept, such as an LRU. It may forget any of them at any time. */
export type AnswerStore<Answer> = {
  get(key: string): Kept<Answer> | undefined;
  set(key: string, kept: Kept<Answer>): unknown;
  delete(key: string): unknown;
};

type Options = {
  /** In milliseconds. */
  now: () => number;
  freshSeconds?: number;
  staleSeconds?: number;
  /** Limits beside the first two, not instead of them: the shorter one counts. */
  anonymisedFreshSeconds?: number;
  anonymisedStaleSeconds?: number;
};

/**
 * Wraps a store in the rules of freshness. What is past its last limit is deleted when it is looked for, and answers
 * with anonymised records already when anything is looked for or kept: they do not stay in memory longer than they may
 * be shown, as long as the cache is used at all.
 */
export function answerCache<Answer>(
  store: AnswerStore<Answer>,
  {
    now,
    freshSeconds = 120,
    staleSeconds = 86_400,
    anonymisedFreshSeconds = 300,
    anonymisedStaleSeconds = 1800,
  }: Options,
): AnswerCache<Answer> {
  const freshMs = { named: freshSeconds * 1000, anonymised: Math.min(freshSeconds, anonymisedFreshSeconds) * 1000 };
  const staleMs = { named: staleSeconds * 1000, anonymised: Math.min(staleSeconds, anonymisedStaleSeconds) * 1000 };
  /** When answers with anonymised records were kept, oldest first. */
  const anonymised = new Map<string, number>();

  function isWithin(limits: typeof freshMs, { keptAtMs, holdsAnonymised }: Omit<Kept<Answer>, 'answer'>): boolean {
    const ageMs = now() - keptAtMs;
    // A clock that was set back must not make anything last longer.
    return ageMs >= 0 && ageMs < (holdsAnonymised ? limits.anonymised : limits.named);
  }

  function sweep(): void {
    for (const [key, keptAtMs] of anonymised) {
      if (isWithin(staleMs, { keptAtMs, holdsAnonymised: true })) return;
      forget(key);
    }
  }

  function forget(key: string): void {
    anonymised.delete(key);
    store.delete(key);
  }

  function look(key: string, limits: typeof freshMs): Kept<Answer> | undefined {
    sweep();
    const kept = store.get(key);
    if (kept === undefined || isWithin(limits, kept)) return kept;
    if (!isWithin(staleMs, kept)) forget(key);
    return undefined;
  }

  return {
    fresh: (key) => look(key, freshMs),
    stale: (key) => look(key, staleMs),
    keep(key, answer, holdsAnonymised) {
      sweep();
      const keptAtMs = now();
      anonymised.delete(key);
      if (holdsAnonymised) anonymised.set(key, keptAtMs);
      store.set(key, { answer, keptAtMs, holdsAnonymised });
    },
  };
}
