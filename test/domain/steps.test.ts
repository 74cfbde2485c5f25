/** Sorting in steps is sorting: the same order, with room for others in between. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { atOnce, sortedInSteps } from '../../src/domain/steps.ts';

type Thing = { key: number; place: number };
const byKey = (a: Thing, b: Thing) => a.key - b.key;

test('the order is that of toSorted, also among equal ones', () => {
  const keys = fc.array(fc.nat(50), { maxLength: 3000, size: 'max' });
  fc.assert(
    fc.property(keys, (given) => {
      const things = given.map((key, place) => ({ key, place }));
      expect(atOnce(sortedInSteps(things, byKey))).toEqual(things.toSorted(byKey));
    }),
    { numRuns: 50 },
  );
});

test('of five thousand nothing but a part is compared in a step', () => {
  let compared = 0;
  let most = 0;
  const things = Array.from({ length: 5000 }, (_, place) => ({ key: (place * 7919) % 5000, place }));
  const steps = sortedInSteps(things, (a, b) => {
    compared++;
    return byKey(a, b);
  });
  while (steps.next().done !== true) {
    most = Math.max(most, compared);
    compared = 0;
  }
  expect(Math.max(most, compared)).toBeLessThan(5000);
});
