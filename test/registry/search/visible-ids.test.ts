/** Any page of a listing is found without counting from its start; a plain sorted list says what is right. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lowerBound, visibleIds } from '../../../src/registry/search/visible-ids.ts';

/** Ids that everybody of the kind sees, and ids that only their owner sees: none in both. */
const idsOfBoth = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 0, max: 3 })), { selector: ([id]) => id })
  .map((drawn) => {
    const ascending = drawn.toSorted(([a], [b]) => a - b);
    const idsOf = (isOwn: boolean) => ascending.filter(([, lot]) => (lot === 0) === isOwn).map(([id]) => id);
    return { shared: idsOf(false), own: idsOf(true) };
  });

function pageOfPlainList(all: readonly number[], from: number, to: number, descending: boolean): number[] {
  const ordered = all.toSorted((a, b) => (descending ? b - a : a - b));
  return ordered.slice(from, to);
}

describe('a page of a listing', () => {
  test('is that of the plain list, wherever it begins and in either direction', () => {
    fc.assert(
      fc.property(idsOfBoth, fc.nat(210), fc.nat(60), fc.boolean(), ({ shared, own }, from, size, descending) => {
        const visible = visibleIds(Float64Array.from(shared), own);
        const expected = pageOfPlainList([...shared, ...own], from, from + size, descending);
        expect(visible.slice(from, from + size, descending)).toEqual(expected);
        expect(visible.total).toBe(shared.length + own.length);
      }),
      { numRuns: 500 },
    );
  });

  test('after page comes everything once, in order', () => {
    fc.assert(
      fc.property(idsOfBoth, fc.integer({ min: 1, max: 30 }), fc.boolean(), ({ shared, own }, size, descending) => {
        const visible = visibleIds(Float64Array.from(shared), own);
        const pages = Array.from({ length: Math.ceil(visible.total / size) }, (_, page) =>
          visible.slice(page * size, (page + 1) * size, descending),
        );
        expect(pages.flat()).toEqual(pageOfPlainList([...shared, ...own], 0, Infinity, descending));
      }),
    );
  });

  test.each([
    ['nothing at all', [], [], []],
    ['only what all see', [3, 5], [], [3, 5]],
    ['only their own', [], [3, 5], [3, 5]],
    ['their own before all', [5, 6], [1, 2], [1, 2, 5, 6]],
    ['their own after all', [1, 2], [5, 6], [1, 2, 5, 6]],
    ['their own among them', [1, 4, 9], [3, 5, 6], [1, 3, 4, 5, 6, 9]],
  ])('holds %s', (_, shared, own, expected) => {
    const visible = visibleIds(Float64Array.from(shared), own);
    expect(visible.slice(0, 99, false)).toEqual(expected);
    expect(visible.slice(0, 99, true)).toEqual(expected.toReversed());
    expect(visible.slice(99, 199, false)).toEqual([]);
    expect(visible.slice(0, 0, false)).toEqual([]);
  });

  test('far beyond the end costs nothing', () => {
    const visible = visibleIds(Float64Array.from([1, 2]), [3]);
    expect(visible.slice(2_147_483_647, 2_147_485_647, false)).toEqual([]);
    expect(visible.slice(2_147_483_647, 2_147_485_647, true)).toEqual([]);
  });
});

describe('the place of an id', () => {
  test('is before the first that is not below it', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.integer(), (numbers, value) => {
        const sorted = Float64Array.from(numbers).sort();
        const found = sorted.findIndex((one) => one >= value);
        expect(lowerBound(sorted, value)).toBe(found === -1 ? sorted.length : found);
      }),
    );
  });
});
