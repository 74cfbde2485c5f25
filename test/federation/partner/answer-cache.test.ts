/** How long an answer is used again, above all one that holds anonymised records. */

import fc from 'fast-check';
import { LRUCache } from 'lru-cache';
import { describe, expect, test } from 'vitest';
import { type AnswerStore, answerCache, type Kept } from '../../../src/federation/partner/answer-cache.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const START = Date.parse('2026-03-01T10:00:00Z');

function cacheUnderClock(limits: Partial<Parameters<typeof answerCache>[1]> = {}) {
  const clock = { at: START };
  const store = new Map<string, Kept<string>>();
  return { clock, store, ...answerCache<string>(store, { now: () => clock.at, ...limits }) };
}

describe('an answer', () => {
  test('is given again while it is fresh, with the time when it was kept', () => {
    const { keep, fresh, clock } = cacheUnderClock();
    expect(fresh('q')).toBeUndefined();
    keep('q', 'yes', false);
    clock.at += 2 * MINUTE - 1;
    expect(fresh('q')).toEqual({ answer: 'yes', keptAtMs: START, holdsAnonymised: false });
    clock.at += 1;
    expect(fresh('q')).toBeUndefined();
  });

  test('may be shown as stale for a day, and then is gone', () => {
    const { keep, stale, clock, store } = cacheUnderClock();
    keep('q', 'yes', false);
    expect(stale('q')?.answer).toBe('yes');
    clock.at += 24 * HOUR - 1;
    expect(stale('q')?.answer).toBe('yes');
    clock.at += 1;
    expect(stale('q')).toBeUndefined();
    expect(store.size).toBe(0);
  });

  test('is replaced by a newer one', () => {
    const { keep, fresh, clock } = cacheUnderClock();
    keep('q', 'old', false);
    clock.at += 90 * SECOND;
    keep('q', 'new', false);
    clock.at += 90 * SECOND;
    expect(fresh('q')).toMatchObject({ answer: 'new', keptAtMs: START + 90 * SECOND });
  });

  test('does not last longer because a clock was set back', () => {
    const { keep, fresh, stale, clock } = cacheUnderClock();
    keep('q', 'yes', true);
    clock.at -= HOUR;
    expect(fresh('q')).toBeUndefined();
    expect(stale('q')).toBeUndefined();
  });
});

describe('an answer with anonymised records', () => {
  test('is fresh for five minutes at most, however long others are', () => {
    const { keep, fresh, clock } = cacheUnderClock({ freshSeconds: 3600 });
    keep('hidden', 'yes', true);
    keep('named', 'yes', false);
    clock.at += 5 * MINUTE - 1;
    expect(fresh('hidden')?.answer).toBe('yes');
    clock.at += 1;
    expect(fresh('hidden')).toBeUndefined();
    expect(fresh('named')?.answer).toBe('yes');
  });

  test('is fresh no longer than others', () => {
    const { keep, fresh, clock } = cacheUnderClock();
    keep('hidden', 'yes', true);
    clock.at += 2 * MINUTE;
    expect(fresh('hidden')).toBeUndefined();
  });

  test('may be shown as stale for half an hour, and then is gone', () => {
    const { keep, stale, clock, store } = cacheUnderClock();
    keep('hidden', 'yes', true);
    clock.at += 30 * MINUTE - 1;
    expect(stale('hidden')?.answer).toBe('yes');
    clock.at += 1;
    expect(stale('hidden')).toBeUndefined();
    expect(store.size).toBe(0);
  });

  test('does not stay in memory longer than that, even if nobody asks for it', () => {
    const { keep, fresh, clock, store } = cacheUnderClock();
    keep('hidden 1', 'yes', true);
    keep('named', 'yes', false);
    clock.at += 10 * MINUTE;
    keep('hidden 2', 'yes', true);
    clock.at += 20 * MINUTE;
    keep('other', 'yes', false);
    expect([...store.keys()]).toEqual(['named', 'hidden 2', 'other']);
    clock.at += 10 * MINUTE;
    fresh('something else');
    expect([...store.keys()]).toEqual(['named', 'other']);
  });

  test('that was replaced takes nothing with it when its own time is over', () => {
    const { keep, stale, clock } = cacheUnderClock();
    keep('q', 'hidden', true);
    clock.at += 20 * MINUTE;
    keep('q', 'named', false);
    clock.at += 20 * MINUTE;
    expect(stale('q')?.answer).toBe('named');
    keep('q', 'hidden', true);
    clock.at += 20 * MINUTE;
    keep('q', 'hidden again', true);
    clock.at += 20 * MINUTE;
    expect(stale('q')?.answer).toBe('hidden again');
  });
});

test('whatever is kept and looked for, nothing is shown or stays beyond its limit', () => {
  const key = fc.constantFrom('a', 'b', 'c', 'd');
  const steps = fc.array(
    fc.oneof(
      fc.record({ does: fc.constant('keep' as const), key, isHidden: fc.boolean() }),
      fc.record({ does: fc.constantFrom('fresh' as const, 'stale' as const), key }),
      fc.record({ does: fc.constant('wait' as const), ms: fc.nat(20 * MINUTE) }),
    ),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(steps, (all) => {
      const { keep, fresh, stale, clock, store } = cacheUnderClock();
      for (const step of all) {
        if (step.does === 'wait') {
          clock.at += step.ms;
          continue;
        }
        if (step.does === 'keep') keep(step.key, 'answer', step.isHidden);
        const shown = step.does === 'fresh' ? fresh(step.key) : step.does === 'stale' ? stale(step.key) : undefined;
        const longest = { fresh: [2 * MINUTE, 2 * MINUTE], stale: [30 * MINUTE, 24 * HOUR], keep: [0, 0] }[step.does];
        if (shown) expect(clock.at - shown.keptAtMs).toBeLessThan(longest[shown.holdsAnonymised ? 0 : 1] ?? 0);
        for (const kept of store.values()) {
          if (kept.holdsAnonymised) expect(clock.at - kept.keptAtMs).toBeLessThan(30 * MINUTE);
        }
      }
    }),
  );
});

test('a store that forgets by itself is good enough', () => {
  const store: AnswerStore<string> = new LRUCache<string, Kept<string>>({ max: 2 });
  const { keep, fresh } = answerCache<string>(store, { now: () => START });
  for (const key of ['a', 'b', 'c']) keep(key, key, true);
  expect([fresh('a'), fresh('b')?.answer, fresh('c')?.answer]).toEqual([undefined, 'b', 'c']);
});
