/** What the supervisor counts for all workers: uses within a window, and places that end with their worker. */

import { expect, test } from 'vitest';
import { placesOfAll, usesOfAll } from '../../src/operations/shared-uses.ts';

test('uses of all workers are counted together within a window, and anew after it', () => {
  const clock = { nowMs: 1_000 };
  const count = usesOfAll(() => clock.nowMs);
  const use = (by: number, key = 'a') => count({ kind: 'use', request: 7, key, windowMs: 60_000, by });
  expect(use(8)).toEqual({ kind: 'counted-use', request: 7, total: 8, leftMs: 60_000 });
  clock.nowMs += 10_000;
  expect(use(2)).toEqual({ kind: 'counted-use', request: 7, total: 10, leftMs: 50_000 });
  expect(use(1, 'b').total).toBe(1);
  clock.nowMs += 50_000;
  expect(use(1)).toMatchObject({ total: 1, leftMs: 60_000 });
});

test('a caller has some places, all have some, and those of a worker that ended are free', () => {
  const places = placesOfAll();
  const enter = (worker: number, from: string) =>
    places.enter(worker, { room: 'lists', from, mostInAll: 3, mostPerCaller: 2 });
  const at = { room: 'lists', from: 'a', mostInAll: 3, mostPerCaller: 2 };
  expect([enter(1, 'a'), enter(2, 'a'), enter(3, 'a')]).toEqual([true, true, false]);
  expect([enter(3, 'b'), enter(3, 'c')]).toEqual([true, false]);
  places.leave(1, at);
  places.leave(1, at);
  expect([enter(4, 'a'), enter(4, 'a')]).toEqual([true, false]);
  places.free(2);
  expect([enter(1, 'a'), enter(1, 'a')]).toEqual([true, false]);
});
