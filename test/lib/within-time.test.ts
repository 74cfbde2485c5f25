/** Nobody waits longer than they want to, and no clock goes on behind it. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withinTime } from '../../src/lib/within-time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what comes in time is given, and no timer is left', async () => {
  expect(await withinTime(Promise.resolve('a'), 100)).toBe('a');
  await expect(withinTime(Promise.reject(new Error('broken')), 100)).rejects.toThrow('broken');
  expect(vi.getTimerCount()).toBe(0);
});

test('what takes longer is not waited for', async () => {
  const waiting = withinTime(new Promise(() => {}), 100);
  await vi.advanceTimersByTimeAsync(100);
  expect(await waiting).toBeUndefined();
});
