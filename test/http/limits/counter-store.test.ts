/** Where callers are counted: within a window, in memory that is bounded, and with other instances where they share. */

import { afterEach, expect, test, vi } from 'vitest';
import { counterStore } from '../../../src/http/limits/counter-store.ts';
import type { SharedCounters } from '../../../src/shared-cache/shared-counters.ts';

afterEach(() => void vi.useRealTimers());

function storeAt(mostCallers: number, sharedCounters?: SharedCounters) {
  const clock = { nowMs: 1_000_000 };
  vi.useFakeTimers({ now: clock.nowMs });
  const store = counterStore({ windowMs: 60_000, mostCallers, sharedCounters, now: () => clock.nowMs });
  const count = async (key: string) => (await store.increment(key)).totalHits;
  return { clock, count, store };
}

test('a caller is counted within a window, and anew after it', async () => {
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
  const { count, store } = storeAt(10, { increment: async () => shared[0] });
  expect(await store.increment('a')).toEqual({ totalHits: 41, resetTime: new Date(1_030_000) });
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
