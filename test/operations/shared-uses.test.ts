/** The places that all workers have together, which end with their worker. */

import { expect, test } from 'vitest';
import { placesOfAll } from '../../src/operations/shared-uses.ts';

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
