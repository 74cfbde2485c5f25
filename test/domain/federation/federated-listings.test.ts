/** Pages of listings of many registries: each stands at a page of its own, and none is forgotten or read twice. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Part } from '../../../src/domain/federation/federated-answer.ts';
import { listingPage } from '../../../src/domain/federation/federated-pages.ts';
import type { OriginState } from '../../../src/domain/federation/origin.ts';
import { aPart, type OriginRecords, origins, SILENT_STATES, textsOf } from './generated-parts.ts';
import { fatesFrom, listingPart, shownOn, startAfter, startAt, troubles, walkListing } from './walk-pages.ts';

const sizes = fc.integer({ min: 1, max: 7 });
/** Everything there is, each registry in the order it gave. */
const all = (lists: readonly OriginRecords[]) => lists.flatMap(({ records }) => textsOf(records));

function numbered(key: string, count: number): OriginRecords {
  const records = Array.from({ length: count }, (_, place) => ({ json: `"${key} ${place}"` }));
  return { key, records: records.map((one) => ({ ...one, order: undefined, isAnonymised: false, geneId: undefined })) };
}

describe('when every registry answers', () => {
  test('a page is one page of every registry that has more, in the order of the configuration', () => {
    const pages = walkListing([numbered('b', 3), numbered('a', 5)], 2);
    expect(pages.map(({ records }) => textsOf(records))).toEqual([
      ['"b 0"', '"b 1"', '"a 0"', '"a 1"'],
      ['"b 2"', '"a 2"', '"a 3"'],
      ['"a 4"'],
    ]);
  });

  test('every record is shown once, by the cursor and by number', () => {
    fc.assert(
      fc.property(origins, sizes, (lists, size) => {
        const pages = walkListing(lists, size);
        expect(shownOn(pages).toSorted()).toEqual(all(lists).sort());
        const byNumber = pages.map((_, page) => {
          const start = startAt(size, page);
          return listingPage(
            lists.map((list) => listingPart(list, start)),
            start,
          );
        });
        expect(shownOn(byNumber)).toEqual(shownOn(pages));
      }),
    );
  });

  test('the envelope counts all registries together, and as many pages as the longest has', () => {
    fc.assert(
      fc.property(origins, sizes, (lists, size) => {
        const pages = walkListing(lists, size);
        const totalPages = Math.max(...lists.map(({ records }) => Math.ceil(records.length / size)));
        expect(pages).toHaveLength(Math.max(1, totalPages));
        for (const [number, { envelope, next }] of pages.entries()) {
          const last = number === pages.length - 1;
          expect(envelope).toMatchObject({ totalElements: all(lists).length, totalRelation: 'eq', totalPages });
          expect(envelope).toMatchObject({ number, size, first: number === 0, last });
          expect(next === undefined).toBe(last);
        }
      }),
    );
  });
});

test('a registry that does not tell how many it has is read to its first page that is not full', () => {
  const untold = (list: OriginRecords, start: Parameters<typeof listingPart>[1]) => ({
    ...listingPart(list, start),
    total: undefined,
  });
  const list = numbered('a', 5);
  const first = listingPage([untold(list, startAt(2, 0))], startAt(2, 0));
  expect(first.envelope).toMatchObject({ totalElements: 2, totalRelation: 'gte', last: false });
  const second = startAfter(first);
  const next = listingPage([untold(list, second)], second);
  expect(next.envelope).toMatchObject({ totalElements: 4, totalRelation: 'gte' });
  expect(next).toMatchObject({ remarks: [], hasChanged: false });
  const third = startAfter(next);
  const last = listingPage([untold(list, third)], third);
  expect(last.envelope).toMatchObject({ totalElements: 5, totalRelation: 'eq', last: true });
  expect(last.next).toBeUndefined();
});

describe('when registries fail between pages, and come back', () => {
  test('every record is shown once, and those of one registry in its order', () => {
    fc.assert(
      fc.property(origins, sizes, troubles([...SILENT_STATES, 'not-asked']), (lists, size, [page0 = [], ...rows]) => {
        // Who is left out of the first page is none of this answer.
        const asked = [page0.map((fate) => (fate === 'not-asked' ? 'failed' : fate)), ...rows];
        const shown = shownOn(walkListing(lists, size, fatesFrom(asked, lists)));
        expect(shown.toSorted()).toEqual(all(lists).sort());
        for (const { key, records } of lists) {
          expect(shown.filter((text) => text.startsWith(`"${key} `))).toEqual(textsOf(records));
        }
      }),
      { numRuns: 500 },
    );
  });

  test('what a registry said it has counts on while it fails', () => {
    const lists = [numbered('a', 5), numbered('b', 4)];
    const pages = walkListing(lists, 2, (page, key) => (key === 'b' && page === 1 ? 'timed-out' : undefined));
    expect(pages.map(({ envelope }) => [envelope.totalElements, envelope.totalRelation, envelope.last])).toEqual([
      [9, 'eq', false],
      [9, 'gte', false],
      [9, 'eq', true],
    ]);
  });

  test('one that never comes back keeps the cursor alive, so that it can be asked again', () => {
    const start = startAt(2);
    const page = listingPage([listingPart(numbered('a', 1), start), aPart('b', [], 'resting')], start);
    expect([page.envelope.last, page.next?.positions.get('b')]).toEqual([
      true,
      { at: 0, answer: undefined, isDone: false },
    ]);
  });

  test('one that cannot be asked for listings does not keep the cursor alive', () => {
    const start = startAt(2);
    const page = listingPage([listingPart(numbered('a', 1), start), aPart('b', [], 'unsupported')], start);
    expect([page.envelope.totalRelation, page.next]).toEqual(['gte', undefined]);
  });
});

describe('when a registry does not tell how many it has', () => {
  const untold = (count: number, state?: OriginState): Part => ({
    ...aPart('a', numbered('a', count).records, state),
    total: undefined,
  });

  test('it is asked on until a page is not full', () => {
    const page = listingPage([untold(2)], startAt(2));
    expect([page.next?.positions.get('a')?.isDone, page.envelope.last]).toEqual([false, false]);
    const next = listingPage([untold(1)], startAfter(page));
    expect([next.next, next.envelope.last]).toEqual([undefined, true]);
  });
});

test('a registry that holds more or fewer than on the first page is remarked', () => {
  const start = startAt(2);
  const page = listingPage([listingPart(numbered('a', 5), start), listingPart(numbered('b', 5), start)], start);
  const second = startAfter(page);
  const changed = listingPage([listingPart(numbered('a', 6), second), listingPart(numbered('b', 5), second)], second);
  expect([changed.hasChanged, changed.remarks]).toEqual([
    true,
    ['what Registry a holds has changed since the first page'],
  ]);
  expect([changed.envelope.totalElements, changed.envelope.totalRelation]).toEqual([11, 'gte']);
});
