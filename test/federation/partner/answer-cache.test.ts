/** How long an answer is used again, above all one that holds anonymised records. */

import fc from 'fast-check';
import { LRUCache } from 'lru-cache';
import { describe, expect, test } from 'vitest';
import {
  type AnswerStore,
  answerCache,
  type Cached,
  type FreshnessOptions,
  freshness,
  viewedCache,
} from '../../../src/federation/partner/answer-cache.ts';
import { answerWith, type PartnerAnswer } from '../../../src/federation/partner/partner-query.ts';
import { answerCacheContract, HOUR, MINUTE, START } from '../../operations/answer-cache-contract.ts';

function cacheUnderClock(limits: Partial<FreshnessOptions> = {}) {
  const clock = { at: START };
  const now = () => clock.at;
  const store = new Map<string, Cached<string>>();
  return { clock, store, ...answerCache<string>(store, { now, rules: freshness({ now, ...limits }) }) };
}

answerCacheContract('of the memory of one instance', async (limits) => {
  const clock = { at: START };
  const now = () => clock.at;
  const rules = freshness({ now, ...limits });
  const cache = answerCache<PartnerAnswer>(new Map(), { now, rules });
  return {
    clock,
    set: async (...given) => cache.set(...given),
    fresh: async (key) => cache.fresh(key),
    stale: async (key) => cache.stale(key),
  };
});

describe('what is past its last limit', () => {
  test('is gone from memory when it is looked for', () => {
    const { set, stale, clock, store } = cacheUnderClock();
    set('q', 'yes', false);
    clock.at += 24 * HOUR;
    expect(stale('q')).toBeUndefined();
    expect(store.size).toBe(0);
  });

  test('is gone from memory even if nobody asks for it, where records are anonymised', () => {
    const { set, fresh, clock, store } = cacheUnderClock();
    set('hidden 1', 'yes', true);
    set('named', 'yes', false);
    clock.at += 10 * MINUTE;
    set('hidden 2', 'yes', true);
    clock.at += 20 * MINUTE;
    set('other', 'yes', false);
    expect([...store.keys()]).toEqual(['named', 'hidden 2', 'other']);
    clock.at += 10 * MINUTE;
    fresh('something else');
    expect([...store.keys()]).toEqual(['named', 'other']);
  });

  test('is gone from memory in whatever order it came', () => {
    const { set, adopt, fresh, clock, store } = cacheUnderClock();
    clock.at += 20 * MINUTE;
    set('own', 'yes', true);
    adopt('adopted', { answer: 'yes', cachedAtMs: START, holdsAnonymised: true });
    clock.at += 10 * MINUTE;
    fresh('something else');
    expect([...store.keys()]).toEqual(['own']);
  });
});

describe('what another instance has cached', () => {
  test('is adopted with its age', () => {
    const { adopt, fresh, clock } = cacheUnderClock();
    clock.at += MINUTE;
    adopt('q', { answer: 'theirs', cachedAtMs: START, holdsAnonymised: false });
    expect(fresh('q')).toEqual({ answer: 'theirs', cachedAtMs: START, holdsAnonymised: false });
    clock.at += MINUTE;
    expect(fresh('q')).toBeUndefined();
  });

  test('does not take the place of what is newer, or come in past its last limit', () => {
    const { adopt, set, fresh, clock, store } = cacheUnderClock();
    clock.at += MINUTE;
    set('q', 'ours', false);
    adopt('q', { answer: 'theirs', cachedAtMs: START, holdsAnonymised: false });
    expect(fresh('q')?.answer).toBe('ours');
    clock.at += 30 * MINUTE;
    adopt('hidden', { answer: 'theirs', cachedAtMs: START, holdsAnonymised: true });
    expect([...store.keys()]).toEqual(['q']);
  });
});

test('whatever is cached and looked for, nothing is shown or stays beyond its limit', () => {
  const key = fc.constantFrom('a', 'b', 'c', 'd');
  const steps = fc.array(
    fc.oneof(
      fc.record({ does: fc.constant('set' as const), key, isHidden: fc.boolean() }),
      fc.record({ does: fc.constantFrom('fresh' as const, 'stale' as const), key }),
      fc.record({ does: fc.constant('wait' as const), ms: fc.nat(20 * MINUTE) }),
    ),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(steps, (all) => {
      const { set, fresh, stale, clock, store } = cacheUnderClock();
      for (const step of all) {
        if (step.does === 'wait') {
          clock.at += step.ms;
          continue;
        }
        if (step.does === 'set') set(step.key, 'answer', step.isHidden);
        const shown = step.does === 'fresh' ? fresh(step.key) : step.does === 'stale' ? stale(step.key) : undefined;
        const longest = { fresh: [2 * MINUTE, 2 * MINUTE], stale: [30 * MINUTE, 24 * HOUR], set: [0, 0] }[step.does];
        if (shown) expect(clock.at - shown.cachedAtMs).toBeLessThan(longest[shown.holdsAnonymised ? 0 : 1] ?? 0);
        for (const kept of store.values()) {
          if (kept.holdsAnonymised) expect(clock.at - kept.cachedAtMs).toBeLessThan(30 * MINUTE);
        }
      }
    }),
  );
});

test('a store that forgets by itself is good enough', () => {
  const store: AnswerStore<string> = new LRUCache<string, Cached<string>>({ max: 2 });
  const { set, fresh } = answerCache<string>(store, { now: () => START, rules: freshness({ now: () => START }) });
  for (const key of ['a', 'b', 'c']) set(key, key, true);
  expect([fresh('a'), fresh('b')?.answer, fresh('c')?.answer]).toEqual([undefined, 'b', 'c']);
});

test('an answer to a public that may see something else by now is not stored, and one that may be so is not given', () => {
  const now = () => START;
  const stored = answerCache<PartnerAnswer>(new Map(), { now, rules: freshness({ now }) });
  const views = { isContradicted: false, holds: true };
  const cache = viewedCache(stored, { isContradicted: () => views.isContradicted, holds: () => views.holds });
  views.isContradicted = true;
  cache.set('a', answerWith([]), false);
  expect(cache.stale('a')).toBeUndefined();
  views.isContradicted = false;
  cache.set('a', answerWith([]), false);
  expect(cache.fresh('a')).toBeDefined();
  views.holds = false;
  expect([cache.fresh('a'), cache.stale('a')?.answer.records]).toEqual([undefined, []]);
});
