/** The cache of answers, by the rules of freshness. Where answers are stored is decided elsewhere. */

import type { CachedFact, Freshness } from './freshness.ts';

export type Cached<Answer> = CachedFact & { answer: Answer };

export type AnswerCache<Answer> = {
  /** The answer, if it is fresh enough to be given instead of asking. */
  fresh(key: string): Cached<Answer> | undefined;
  /** The answer, if it may still be shown after a failure, labelled `stale`. It may be a fresh one. */
  stale(key: string): Cached<Answer> | undefined;
  keep(key: string, answer: Answer, holdsAnonymised: boolean): void;
  /** Caches, with its age, an answer that another instance has cached, unless the one here is newer. */
  adopt(key: string, cached: Cached<Answer>): void;
};

/** Where answers are stored, such as an LRU. It may forget any of them at any time. */
export type AnswerStore<Answer> = {
  get(key: string): Cached<Answer> | undefined;
  set(key: string, cached: Cached<Answer>): unknown;
  delete(key: string): unknown;
};

type Options = {
  /** The steady clock, in milliseconds. */
  now: () => number;
  rules: Freshness;
};

/**
 * Adds the rules of freshness to a store. An answer past its last limit is deleted when it is looked up; answers with
 * anonymised records are deleted on any look-up or change of the cache. So they stay in memory no longer than they may
 * be shown, as long as the cache is used at all.
 */
export function answerCache<Answer>(store: AnswerStore<Answer>, { now, rules }: Options): AnswerCache<Answer> {
  /** When answers with anonymised records were cached. */
  const anonymised = new Map<string, number>();
  let firstEndMs = Number.POSITIVE_INFINITY;

  function sweep(): void {
    if (now() < firstEndMs) return;
    firstEndMs = Number.POSITIVE_INFINITY;
    for (const [key, cachedAtMs] of anonymised) {
      const cached = { cachedAtMs, holdsAnonymised: true };
      if (rules.isShowable(cached)) firstEndMs = Math.min(firstEndMs, rules.endsAtMs(cached));
      else forget(key);
    }
  }

  function forget(key: string): void {
    anonymised.delete(key);
    store.delete(key);
  }

  function look(key: string, isGood: Freshness['isFresh']): Cached<Answer> | undefined {
    sweep();
    const cached = store.get(key);
    if (cached === undefined || isGood(cached)) return cached;
    if (!rules.isShowable(cached)) forget(key);
    return undefined;
  }

  function set(key: string, cached: Cached<Answer>): void {
    anonymised.delete(key);
    if (cached.holdsAnonymised) {
      anonymised.set(key, cached.cachedAtMs);
      firstEndMs = Math.min(firstEndMs, rules.endsAtMs(cached));
    }
    store.set(key, cached);
  }

  return {
    fresh: (key) => look(key, rules.isFresh),
    stale: (key) => look(key, rules.isShowable),
    keep(key, answer, holdsAnonymised) {
      sweep();
      set(key, { answer, cachedAtMs: now(), holdsAnonymised });
    },
    adopt(key, cached) {
      const known = look(key, rules.isShowable);
      if (rules.isShowable(cached) && (known === undefined || known.cachedAtMs < cached.cachedAtMs)) set(key, cached);
    },
  };
}
