/** Laws of merging: one order whoever answers first, nothing lost, nothing doubled, nothing changed. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergedPage, type Positions, positionsAfter, sortForMerging } from '../../../src/domain/federation/merging.ts';
import { compareRecords, type OrderKey, personKey } from '../../../src/domain/people/order.ts';
import { compareText } from '../../../src/domain/record/ordering.ts';
import { orderKey } from '../people/order-keys.ts';
import { type OriginRecords, origins, recordsOf, textsOf } from './generated-parts.ts';

const ALL = Number.MAX_SAFE_INTEGER;
const START: Positions = new Map();
const sizes = fc.integer({ min: 1, max: 12 });

/** Sorted all at once by what the order is made of, as nobody who pages could. */
function inOrder(lists: readonly OriginRecords[]): string[] {
  return lists
    .flatMap(({ key, records }) => records.map((record, place) => ({ key, place, record })))
    .sort(
      (a, b) =>
        compareRecords(a.record.order as OrderKey, b.record.order as OrderKey) ||
        compareText(a.key, b.key) ||
        a.place - b.place,
    )
    .map(({ record }) => record.json);
}

function pagesByPosition(lists: readonly OriginRecords[], size: number): string[][] {
  const pages: string[][] = [];
  for (let positions = START; ; ) {
    const page = mergedPage(lists, positions, size);
    if (page.records.length === 0) return pages;
    pages.push(textsOf(page.records));
    positions = page.positions;
  }
}

describe('the merged order', () => {
  test('goes by what people are ordered by, then by origin, then by place in its answer', () => {
    const baker = personKey({ name: 'A', lastName: 'Baker', id: 30 }, false);
    const hidden = personKey({}, true);
    const ordered: [origin: string, Partial<OrderKey>][] = [
      ['y', baker],
      ['z', baker],
      ['z', { ...baker, id: 31 }],
      ['z', { ...baker, isAskedGene: false, taxonOrdering: 2 }],
      ['x', hidden],
      ['x', hidden],
      ['y', hidden],
      ['x', { ...baker, tier: 'TIER2' }],
    ];
    const numbered = ordered.map(([origin, changes], place) => ({
      origin,
      record: { json: String(place), order: orderKey(changes), isAnonymised: false, geneId: undefined },
    }));
    const lists = ['z', 'x', 'y'].map((origin) => ({
      key: origin,
      records: numbered.filter((one) => one.origin === origin).map(({ record }) => record),
    }));
    expect(textsOf(mergedPage(lists, START, ALL).records)).toEqual(ordered.map((_, place) => String(place)));
  });

  test('is that of everything sorted at once', () => {
    fc.assert(
      fc.property(origins, (lists) => {
        expect(textsOf(mergedPage(lists, START, ALL).records)).toEqual(inOrder(lists));
      }),
    );
  });

  test('is the same whoever answered first', () => {
    fc.assert(
      fc.property(
        origins.chain((lists) => fc.tuple(fc.constant(lists), fc.shuffledSubarray(lists, { minLength: lists.length }))),
        sizes,
        ([lists, arrived], size) => {
          expect(pagesByPosition(arrived, size)).toEqual(pagesByPosition(lists, size));
        },
      ),
    );
  });

  test('leaves records that are in no order where their origin put them, one origin after the other', () => {
    const records = (origin: string) =>
      [0, 1, 2].map((place) => ({
        json: `${origin}${place}`,
        order: undefined,
        isAnonymised: false,
        geneId: undefined,
      }));
    const lists = [
      { key: 'b', records: records('b') },
      { key: 'a', records: records('a') },
    ];
    expect(textsOf(mergedPage(lists, START, ALL).records)).toEqual(['a0', 'a1', 'a2', 'b0', 'b1', 'b2']);
  });
});

describe('over all pages', () => {
  test('every record is there once and in the same order, whether by position or by number', () => {
    fc.assert(
      fc.property(origins, sizes, (lists, size) => {
        const whole = inOrder(lists);
        const pages = pagesByPosition(lists, size);
        expect(pages.flat()).toEqual(whole);
        expect(pages.map(({ length }) => length)).toEqual(lengthsOfPages(whole.length, size));
        const byNumber = pages.map((_, number) => {
          return textsOf(mergedPage(lists, positionsAfter(lists, number * size), size).records);
        });
        expect(byNumber).toEqual(pages);
      }),
    );
  });

  test('positions count what came before, origin by origin', () => {
    fc.assert(
      fc.property(origins, fc.integer({ min: 0, max: 60 }), (lists, count) => {
        const positions = positionsAfter(lists, count);
        const before = inOrder(lists).slice(0, count);
        for (const { key, records } of lists) {
          expect(textsOf(records.slice(0, positions.get(key)))).toEqual(
            before.filter((text) => text.startsWith(`"${key} `)),
          );
        }
      }),
    );
  });

  test('a position of an origin that is not there any more stays for the day it comes back', () => {
    fc.assert(
      fc.property(origins, sizes, (lists, size) => {
        const before = positionsAfter(lists, size);
        const [gone, ...others] = lists;
        const { positions } = mergedPage(others, before, size);
        expect(positions.get(gone?.key ?? '')).toBe(before.get(gone?.key ?? ''));
      }),
    );
  });

  test('a position beyond an answer that has become shorter ends that origin and no other', () => {
    const lists = [
      { key: 'a', records: recordsOf('a', [orderKey({ id: 1 }), orderKey({ id: 2 })]) },
      { key: 'b', records: recordsOf('b', [orderKey({ id: 3 })]) },
    ];
    const { records, positions } = mergedPage(lists, new Map([['a', 7]]), ALL);
    expect([textsOf(records), positions.get('a'), positions.get('b')]).toEqual([['"b 0"'], 2, 1]);
  });
});

test('sorting an answer for merging keeps equal records in the order the origin gave them', () => {
  const records = ['x', 'y', 'z'].map((json) => ({ json, order: orderKey(), isAnonymised: true, geneId: 672 }));
  const first = { json: 'first', order: orderKey({ isPrincipalInvestigator: true }), isAnonymised: false, geneId: 672 };
  expect(textsOf(sortForMerging([...records, first]))).toEqual(['first', 'x', 'y', 'z']);
});

function lengthsOfPages(total: number, size: number): number[] {
  return Array.from({ length: Math.ceil(total / size) }, (_, page) => Math.min(size, total - page * size));
}
