/** Pages of searches over many registries: whoever is late or fails in between, nothing is lost and nothing comes twice. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Part } from '../../../src/domain/federation/federated-answer.ts';
import { mergedPage } from '../../../src/domain/federation/merging.ts';
import type { OriginState } from '../../../src/domain/federation/origin.ts';
import { remarkInEnglish } from '../../../src/domain/federation/page-remarks.ts';
import { searchPage } from '../../../src/domain/pages/search-pages.ts';
import { personKey } from '../../../src/domain/people/order.ts';
import {
  aPart,
  type OriginRecords,
  origins,
  recordsOf,
  SILENT_STATES,
  textsOf,
} from '../federation/generated-parts.ts';
import { orderKey } from '../people/order-keys.ts';
import {
  answerTag,
  fatesFrom,
  type SearchPage,
  shownOn,
  startAfter,
  startAt,
  troubles,
  walkSearch,
} from './walk-pages.ts';

const sizes = fc.integer({ min: 1, max: 7 });
const merged = (lists: readonly OriginRecords[]) => textsOf(mergedPage(lists, new Map(), 1000).records);
const first = (parts: readonly Part[], size: number, page?: number) =>
  searchPage(parts, startAt(size, page), answerTag);
const after = (last: SearchPage, parts: readonly Part[]) => searchPage(parts, startAfter(last), answerTag);

describe('when every registry answers', () => {
  test('the pages of the cursor are the merged list, and the same as the pages by number', () => {
    fc.assert(
      fc.property(origins, sizes, (lists, size) => {
        const parts = lists.map(({ key, records }) => aPart(key, records));
        const pages = walkSearch(lists, size);
        expect(shownOn(pages)).toEqual(merged(lists));
        const byNumber = pages.map((_, number) => first(parts, size, number));
        expect(byNumber.map(({ records, envelope }) => [textsOf(records), envelope])).toEqual(
          pages.map(({ records, envelope }) => [textsOf(records), envelope]),
        );
      }),
    );
  });

  test('the envelope has the number of the page, of all pages and of all records, and where the end is', () => {
    fc.assert(
      fc.property(origins, sizes, (lists, size) => {
        const pages = walkSearch(lists, size);
        const totalElements = merged(lists).length;
        const totalPages = Math.ceil(totalElements / size);
        expect(pages).toHaveLength(Math.max(1, totalPages));
        for (const [number, { envelope, records, next }] of pages.entries()) {
          const isLast = number === pages.length - 1;
          expect(envelope).toEqual({
            totalElements,
            totalRelation: 'eq',
            number,
            size,
            totalPages,
            first: number === 0,
            last: isLast,
            numberOfElements: records.length,
            empty: records.length === 0,
          });
          expect(next === undefined).toBe(isLast);
        }
      }),
    );
  });

  test('a page number beyond the end is empty and leads nowhere', () => {
    const { records, envelope, next } = first([aPart('a', threeOf('a'))], 2, 9);
    expect([records, envelope.empty, envelope.last, envelope.totalElements, next]).toEqual([
      [],
      true,
      true,
      3,
      undefined,
    ]);
  });

  test('no page has a remark', () => {
    fc.assert(
      fc.property(origins, sizes, (lists, size) => {
        const pages = walkSearch(lists, size);
        expect(pages.flatMap(({ remarks }) => remarks)).toEqual([]);
        expect(pages.some(({ hasChanged }) => hasChanged)).toBe(false);
      }),
    );
  });
});

describe('when registries are late or fail between pages, and come back', () => {
  test('every record is shown once', () => {
    fc.assert(
      fc.property(origins, sizes, troubles(SILENT_STATES), (lists, size, rows) => {
        const shown = shownOn(walkSearch(lists, size, fatesFrom(rows, lists)));
        expect(shown.toSorted()).toEqual(merged(lists).sort());
      }),
      { numRuns: 500 },
    );
  });

  test('each page is in order, and so are the records of each registry over all pages', () => {
    fc.assert(
      fc.property(origins, sizes, troubles(SILENT_STATES), (lists, size, rows) => {
        const pages = walkSearch(lists, size, fatesFrom(rows, lists));
        const all = merged(lists);
        for (const { records } of pages) {
          const places = textsOf(records).map((text) => all.indexOf(text));
          expect(places).toEqual(places.toSorted((a, b) => a - b));
        }
        for (const { key, records } of lists) {
          expect(shownOn(pages).filter((text) => text.startsWith(`"${key} `))).toEqual(textsOf(records));
        }
      }),
    );
  });

  test('those that fail now and then and those that are not asked now and then are the same to the caller', () => {
    fc.assert(
      fc.property(
        origins,
        sizes,
        troubles([...SILENT_STATES, 'not-asked', 'stale', 'limited']),
        (lists, size, rows) => {
          const [page0 = [], ...others] = rows;
          // Who is left out of the first page is none of this answer.
          const queried = [page0.map((fate) => (fate === 'not-asked' ? 'failed' : fate)), ...others];
          const shown = shownOn(walkSearch(lists, size, fatesFrom(queried, lists)));
          expect(shown.toSorted()).toEqual(merged(lists).sort());
        },
      ),
      { numRuns: 500 },
    );
  });

  test('the number of records is a lower bound, and is called one', () => {
    fc.assert(
      fc.property(origins, sizes, fc.constantFrom(...SILENT_STATES), (lists, size, state) => {
        const [failed, ...others] = lists;
        const parts = lists.map(({ key, records }) => aPart(key, records, key === failed?.key ? state : undefined));
        const { envelope } = first(parts, size);
        expect([envelope.totalElements, envelope.totalRelation]).toEqual([merged(others).length, 'gte']);
      }),
    );
  });

  test('one that answers for the first time on a later page is named, and its records begin there', () => {
    const lists = [...registries('a', 'b')];
    const pages = walkSearch(lists, 3, (page, key) => (key === 'b' && page === 0 ? 'timed-out' : undefined));
    expect(pages.map(({ remarks }) => remarks.map(remarkInEnglish))).toEqual([
      [],
      ['Registry b answered only after the first page, so its records begin here'],
    ]);
    expect(pages.map(({ records }) => textsOf(records))).toEqual([
      ['"a 0"', '"a 1"', '"a 2"'],
      ['"b 0"', '"b 1"', '"b 2"'],
    ]);
  });

  test('one that contributed, failed and came back goes on where it stood, and is not called late', () => {
    const lists = [...registries('a', 'b')];
    const pages = walkSearch(lists, 2, (page, key) => (key === 'a' && page === 1 ? 'failed' : undefined));
    expect(pages.map(({ records }) => textsOf(records))).toEqual([
      ['"a 0"', '"b 0"'],
      ['"b 1"', '"b 2"'],
      ['"a 1"', '"a 2"'],
    ]);
    expect(pages.flatMap(({ remarks }) => remarks)).toEqual([]);
  });

  test('one that never comes back does not keep the pages from ending, and can be asked again apart', () => {
    const parts = [aPart('a', threeOf('a')), aPart('b', [], 'resting')];
    const page = first(parts, 3);
    expect([page.records.length, page.envelope.last, page.next, page.retry?.number]).toEqual([3, true, undefined, 1]);
    const again = after(page, parts);
    expect([again.records, again.next, again.retry?.number]).toEqual([[], undefined, 2]);
    const back = after(again, [aPart('a', threeOf('a')), aPart('b', threeOf('b'))]);
    expect([textsOf(back.records), back.next, back.retry]).toEqual([textsOf(threeOf('b')), undefined, undefined]);
  });

  test('pages end with the registries that answer them, whoever fails for ever', () => {
    fc.assert(
      fc.property(origins, sizes, fc.constantFrom(...SILENT_STATES, 'stale'), (lists, size, state) => {
        const [failing, ...others] = lists;
        const parts = lists.map(({ key, records }) => aPart(key, records, key === failing?.key ? state : undefined));
        const pages = [first(parts, size)];
        while (pages.at(-1)?.next !== undefined) pages.push(after(pages.at(-1) as SearchPage, parts));
        const shown = state === 'stale' ? lists : others;
        expect(pages).toHaveLength(Math.max(1, Math.ceil(merged(shown).length / size)));
        expect(pages.map(({ envelope, retry }) => [envelope.last, retry !== undefined])).toEqual(
          pages.map((_, number) => Array(2).fill(number === pages.length - 1)),
        );
      }),
    );
  });

  test('one of which an old answer is shown to its end can be asked again: there may be more by now', () => {
    const page = first([aPart('a', threeOf('a')), aPart('b', threeOf('b'), 'stale')], 6);
    expect([page.records.length, page.retry?.positions.get('b')]).toEqual([
      6,
      expect.objectContaining({ at: 3, answer: expect.any(String), isDone: false }),
    ]);
  });

  test.each<OriginState>(['unknown-term', 'unsupported'])('one that is %s has nothing to come back with', (state) => {
    const parts = [aPart('a', threeOf('a')), aPart('b', [], state)];
    expect(first(parts, 3)).toMatchObject({ next: undefined, retry: undefined });
    const late = [aPart('a', threeOf('a')), aPart('b', [], 'failed')];
    expect(after(first(late, 3), parts)).toMatchObject({ next: undefined, retry: undefined });
  });
});

describe('when only some registries are asked', () => {
  test('asking one again leaves the others where they stand', () => {
    const [a, b] = [threeOf('a'), threeOf('b')];
    const start = first([aPart('a', a), aPart('b', [], 'timed-out')], 2);
    const again = after(start, [aPart('a', [], 'not-asked'), aPart('b', b)]);
    const rest = after(again, [aPart('a', a), aPart('b', b)]);
    expect([start, again, rest].map(({ records }) => textsOf(records))).toEqual([
      ['"a 0"', '"a 1"'],
      ['"b 0"', '"b 1"'],
      ['"a 2"', '"b 2"'],
    ]);
    expect(rest.next).toBeUndefined();
  });

  test('those that were not asked for the first page are none of what the cursor goes on with', () => {
    const start = first([aPart('a', threeOf('a')), aPart('b', [], 'not-asked')], 2);
    expect([...(start.next?.positions.keys() ?? [])]).toEqual(['a']);
    expect(start.envelope).toMatchObject({ totalElements: 3, totalRelation: 'eq' });
    const joined = (records: OriginRecords['records']) =>
      after(start, [aPart('a', threeOf('a')), aPart('b', records)]).remarks.map(({ code }) => code);
    expect([joined(threeOf('b')), joined([])]).toEqual([['asked-late'], []]);
  });

  test('one that answers late and has nothing is not called late', () => {
    const start = first([aPart('a', threeOf('a')), aPart('b', [], 'timed-out')], 2);
    expect(after(start, [aPart('a', threeOf('a')), aPart('b', [])]).remarks).toEqual([]);
  });
});

describe('when what a registry holds changes between pages', () => {
  const names = ['Adams, A', 'Baker, B', 'Clark, C', 'Davis, D'];
  const people = (...which: number[]) =>
    recordsOf(
      'a',
      which.map((id) => keyOfPerson(names[id - 1] ?? '', id)),
    );
  const start = first([aPart('a', people(1, 2, 3)), aPart('b', threeOf('b'))], 2);

  const CHANGED = 'what Registry a holds has changed since the page before';

  test.each([
    ['somebody came behind', people(1, 2, 3, 4), CHANGED],
    ['somebody went who was not shown', people(1, 2), CHANGED],
    ['somebody took the place of another', people(1, 2, 4), CHANGED],
    ['somebody went who was shown', people(1, 3), `${CHANGED}: 1 record shown before is gone`],
    ['everybody went', people(), `${CHANGED}: 2 records shown before are gone`],
  ])('because %s, the answer says so, and the total is a lower bound', (_, records, sentence) => {
    const page = after(start, [aPart('a', records), aPart('b', threeOf('b'))]);
    const sentences = page.remarks.map(remarkInEnglish);
    expect([page.hasChanged, sentences, page.envelope.totalRelation]).toEqual([true, [sentence], 'gte']);
  });

  test('because two came in front, they are shown on the next page, and nothing appears twice', () => {
    const begun = first([aPart('a', people(3, 4))], 1);
    const page = after(begun, [aPart('a', people(1, 2, 3, 4))]);
    expect(page.records.map(({ order }) => order?.id)).toEqual([1]);
    expect(page.remarks.map(remarkInEnglish)).toEqual([
      `${CHANGED}: 2 that now stand among those shown before follow from here on`,
    ]);
    const rest = after(page, [aPart('a', people(1, 2, 3, 4))]);
    expect([rest.records.map(({ order }) => order?.id), rest.remarks]).toEqual([[2], []]);
  });

  test('it is said once, as the later pages are of the new answer', () => {
    const parts = [aPart('a', people(1, 2, 3, 4)), aPart('b', threeOf('b'))];
    expect(after(after(start, parts), parts)).toMatchObject({ hasChanged: false, remarks: [] });
  });

  test('the answer does not say so of a registry that has only failed', () => {
    const page = after(start, [aPart('a', [], 'failed'), aPart('b', threeOf('b'))]);
    expect([page.hasChanged, page.remarks]).toEqual([false, []]);
  });

  test('the answer does not say so of a registry of which the caller has seen nothing yet', () => {
    const page = after(first([aPart('a', people(1, 2)), aPart('z', people(3))], 1), [
      aPart('a', people(1, 2)),
      aPart('z', people(4)),
    ]);
    expect([page.hasChanged, page.remarks]).toEqual([false, []]);
  });
});

function keyOfPerson(name: string, id: number) {
  return orderKey(personKey({ name, id }, false));
}

function threeOf(key: string) {
  return recordsOf(
    key,
    [1, 2, 3].map((id) => keyOfPerson(`Name ${id}`, id)),
  );
}

function registries(...keys: string[]): OriginRecords[] {
  return keys.map((key) => ({ key, records: threeOf(key) }));
}
