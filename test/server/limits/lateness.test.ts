/** Late is who has more work than can be done, not who is kept from little work by other programs. */

import { afterEach, expect, test, vi } from 'vitest';
import { processorTimeMs } from '../../../src/lib/slices.ts';
import { lateness, latenessAfter, searchSlots } from '../../../src/server/limits/search-slots.ts';

afterEach(() => void vi.useRealTimers());

const LOOKS = 25;
const EVERY_MS = 20;

/** `work`: milliseconds of work that come in each millisecond; `share`: of a processor, as other programs leave it. */
type Machine = { work: number; share: number };

/** The places that are left of sixty taken ones, and the longest time from one look to the next by the clock. */
function loaded({ work, share }: Machine): { allowed: number; longestMs: number } {
  const places = searchSlots(256, () => {});
  for (let taken = 0; taken < 60; taken++) places.enter();
  let lateMs = 0;
  let longestMs = 0;
  let betweenMs = EVERY_MS;
  for (let look = 0; look < LOOKS; look++) {
    // Each turn does what came during the one before.
    const workedMs = work * betweenMs;
    betweenMs = Math.max(EVERY_MS, workedMs / share);
    longestMs = Math.max(longestMs, betweenMs);
    lateMs = latenessAfter(lateMs, workedMs);
    places.noteLateness(lateMs);
  }
  return { allowed: places.counts().allowed, longestMs };
}

test.each<[string, Machine]>([
  ['alone with little to do', { work: 0.25, share: 1 }],
  ['alone, always at work, and in time', { work: 1, share: 1 }],
  ['beside one busy program on its core', { work: 0.4, share: 0.5 }],
  ['beside nine busy programs on its core', { work: 0.09, share: 0.1 }],
])('%s it keeps its places', (_, machine) => {
  expect(loaded(machine).allowed).toBeGreaterThanOrEqual(128);
});

test.each<[string, Machine]>([
  ['alone', { work: 1.5, share: 1 }],
  ['beside one busy program on its core', { work: 0.75, share: 0.5 }],
  ['beside nine busy programs on its core', { work: 0.2, share: 0.1 }],
])('%s, with half as much again as can be done, places are gone', (_, machine) => {
  const { allowed, longestMs } = loaded(machine);
  expect(longestMs).toBeGreaterThan(100);
  expect(allowed).toBeLessThan(30);
});

test('for a moment without a processor, and for what has come meanwhile, no place is lost', () => {
  let lateMs = latenessAfter(0, 5);
  expect(lateMs).toBe(0);
  // 200 ms without it: a look that is late, but without work; then the work of that time.
  lateMs = latenessAfter(lateMs, 5);
  lateMs = latenessAfter(lateMs, 50);
  expect(lateMs).toBeLessThan(15);
});

test('own work and work that waits make it late, measured fifty times a second while that is needed', () => {
  vi.useFakeTimers();
  const reports: number[] = [];
  let isNeeded = true;
  let behindMs = 50;
  const clock = lateness(
    (lateMs) => void reports.push(lateMs),
    () => isNeeded,
    () => behindMs,
  );
  const look = () => {
    vi.advanceTimersByTime(EVERY_MS);
    return reports.splice(0);
  };
  const workFor = (ms: number) => {
    for (const untilMs = processorTimeMs() + ms; processorTimeMs() < untilMs; );
  };
  workFor(40);
  for (let times = 0; times < 2; times++) clock.begin();
  // Of what waits a quarter counts, beyond the time of a look. What was done before it began does not count.
  const [first = 0, ...more] = look();
  expect(more).toEqual([]);
  expect(first).toBeGreaterThanOrEqual(7.5);
  expect(first).toBeLessThan(12);
  behindMs = 0;
  workFor(40);
  const [second = 0] = look();
  expect(second).toBeGreaterThan(first);
  isNeeded = false;
  const [third = 0] = look();
  expect(third).toBeLessThan(second);
  expect(look()).toEqual([]);
  clock.begin();
  expect(look()[0]).toBeLessThan(third / 2);
});
