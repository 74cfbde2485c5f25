/** Any page of a listing is found without counting from its start; a plain sorted list says what is right. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type KeyedId,
  type ListedIds,
  lowerBound,
  mergeWithheld,
  visibleIds,
  type WithheldIds,
} from '../../../src/registry/search/listing-index.ts';

const NOBODY: WithheldIds = { keys: new Float64Array(), ids: new Float64Array() };

/**
 * Who is named to everybody of a kind, who to nobody of it, and who only to themselves: anonymised to the others of their
 * kind, or not listed for them.
 */
type People = Record<'named' | 'withheld' | 'own' | 'ownAlone', readonly KeyedId[]>;

const people = fc
  .uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 200 }),
      // Few keys, so that several people have the same.
      key: fc.nat(40),
      lot: fc.constantFrom<keyof People>('named', 'named', 'withheld', 'withheld', 'own', 'ownAlone'),
    }),
    { selector: ({ id }) => id },
  )
  .map((drawn): People => {
    const ofLot = (lot: keyof People) => drawn.filter((one) => one.lot === lot).sort((a, b) => a.id - b.id);
    return { named: ofLot('named'), withheld: ofLot('withheld'), own: ofLot('own'), ownAlone: ofLot('ownAlone') };
  });

function listedOf({ named, withheld, own }: People): ListedIds {
  return { named: Float64Array.from(idsOf(named)), withheld: mergeWithheld(NOBODY, [...withheld, ...own]) };
}

function ownOf({ own, ownAlone }: People): KeyedId[] {
  return [...own, ...ownAlone].sort((a, b) => a.id - b.id);
}

function plainList(all: People, descending: boolean): number[] {
  const named = idsOf([...all.named, ...ownOf(all)]).sort((a, b) => (descending ? b - a : a - b));
  return [...named, ...idsOf(all.withheld.toSorted((a, b) => a.key - b.key || a.id - b.id))];
}

function idsOf(some: readonly KeyedId[]): number[] {
  return some.map(({ id }) => id);
}

describe('a page of a listing', () => {
  test('is that of the plain list, wherever it begins and in either direction', () => {
    fc.assert(
      fc.property(people, fc.nat(210), fc.nat(60), fc.boolean(), (all, from, size, descending) => {
        const visible = visibleIds(listedOf(all), ownOf(all));
        const expected = plainList(all, descending);
        expect(visible.slice(from, from + size, descending)).toEqual(expected.slice(from, from + size));
        expect(visible.total).toBe(expected.length);
      }),
      { numRuns: 500 },
    );
  });

  test('after page comes everything once, in order', () => {
    fc.assert(
      fc.property(people, fc.integer({ min: 1, max: 30 }), fc.boolean(), (all, size, descending) => {
        const visible = visibleIds(listedOf(all), ownOf(all));
        const pages = Array.from({ length: Math.ceil(visible.total / size) }, (_, page) =>
          visible.slice(page * size, (page + 1) * size, descending),
        );
        expect(pages.flat()).toEqual(plainList(all, descending));
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
    const named = { named: Float64Array.from(shared), withheld: NOBODY };
    const visible = visibleIds(
      named,
      own.map((id) => ({ id, key: 0 })),
    );
    expect(visible.slice(0, 99, false)).toEqual(expected);
    expect(visible.slice(0, 99, true)).toEqual(expected.toReversed());
    expect(visible.slice(99, 199, false)).toEqual([]);
    expect(visible.slice(0, 0, false)).toEqual([]);
  });

  test('far beyond the end costs nothing', () => {
    const named = { named: Float64Array.from([1, 2]), withheld: mergeWithheld(NOBODY, [{ id: 4, key: 1 }]) };
    const visible = visibleIds(named, [{ id: 3, key: 2 }]);
    expect(visible.slice(2_147_483_647, 2_147_485_647, false)).toEqual([]);
    expect(visible.slice(2_147_483_647, 2_147_485_647, true)).toEqual([]);
  });
});

test('records without their person, added some at a time, are in the order of all at once', () => {
  const some = fc.array(fc.record({ id: fc.nat(500), key: fc.nat(50) }));
  fc.assert(
    fc.property(fc.array(some, { maxLength: 6 }), (slices) => {
      const added = slices.reduce<WithheldIds>(mergeWithheld, NOBODY);
      const expected = slices.flat().sort((a, b) => a.key - b.key || a.id - b.id);
      expect([...added.ids]).toEqual(idsOf(expected));
      expect([...added.keys]).toEqual(expected.map(({ key }) => key));
    }),
  );
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
