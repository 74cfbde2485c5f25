/** Where callers are counted: within a window, in memory that is bounded, and with other instances where they share. */

import type { Request, Response } from 'express';
import { afterEach, expect, test, vi } from 'vitest';
import type { SharedCounters } from '../../../src/lib/shared-state.ts';
import { counterStore, requestRates } from '../../../src/server/limits/request-rates.ts';

afterEach(() => void vi.useRealTimers());

function storeAt(mostCallers: number, sharedCounters?: SharedCounters) {
  const clock = { nowMs: 1_000_000 };
  vi.useFakeTimers({ now: clock.nowMs });
  const store = counterStore({ windowMs: 60_000, mostCallers, sharedCounters, now: () => clock.nowMs });
  const count = async (key: string) => (await store.increment(key)).totalHits;
  return { clock, count, store };
}

test('a caller is counted within a window, and again after it', async () => {
  const { clock, count, store } = storeAt(10);
  expect([await count('a'), await count('a'), await count('b')]).toEqual([1, 2, 1]);
  expect((await store.increment('a')).resetTime).toEqual(new Date(1_060_000));
  clock.nowMs += 60_000;
  vi.setSystemTime(clock.nowMs);
  expect(await count('a')).toBe(1);
});

test('no more callers are remembered than may be: those who came first are forgotten', async () => {
  const { count } = storeAt(2);
  expect([await count('a'), await count('b'), await count('b'), await count('c')]).toEqual([1, 1, 2, 1]);
  expect([await count('b'), await count('a')]).toEqual([3, 1]);
});

test('others count too where something is shared, and this one goes on by itself while nobody shares', async () => {
  const shared: { total: number; resetsAtMs: number }[] = [{ total: 41, resetsAtMs: 1_030_000 }];
  const increment = vi.fn(async (..._: Parameters<SharedCounters['increment']>) => shared[0]);
  const { count, store } = storeAt(10, { increment });
  expect(await store.increment('a')).toEqual({ totalHits: 41, resetTime: new Date(1_030_000) });
  expect(increment.mock.calls).toEqual([['a', 60_000, 1]]);
  shared.pop();
  expect([await count('a'), await count('a')]).toEqual([2, 3]);
});

test('what is shared takes nothing away of what is counted here, and ends no window early', async () => {
  const { clock, count, store } = storeAt(10, { increment: async () => ({ total: 1, resetsAtMs: 0 }) });
  for (let at = 1; at <= 5; at++)
    expect(await store.increment('a')).toEqual({
      totalHits: at,
      resetTime: at === 1 ? expect.any(Date) : new Date(1_060_000),
    });
  clock.nowMs += 60_000;
  vi.setSystemTime(clock.nowMs);
  expect(await count('a')).toBe(1);
});

test('what is taken at once is given to one request each, so that no more than all together are below a limit', async () => {
  let total = 0;
  let messages = 0;
  const increment = async (_: string, __: number, by: number) => {
    messages += 1;
    total += by;
    return { total, resetsAtMs: 1_060_000 };
  };
  vi.useFakeTimers({ now: 1_000_000 });
  const options = { windowMs: 60_000, mostCallers: 10, sharedCounters: { increment }, atOnce: () => 8 };
  const processes = [0, 1, 2, 3].map(() => counterStore({ ...options, now: () => 1_000_000 }));
  const numbers = await Promise.all(
    Array.from({ length: 200 }, async (_, at) => (await processes[at % 4]?.increment('a'))?.totalHits ?? 0),
  );
  expect(new Set(numbers).size).toBe(200);
  expect(numbers.filter((number) => number <= 100).length).toBeLessThanOrEqual(100);
  expect(numbers.filter((number) => number <= 100).length).toBeGreaterThan(100 - 3 * 8);
  expect(messages).toBeLessThanOrEqual(200 / 8 + 4);
});

test('what is taken at once and not used goes with the window', async () => {
  const totals = [108, 8, 8];
  const clock = { nowMs: 1_000_000 };
  vi.useFakeTimers({ now: clock.nowMs });
  const increment = async () => ({ total: totals.shift() ?? 0, resetsAtMs: clock.nowMs + 10_000 });
  const options = { windowMs: 60_000, mostCallers: 10, sharedCounters: { increment }, atOnce: () => 8 };
  const store = counterStore({ ...options, now: () => clock.nowMs });
  expect((await store.increment('a')).totalHits).toBe(101);
  clock.nowMs += 10_000;
  expect((await store.increment('a')).totalHits).toBe(2);
  expect((await store.increment('b')).totalHits).toBe(1);
});

test.each([
  ['one of a small limit', 'other', { requestsPerMinute: 10, partnerRequestsPerMinute: 1000 }, 0.04, 1],
  ['one where no part is named', 'other', { requestsPerMinute: 100, partnerRequestsPerMinute: 100 }, undefined, 1],
  ['a part of a larger one', 'other', { requestsPerMinute: 100, partnerRequestsPerMinute: 1000 }, 0.04, 4],
  ['of that of a partner, for a partner', 'partner', { requestsPerMinute: 10, partnerRequestsPerMinute: 100 }, 0.04, 4],
  ['sixteen at most', 'other', { requestsPerMinute: 1000, partnerRequestsPerMinute: 10 }, 0.04, 16],
  ['nothing where there is no limit', 'other', { requestsPerMinute: 0, partnerRequestsPerMinute: 10 }, 0.04, undefined],
] as const)('a process takes at once: %s', async (_, kind, limits, part, expected) => {
  const taken: number[] = [];
  const increment = async (_: string, __: number, by: number) => {
    taken.push(by);
    return { total: by, resetsAtMs: 1_060_000 };
  };
  const count = requestRates({
    ...{
      ...limits,
      callerOf: () => ({ kind, key: 'a' }),
      sharedCounters: { increment, ...(part && { partAtOnce: part }) },
    },
    ...{ onRefused: () => {}, now: () => 1_000_000 },
  });
  const res = { append: () => {}, setHeader: () => {}, getHeader: () => undefined } as unknown as Response;
  for (let asked = 0; asked <= (expected ?? 1); asked++) {
    expect(await new Promise((next) => void count({} as Request, res, next))).toBeUndefined();
  }
  expect(taken).toEqual(expected === undefined ? [] : [expected, expected]);
});
