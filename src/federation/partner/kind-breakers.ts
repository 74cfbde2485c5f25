/** The circuit breakers of one partner for each kind of question: a kind that fails opens its own alone. */

import type { QuestionKind } from '../../domain/federation/source.ts';
import type { BreakerNews, CircuitBreaker, CircuitBreakerState } from './circuit-breaker.ts';

export type KindBreakers = {
  of(kind: QuestionKind): CircuitBreaker;
  /** The state of a kind whose circuit breaker is open, else of one that fails; undefined if none does. */
  failing(): CircuitBreakerState | undefined;
  /** How often the circuit breaker of a kind opened because of results seen here. */
  openCount(): number;
  close(): void;
  /** Takes over what another process of this registry has found out. */
  merge(news: KindNews): void;
  news(): KindNews;
};

/** What is known of the kinds that have failed. */
export type KindNews = Partial<Record<QuestionKind, BreakerNews>>;

/** @param make makes the circuit breaker of a kind, when it is asked for the first time */
export function kindBreakers(make: (kind: QuestionKind) => CircuitBreaker): KindBreakers {
  const breakers = new Map<QuestionKind, CircuitBreaker>();
  function of(kind: QuestionKind): CircuitBreaker {
    const known = breakers.get(kind);
    if (known !== undefined) return known;
    const made = make(kind);
    breakers.set(kind, made);
    return made;
  }
  return {
    of,
    failing() {
      const states = [...breakers.values()].map((breaker) => breaker.state());
      const open = states.find(({ openUntil }) => openUntil !== undefined);
      return open ?? states.find(({ consecutiveFailures }) => consecutiveFailures > 0);
    },
    openCount: () => [...breakers.values()].reduce((sum, breaker) => sum + breaker.openCount(), 0),
    close() {
      for (const breaker of breakers.values()) breaker.close();
    },
    merge(news) {
      for (const [kind, one] of Object.entries(news)) of(kind as QuestionKind).merge(one);
    },
    news: () => Object.fromEntries([...breakers].map(([kind, breaker]) => [kind, breaker.news()])),
  };
}
