/** Which page of a registry is asked for, to read its list on from a place. */

import { describe, expect, test } from 'vitest';
import {
  anchorWindow,
  firstWindow,
  laterWindow,
  nextWindow,
  placeWindow,
  smallerWindow,
  startWindow,
  widerWindow,
} from '../../../src/domain/pages/listing-pages.ts';
import {
  areAllKnown,
  endOf,
  isOtherTotal,
  type ListingPosition,
  type ListingRead,
  startingAt,
  statedTotal,
} from '../../../src/domain/pages/listing-reads.ts';
import { writeRow } from '../../../src/domain/pages/record-keys.ts';
import type { PageRequest } from '../../../src/domain/query/paging.ts';

/** Rows up to `at` were read, of which the one at `anchor` has a key. */
function positionAt(at: number, anchor: number, more: Partial<ListingPosition> = {}): ListingPosition {
  return { ...startingAt(0), at, given: at, anchor, keys: writeRow([[0, 7]]), ...more };
}

/** The smallest page with the rows from one place to another (excluded). */
function smallestWith(from: number, to: number): PageRequest {
  for (let size = 1; ; size++) {
    const window = { page: Math.floor(from / size), size };
    if (endOf(window) >= to) return window;
  }
}

test.each([
  [20, 19, 20, 15, 40],
  [40, 39, 20, 35, 60],
  [7, 6, 3, 4, 10],
  [40, 37, 20, 33, 60],
  [3, 1, 10, 0, 13],
  // The list was read to a place before its last row with a key, as rows before it could not be had.
  [10, 14, 5, 10, 20],
])('behind row %i, with a key at %i, a page of %i is the smallest with rows %i to %i', (at, anchor, size, from, to) => {
  expect(firstWindow(positionAt(at, anchor), size)).toEqual(smallestWith(from, to));
});

test.each([
  ['from the place, where no row has a key', positionAt(20, 0, { keys: writeRow([undefined]) }), 20, 40],
  ['from the rows that say where it is', positionAt(20, 0, { keys: writeRow([undefined]), tail: '3abc' }), 17, 40],
  ['from the first that was not shown, where none was', positionAt(20, 0, { keys: '', unshown: 16 }), 4, 40],
  ['from the place, where that is too far in front', positionAt(981, 0, { keys: '', unshown: 981 }), 981, 1001],
  ['from the place, where no page has both', positionAt(1020, 0, { keys: '', unshown: 520 }), 1020, 1040],
  ['from the first one, where that is just within', positionAt(980, 0, { keys: '', unshown: 980 }), 0, 1000],
])('by number it is read %s', (_, position, from, to) => {
  expect(placeWindow(position, 20)).toEqual(smallestWith(from, to));
  expect(firstWindow({ ...position, keys: position.keys }, 20)).toEqual(smallestWith(from, to));
});

test('no page has more than a thousand rows: the one that leads furthest', () => {
  const { page, size } = firstWindow(positionAt(999, 998), 1000);
  expect(size).toBeLessThanOrEqual(1000);
  expect(page * size).toBeLessThanOrEqual(994);
  expect(endOf({ page, size })).toBe(1988);
});

test.each([
  [19, 20, { page: 1, size: 19 }],
  [20, 20, { page: 1, size: 20 }],
  [19, 1, undefined],
])(
  'a registry that cannot answer it is asked for a page that leads behind row %i, of %i rows',
  (anchor, size, page) => {
    expect(smallerWindow(positionAt(anchor + 1, anchor), size)).toEqual(page);
  },
);

test('where rows are long, the page begins with the last one that has a key, and then with the first that was not shown', () => {
  const position = positionAt(33, 30);
  expect([anchorWindow(position, 20), nextWindow(position, 20)]).toEqual([
    { page: 2, size: 15 },
    { page: 3, size: 11 },
  ]);
  expect(anchorWindow(positionAt(41, 40), 20)).toEqual({ page: 2, size: 20 });
});

test('where they are not found, three hundred rows around are, and all from the start where all may be gone', () => {
  expect(widerWindow(positionAt(501, 500))).toEqual(smallestWith(200, 800));
  expect(widerWindow(positionAt(21, 20))).toEqual(smallestWith(0, 320));
  expect(startWindow(positionAt(21, 20), 20)).toEqual({ page: 0, size: 41 });
});

describe('where the rows have moved back, a later page is read', () => {
  const request = { page: 0, size: 40 };
  test.each([
    ['that holds as many as are wanted', 30, smallestWith(30, 51)],
    ['but not where they end with the page', 19, undefined],
    ['but not where enough follow', 21, undefined],
    ['but not where they were not found', undefined, undefined],
  ])('%s', (_, foundAt, page) => {
    const wanted = foundAt === 21 ? 18 : 20;
    expect(laterWindow(positionAt(20, 19), request, { foundAt } as ListingRead, wanted)).toEqual(page);
  });
});

test.each([
  [undefined, '5', false],
  ['5', undefined, false],
  ['5', '5', false],
  ['5', '6', true],
  ['5+', '6', false],
  ['5', '6+', false],
])('a total of %s that is %s now has changed: %s', (before, now, expected) => {
  expect(isOtherTotal(before, now)).toBe(expected);
});

test('a total is stated, or the number of rows seen so far', () => {
  expect([undefined, '5+', '5'].map((answer) => statedTotal({ answer }))).toEqual([undefined, undefined, 5]);
});

const TWO_KEYS = writeRow([
  [0, 7],
  [0, 8],
]);

test.each([
  ['rows of which each has a key', positionAt(2, 1, { keys: TWO_KEYS }), true],
  ['more than have one', positionAt(3, 2, { keys: TWO_KEYS }), false],
  ['more were shown, before some of them went', positionAt(2, 1, { keys: TWO_KEYS, given: 3 }), false],
  ['one without a key', positionAt(2, 1, { keys: writeRow([[0, 7], undefined]) }), false],
  ['none', positionAt(0, 0, { keys: '' }), false],
])('after %s, whether all that were read are known', (_, position, expected) => {
  expect(areAllKnown(position)).toBe(expected);
});
