/** When a followed database that lacks people is one that is being loaded again. */

import { describe, expect, test } from 'vitest';
import { hasLostMostPeople, mayBeReloading } from '../../../src/domain/people/missing-people.ts';

/** So many are more than a few. */
const LEAST = 5;

describe('a reading', () => {
  test.each([
    [5000, 5000],
    [5000, 2501],
    [8, 5],
    [2, 2],
    [1, 1],
  ])('of %i people that lacks %i of them has lost most', (before, missing) => {
    expect(hasLostMostPeople(before, missing)).toBe(true);
    expect(mayBeReloading(before, missing)).toBe(true);
  });

  test.each([
    [5000, 2500],
    [5000, 501],
    [100, 20],
  ])('of %i people that lacks %i of them is looked at again, and believed then', (before, missing) => {
    expect(hasLostMostPeople(before, missing)).toBe(false);
    expect(mayBeReloading(before, missing)).toBe(true);
  });

  test.each([
    [5000, 500],
    [5000, 1],
    [7, 4],
    [100, 19],
    [10, 0],
    [0, 0],
  ])('of %i people that lacks %i of them means that they have left', (before, missing) => {
    expect(mayBeReloading(before, missing)).toBe(false);
  });

  test.each([
    [1, 1],
    [4, 4],
  ])('of %i people with genes that lacks those of %i of them means that they took them back', (before, missing) => {
    expect(mayBeReloading(before, missing, 'rows')).toBe(false);
    expect(mayBeReloading(before + LEAST, missing + LEAST, 'rows')).toBe(true);
  });
});
