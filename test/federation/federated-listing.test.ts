/** Pages of listings of many registries: each stands at a place of its own, and none is forgotten or read twice. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MOST_CURSOR_CHARACTERS } from '../../src/domain/pages/cursor.ts';
import { SILENT_STATES } from '../domain/federation/generated-parts.ts';
import { sampledCount } from '../support/machine/sample.ts';
import { type ListedRegistry, listAll, listedSource, listPage, type Row, rowsFrom } from './listed-registry.ts';
import { useCasesOver } from './small-sources.ts';

const sizes = fc.integer({ min: 1, max: 7 });
/** Up to four registries with rows of their own. */
const registries: fc.Arbitrary<ListedRegistry[]> = fc
  .array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 4 })
  .map((counts) => counts.map((count, place) => ({ key: `r${place}`, rows: rowsFrom(place * 100 + 1, count) })));
const over = (list: readonly ListedRegistry[]) => useCasesOver(list.map(listedSource));
const all = (list: readonly ListedRegistry[]) => list.flatMap(({ rows }) => rows.map(({ row }) => row));
const byNumber = (a: number, b: number) => a - b;

describe('when every registry answers', () => {
  test('a page is one page of every registry that has more, in the order of the configuration', async () => {
    const pages = await listAll(
      over([
        { key: 'b', rows: rowsFrom(1, 3) },
        { key: 'a', rows: rowsFrom(11, 5) },
      ]),
      2,
    );
    expect(pages.map(({ rows }) => rows)).toEqual([[1, 2, 11, 12], [3, 13, 14], [15]]);
  });

  test('every record is shown once, by the cursor and by number, and nothing is remarked', async () => {
    await fc.assert(
      fc.asyncProperty(registries, sizes, async (list, size) => {
        const useCases = over(list);
        const pages = await listAll(useCases, size);
        expect(pages.flatMap(({ rows }) => rows).sort(byNumber)).toEqual(all(list));
        const numbered = await Promise.all(pages.map((_, page) => listPage(useCases, { page, size })));
        expect(numbered.map(({ rows }) => rows)).toEqual(pages.map(({ rows }) => rows));
        expect(pages.filter(({ complete, summary }) => !complete || summary.includes('changed'))).toEqual([]);
      }),
    );
  });

  test('the envelope counts all registries together, and as many pages as the longest has', async () => {
    await fc.assert(
      fc.asyncProperty(registries, sizes, async (list, size) => {
        const pages = await listAll(over(list), size);
        const totalPages = Math.max(...list.map(({ rows }) => Math.ceil(rows.length / size)));
        expect(pages).toHaveLength(Math.max(1, totalPages));
        for (const [number, page] of pages.entries()) {
          const last = number === pages.length - 1;
          expect(page).toMatchObject({
            totalElements: all(list).length,
            totalRelation: 'eq',
            totalPages,
            number,
            last,
          });
        }
      }),
    );
  });

  test('a page behind the first costs each registry one request', async () => {
    const source = listedSource({ key: 'a', rows: rowsFrom(1, 200) });
    const pages = await listAll(useCasesOver([source]), 20);
    expect([pages.length, source.questions.length]).toEqual([10, 10]);
  });

  test('rows that cannot be read here do not stop the cursor, nor do they count as a change', async () => {
    const rows = [...rowsFrom(1, 5), ...rowsFrom(6, 40, { isDropped: true }), ...rowsFrom(46, 5)];
    const pages = await listAll(over([{ key: 'a', rows }]), 4);
    expect(pages.flatMap((page) => page.rows)).toEqual([1, 2, 3, 4, 5, 46, 47, 48, 49, 50]);
    expect(pages.filter(({ summary }) => summary.includes('changed'))).toEqual([]);
  });
});

describe('a listing of named people, hidden ones and rows that are not shown', () => {
  const kind = fc.constantFrom<Omit<Row, 'row'>>({}, {}, { isHidden: true }, { isDropped: true });
  /** A hidden researcher may have more genes than a cursor names rows. */
  const runs = fc.array(fc.tuple(kind, fc.integer({ min: 1, max: 40 })), { maxLength: 4 });
  const rowsOf = (some: readonly [Omit<Row, 'row'>, number][]) =>
    some
      .flatMap(([about, count]) => Array<Omit<Row, 'row'>>(count).fill(about))
      .map((about, row) => ({ row, ...about }));

  test('is read whole by pages of every size: nothing lost, nothing twice, and what is missing counted where it is', async () => {
    await fc.assert(
      fc.asyncProperty(runs, fc.integer({ min: 1, max: 90 }), fc.boolean(), async (some, size, isTotalMissing) => {
        const rows = rowsOf(some);
        const pages = await listAll(over([{ key: 'a', rows, isTotalMissing }]), size);
        expect(pages.flatMap((page) => page.rows)).toEqual(rows.filter((one) => !one.isDropped).map(({ row }) => row));
        const dropped = pages.reduce((sum, page) => sum + page.dropped, 0);
        expect(dropped).toBe(rows.filter(({ isDropped }) => isDropped).length);
      }),
      { numRuns: sampledCount(30, 300) },
    );
  });
});

test.each([1, 10, 30, 300])('a cursor over %i registries fits into an address', async (count) => {
  // Ids that follow from nothing before, so that nothing makes them short.
  const idAt = (place: number) => Math.imul(place, 0x9e3779b1) >>> 1;
  const list = Array.from({ length: count }, (_, place) => ({
    key: `registry-${place}.example.org`,
    rows: Array.from({ length: 100 }, (_, row) => ({ row: idAt(100 * place + row + 1) })),
    edition: '0a1b2c3d public 17',
  }));
  const pages = await listAll(over(list), 40);
  expect(pages.flatMap(({ rows }) => rows)).toHaveLength(count * 100);
  for (const { cursor } of pages) expect(cursor?.length ?? 0).toBeLessThan(MOST_CURSOR_CHARACTERS);
});

describe('a registry that does not state how many it has', () => {
  test('is read to its first page that is not full', async () => {
    const pages = await listAll(over([{ key: 'a', rows: rowsFrom(1, 5), isTotalMissing: true }]), 2);
    expect(pages.map(({ rows, totalRelation, last }) => [rows, totalRelation, last])).toEqual([
      [[1, 2], 'gte', false],
      [[3, 4], 'gte', false],
      [[5], 'eq', true],
    ]);
    expect(pages.at(-1)?.totalElements).toBe(5);
    expect(pages.filter(({ complete }) => !complete)).toEqual([]);
  });
});

describe('a page by its number counts what is known', () => {
  const rows = rowsFrom(1, 5);
  const unstated = { key: 'a', rows, isTotalMissing: true };
  /** Whoever states how many rows it has counts one that is not shown. */
  const oneLess = { key: 'a', rows: rows.with(1, { row: 2, isDropped: true }) };

  test.each([
    ['of rows without a total, up to it', unstated, 1, [[3, 4], 4, 2, false]],
    ['of rows without a total, to the end', unstated, 2, [[5], 5, 3, true]],
    ['of rows without a total, behind the end', unstated, 9, [[], 0, 9, true]],
    ['of a total, and what is not shown does not count', oneLess, 0, [[1], 4, 3, false]],
    ['of a total, with the rows in front', oneLess, 1, [[3, 4], 5, 3, false]],
    ['of a total, behind the end', oneLess, 9, [[], 5, 3, true]],
  ])('%s', async (_, registry, page, expected) => {
    const shown = await listPage(over([registry]), { page, size: 2 });
    expect([shown.rows, shown.totalElements, shown.totalPages, shown.last]).toEqual(expected);
    expect(shown.totalRelation).toBe('gte');
  });
});

test('a registry that fails on large pages is read in smaller ones', async () => {
  const pages = await listAll(over([{ key: 'a', rows: rowsFrom(1, 50), mostRows: 20 }]), 20);
  expect(pages.flatMap(({ rows }) => rows)).toEqual(all([{ key: 'a', rows: rowsFrom(1, 50) }]));
  expect(pages.filter(({ complete }) => !complete)).toEqual([]);
});

test('a registry of which only so many rows can be had in pieces is read in smaller ones, and nothing is missing', async () => {
  const pages = await listAll(over([{ key: 'a', rows: rowsFrom(1, 150), mostInPieces: 50 }]), 50);
  expect(pages.flatMap(({ rows }) => rows)).toEqual(all([{ key: 'a', rows: rowsFrom(1, 150) }]));
});

describe('a registry that cannot give one of its rows', () => {
  const rows = rowsFrom(1, 12).with(1, { row: 2, isUnwritable: true });

  test('is limited on the page of that row, and every page behind says that one is missing', async () => {
    const pages = await listAll(over([{ key: 'a', rows }]), 4);
    const missing = 'Registry a answered; some records of Registry a are missing on pages before this one.';
    expect(pages.map((page) => [page.rows, page.complete, page.totalRelation])).toEqual([
      [[1, 3, 4], false, 'gte'],
      [[5, 6, 7, 8], false, 'gte'],
      [[9, 10, 11, 12], false, 'gte'],
    ]);
    expect(pages.slice(1).map(({ summary }) => summary)).toEqual([missing, missing]);
  });

  test.each([
    ['may have moved where the last one that was shown is one', 3, undefined, true],
    ['are in no doubt where a named one was shown behind them', 2, undefined, false],
    ['are in no doubt where the edition is the same', 3, '7', false],
  ])('is read on by number: anonymised rows %s', async (_, place, edition, isInDoubt) => {
    const hidden = rows.with(place, { row: place + 1, isHidden: true });
    const pages = await listAll(over([{ key: 'a', rows: hidden, ...(edition !== undefined && { edition }) }]), 4);
    expect(pages[1]?.rows).toEqual([5, 6, 7, 8]);
    expect(pages[1]?.summary.includes('anonymised records of Registry a may have moved')).toBe(isInDoubt);
  });

  test.each([
    ['came', [{ row: 98 }, { row: 99 }, ...rows]],
    ['went', rows.slice(1)],
  ])('is read behind the rows shown last when others %s in front', async (_, changed) => {
    const a: ListedRegistry = { key: 'a', rows };
    const pages = await listAll(over([a]), 4, () => {
      a.rows = changed;
      return undefined;
    });
    expect(pages.flatMap((page) => page.rows)).toEqual([1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(pages[1]?.summary).toContain('what Registry a holds has changed since the page before');
  });
});

describe('when registries fail between pages, and come back', () => {
  const state = fc.option(fc.constantFrom(...SILENT_STATES, 'not-asked' as const), { nil: undefined, freq: 2 });
  const troubles = fc.array(fc.array(state, { minLength: 4, maxLength: 4 }), { maxLength: 6 });

  test('every record is shown once, and those of one registry in its order', async () => {
    await fc.assert(
      fc.asyncProperty(registries, sizes, troubles, async (given, size, rowsOfStates) => {
        const list = given.map((registry) => ({ ...registry }));
        const behave = (page: number) => {
          const states = list.map((_, place) => rowsOfStates[page]?.[place]);
          // Who is left out of the first page is none of this answer.
          for (const [place, one] of list.entries()) {
            const state = states[place];
            one.state = state === 'not-asked' ? (page === 0 ? 'failed' : undefined) : state;
          }
          const queried = list.filter((_, place) => states[place] !== 'not-asked').map(({ key }) => key);
          return queried.length === 0 ? undefined : queried;
        };
        behave(0);
        const shown = (await listAll(over(list), size, behave)).flatMap(({ rows }) => rows);
        expect(shown.toSorted(byNumber)).toEqual(all(list));
        for (const { rows } of list) {
          const own = rows.map(({ row }) => row);
          expect(shown.filter((row) => own.includes(row))).toEqual(own);
        }
      }),
      { numRuns: sampledCount(30, 300) },
    );
  });

  test('what a registry said it has counts on while it fails', async () => {
    const b: ListedRegistry = { key: 'b', rows: rowsFrom(11, 4) };
    const pages = await listAll(over([{ key: 'a', rows: rowsFrom(1, 5) }, b]), 2, (page) => {
      b.state = page === 1 ? 'timed-out' : undefined;
      return undefined;
    });
    expect(pages.map(({ totalElements, totalRelation, last }) => [totalElements, totalRelation, last])).toEqual([
      [9, 'eq', false],
      [9, 'gte', false],
      [9, 'eq', true],
    ]);
  });

  test('one that never comes back does not keep the pages from ending, and can be asked again apart', async () => {
    const page = await listPage(
      over([
        { key: 'a', rows: rowsFrom(1, 1) },
        { key: 'b', rows: [], state: 'resting' },
      ]),
      {
        size: 2,
      },
    );
    expect([page.last, page.cursor, typeof page.retryCursor]).toEqual([true, null, 'string']);
  });

  test('one that cannot be asked for listings is not offered to be asked again', async () => {
    const old: ListedRegistry = { key: 'b', rows: [], state: 'unsupported' };
    const page = await listPage(over([{ key: 'a', rows: rowsFrom(1, 1) }, old]), { size: 2 });
    expect([page.totalRelation, page.cursor, page.retryCursor]).toEqual(['gte', null, null]);
  });

  test('one that has given some of its rows, and cannot be asked for the others, is offered to be asked again', async () => {
    const b: ListedRegistry = { key: 'b', rows: rowsFrom(11, 4) };
    const list = over([{ key: 'a', rows: rowsFrom(1, 3) }, b]);
    const first = await listPage(list, { size: 2 });
    b.state = 'unsupported';
    const last = await listPage(list, { cursor: first.cursor ?? '' });
    expect([last.totalElements, last.totalRelation, last.cursor]).toEqual([7, 'gte', null]);
    b.state = undefined;
    const rest = await listPage(list, { cursor: last.retryCursor ?? '' });
    expect([rest.rows, rest.totalRelation, rest.retryCursor]).toEqual([[13, 14], 'eq', null]);
  });
});

type Held = ListedRegistry['rows'] | undefined;

/** The pages of a registry that holds these rows when a page is requested; undefined: the same as for the page before. */
async function pagesWhile(held: readonly Held[], size: number, about: Partial<ListedRegistry> = {}) {
  const a: ListedRegistry = { key: 'a', rows: held[0] ?? [], ...about };
  return listAll(over([a]), size, (page) => {
    a.rows = held[page] ?? a.rows;
    return undefined;
  });
}

describe('when rows of a registry change between pages', () => {
  const pagesOf = (before: ListedRegistry['rows'], after: ListedRegistry['rows'], size = 5) =>
    pagesWhile([before, after], size);
  const rows = rowsFrom(1, 12);
  const CHANGED = 'Registry a answered; what Registry a holds has changed since the page before';
  const shown = (pages: readonly { rows: number[] }[]) => pages.map((page) => page.rows);

  test('rows that went from the pages before shift nothing out, and the sentence counts those known to be gone', async () => {
    const pages = await pagesOf(rows, rows.toSpliced(2, 2));
    expect(shown(pages)).toEqual([
      [1, 2, 3, 4, 5],
      [6, 7, 8, 9, 10],
      [11, 12],
    ]);
    expect(pages.map(({ summary, complete, totalRelation }) => [summary, complete, totalRelation])).toEqual([
      ['Registry a answered.', true, 'eq'],
      [`${CHANGED}: 2 records shown before are gone.`, false, 'gte'],
      ['Registry a answered.', true, 'eq'],
    ]);
  });

  test('a row that went while another came at the end is noticed, though the number of rows is the same', async () => {
    const pages = await pagesOf(rows, [...rows.slice(1), { row: 99 }]);
    expect(shown(pages)).toEqual([
      [1, 2, 3, 4, 5],
      [6, 7, 8, 9, 10],
      [11, 12, 99],
    ]);
    expect(pages[1]?.complete).toBe(false);
  });

  test('rows that came in front are not shown, which is said to the end, and nothing is shown twice', async () => {
    const pages = await pagesOf(rows, [{ row: 98 }, { row: 99 }, ...rows]);
    expect(shown(pages)).toEqual([
      [1, 2, 3, 4, 5],
      [6, 7, 8, 9, 10],
      [11, 12],
    ]);
    const unseen = 'records that came to Registry a on pages that had been read are not shown';
    expect(pages.map(({ summary }) => summary)).toEqual([
      'Registry a answered.',
      `${CHANGED}; ${unseen}.`,
      `Registry a answered; ${unseen}.`,
    ]);
    expect(pages.map(({ complete, totalRelation }) => [complete, totalRelation])).toEqual([
      [true, 'eq'],
      [false, 'gte'],
      [false, 'gte'],
    ]);
  });

  test('rows that came among those shown last are shown', async () => {
    const pages = await pagesOf(rows, rows.toSpliced(3, 0, { row: 99 }));
    expect(shown(pages)).toEqual([
      [1, 2, 3, 4, 5],
      [99, 6, 7, 8, 9],
      [10, 11, 12],
    ]);
    expect(pages[1]?.summary).toBe(`${CHANGED}: 1 that now stands among those shown before follows from here on.`);
  });

  test('so many rows in front that the next page holds only what was shown are passed over, and the page is full', async () => {
    const pages = await pagesOf(rows, [...rowsFrom(100, 50), ...rows]);
    expect(shown(pages)).toEqual([
      [1, 2, 3, 4, 5],
      [6, 7, 8, 9, 10],
      [11, 12],
    ]);
  });

  test('where everybody who was shown is gone, and nobody else was, nothing is lost', async () => {
    const pages = await pagesOf(rows, rows.slice(5));
    expect(shown(pages)).toEqual([
      [1, 2, 3, 4, 5],
      [6, 7, 8, 9, 10],
      [11, 12],
    ]);
    expect(pages[1]?.summary).toBe(`${CHANGED}: 5 records shown before are gone.`);
  });

  test('a place that is not to be found again is named until the end', async () => {
    const many = rowsFrom(1, 50);
    const [first, second] = await pagesOf(many, many.slice(40), 40);
    const lost =
      'the place in the list of Registry a cannot be found again for certain, so some of its records may be missing or stand twice';
    expect([first?.rows.length, second?.rows]).toEqual([40, []]);
    expect([second?.summary, second?.complete]).toEqual([`${CHANGED}; ${lost}.`, false]);
  });

  test('a doubt stays when the registry has given everything and others go on', async () => {
    const a: ListedRegistry = { key: 'a', rows: rowsFrom(1, 6) };
    const pages = await listAll(over([a, { key: 'b', rows: rowsFrom(101, 20) }]), 5, () => {
      a.rows = [{ row: 99 }, ...rowsFrom(1, 6)];
      return undefined;
    });
    const unseen = 'records that came to Registry a on pages that had been read are not shown';
    expect(pages.map(({ complete, summary }) => [complete, summary.includes(unseen)])).toEqual([
      [true, false],
      [false, true],
      [false, true],
      [false, true],
    ]);
  });

  describe('anonymised rows at the end of a page', () => {
    const hidden = [...rowsFrom(1, 3), ...rowsFrom(4, 4, { isHidden: true }), ...rowsFrom(8, 3)];

    test.each([
      ['are in no doubt where nothing has changed', hidden, true],
      ['may have moved where one of them went and another row came', [...hidden.toSpliced(3, 1), { row: 99 }], false],
      ['may have moved where another stands in their place', hidden.with(4, { row: 99, isHidden: true }), false],
    ])('%s', async (_, changed, isCertain) => {
      const source: ListedRegistry = { key: 'a', rows: hidden };
      const [first, second] = await listAll(over([source]), 5, () => {
        source.rows = changed;
        return undefined;
      });
      const moved =
        'anonymised records of Registry a may have moved between pages, so some may be missing or stand twice';
      expect([first?.complete, second?.complete]).toEqual([true, isCertain]);
      expect(second?.summary.includes(moved)).toBe(!isCertain);
    });

    test('may have moved where one of many cannot be read any more, and another stands behind them', async () => {
      const rows = [...rowsFrom(1, 2), ...rowsFrom(3, 9, { isHidden: true }), ...rowsFrom(12, 3)];
      const source: ListedRegistry = { key: 'a', rows };
      const [first, second] = await listAll(over([source]), 10, () => {
        source.rows = rows.with(3, { row: 4, isDropped: true });
        return undefined;
      });
      expect([first?.complete, second?.complete]).toEqual([true, false]);
      expect(second?.summary).toContain('anonymised records of Registry a may have moved between pages');
    });

    test('may have moved after a page of a row that cannot be read, too', async () => {
      const rows = [{ row: 1, isHidden: true }, ...rowsFrom(2, 2, { isDropped: true })];
      const source: ListedRegistry = { key: 'a', rows };
      const pages = await listAll(over([source]), 1, (page) => {
        if (page === 2) source.rows = [{ row: 99, isHidden: true }, ...rows];
        return undefined;
      });
      expect(pages.map(({ rows }) => rows)).toEqual([[1], [], [], []]);
      expect(pages.at(-1)).toMatchObject({ complete: false, totalRelation: 'gte' });
      expect(pages.at(-1)?.summary).toContain('the place in the list of Registry a cannot be found again for certain');
    });

    test('are in no doubt where nothing but they were shown, and nothing has changed', async () => {
      const rows = rowsFrom(1, 12, { isHidden: true });
      const pages = await listAll(over([{ key: 'a', rows }]), 4);
      expect(pages.flatMap((page) => page.rows)).toEqual(rows.map(({ row }) => row));
      expect(pages.filter(({ complete }) => !complete)).toEqual([]);
    });
  });

  test('anonymised rows are in no doubt where the edition says that nothing has changed', async () => {
    const hidden = [...rowsFrom(1, 3), ...rowsFrom(4, 4, { isHidden: true }), ...rowsFrom(8, 3)];
    const source: ListedRegistry = { key: 'a', rows: hidden };
    const known = await listAll(over([{ ...source, edition: '7' }]), 5);
    expect(known.flatMap((page) => page.rows)).toEqual(hidden.map(({ row }) => row));
    expect(known.filter(({ complete }) => !complete)).toEqual([]);
  });

  test('anonymised rows behind a named one are in no doubt', async () => {
    const hidden = [...rowsFrom(1, 5), ...rowsFrom(6, 4, { isHidden: true }), ...rowsFrom(10, 2)];
    const pages = await listAll(over([{ key: 'a', rows: hidden }]), 5);
    expect(pages[1]).toMatchObject({ rows: [6, 7, 8, 9, 10], complete: true });
  });
});

describe('what was shown is neither lost nor repeated, or the last page says that it may be', () => {
  /** Rows such as `1 h2 d3`: a named one, an anonymised one, and one that cannot be read. */
  const spelt = (text: string): Row[] =>
    text.split(' ').map((one) => ({
      ...{ row: Number(one.replace(/\D/, '')), isHidden: one.startsWith('h'), isDropped: one.startsWith('d') },
    }));
  const LOST = 'cannot be found again for certain';
  const MOVED = 'anonymised records of Registry a may have moved';
  const UNSEEN = 'records that came to Registry a on pages that had been read are not shown';

  const still = Array<string>(3).fill('1 2 3 4');
  const asShown = (pages: readonly { rows: number[] }[]) => pages.map(({ rows }) => rows.join(' ')).join(' | ');

  test.each([
    ['a named row that was shown moved to the end', 2, ['1 2 3 4', '2 3 4 1'], '1 2 | 3 4'],
    ['a page has no room for all that came among them', 1, [...still, '1 2 8 9 3 4'], '1 | 2 | 3 | 8 | 9 | 4'],
    ['one that was shown is anonymised now', 3, ['1 2 3 4', '1 h2 3 4'], '1 2 3 | 4'],
  ])('nothing is lost: %s', async (_, size, held, shown) => {
    const pages = await pagesWhile(held.map(spelt), size);
    expect(asShown(pages)).toBe(shown);
    expect(pages.filter(({ summary }) => summary.includes(' may '))).toEqual([]);
  });

  test.each([
    ['all named rows went', 1, ['1 h2 3 4 5', '', '', 'h2 3 4 5', 'h2 h4 5'], '1 | 2 | 3 | 4 | ', LOST],
    ['rows went in front of one that cannot be read', 1, ['h1 d2 d3 4', '', '', 'd3 4'], '1 |  |  | ', LOST],
    ['two came in front of an anonymised one', 1, ['d1 h2 d3 4', '', '', '8 9 d1 h2 d3 4'], ' | 2 |  | 2 | 4', LOST],
    ['the row shown went', 1, ['1 h2 d3 4', 'd1 h2 d3 4', '', '9 d1 h2 d3 4'], '1 | 2 |  |  | 4', LOST],
    [
      'a page has no room for all that came',
      1,
      ['1 h2 3 4', '', '', '1 8 9 h2 3 4', '1 8 9 h2 4'],
      '1 | 2 | 3 | 8 | 9 | 2 | 4',
      MOVED,
    ],
    ['a row moved behind an anonymised one', 2, ['1 2 h3', '2 h3 1'], '1 2 | ', MOVED],
    ['the row shown last went, and the one before moved', 1, ['1 2', '1 9 2', '2 1'], '1 | 9 | ', UNSEEN],
    ['another came in the place of one that is known', 2, ['1 2 3', '9 2 3'], '1 2 | 3', UNSEEN],
  ])('the last page says it: %s', async (_, size, held, shown, said) => {
    const pages = await pagesWhile(
      held.map((text) => (text === '' ? undefined : spelt(text))),
      size,
    );
    expect(asShown(pages)).toBe(shown);
    expect(pages.at(-1)?.summary).toContain(said);
    expect(pages.at(-1)).toMatchObject({ complete: false, totalRelation: 'gte' });
  });

  test('rows went in front of a page that was asked for by its number, and has none to show', async () => {
    const a: ListedRegistry = { key: 'a', rows: spelt('1 d2 3') };
    const { cursor } = await listPage(over([a]), { page: 1, size: 1 });
    a.rows = spelt('d2 3');
    expect((await listPage(over([a]), { cursor: cursor ?? '' })).summary).toContain(LOST);
  });

  test('a row moved in a registry that does not state how many it has', async () => {
    const pages = await pagesWhile(['1 2', '2 1'].map(spelt), 1, { isTotalMissing: true });
    expect(pages.at(-1)?.summary).toContain(UNSEEN);
  });

  test.each([
    ['fails on large pages', { mostRows: 3 }],
    ['gives only some rows of them', { mostInPieces: 2 }],
  ])('a registry that %s cannot say that everybody who was shown is gone', async (_, about) => {
    const pages = await pagesWhile(['1 2', 'h8 9 1 2'].map(spelt), 1, about);
    expect(pages.at(-1)?.summary).toContain(LOST);
    expect(pages[1]?.summary).not.toContain('gone');
  });

  test('a registry that fails on large pages is read on behind anonymised rows', async () => {
    const pages = await pagesWhile([spelt('h1 h2 h3 4')], 3, { mostRows: 5 });
    expect(pages.map(({ rows }) => rows)).toEqual([[1, 2, 3], [4]]);
  });
});

describe('whatever changes', () => {
  type Edit = { kind: 'insert' | 'remove' | 'hide' | 'fail'; place: number };
  const edits: fc.Arbitrary<Edit[]> = fc.array(
    fc.record({ kind: fc.constantFrom('insert', 'remove', 'hide', 'fail'), place: fc.nat({ max: 60 }) }),
    { maxLength: 3 },
  );
  const histories = fc.array(edits, { maxLength: 6 });
  const beginnings = fc.array(fc.nat({ max: 9 }), { maxLength: 40 });

  function edited(rows: ListedRegistry['rows'], { kind, place }: Edit, row: number): ListedRegistry['rows'] {
    const at = rows.length === 0 ? 0 : place % rows.length;
    const one = rows[at];
    if (kind === 'insert') return rows.toSpliced(at, 0, { row, isHidden: place % 5 === 0 });
    if (one === undefined || kind === 'fail') return rows;
    return kind === 'remove' ? rows.toSpliced(at, 1) : rows.with(at, { ...one, isHidden: true });
  }

  /** Pages of a registry in which every so manieth row is hidden or cannot be read, and what it held for each. */
  async function read(digits: readonly number[], size: number, history: readonly Edit[][], mayHide: boolean) {
    const rows = digits.map((digit, place) => ({
      row: place + 1,
      isHidden: mayHide && digit > 6,
      isDropped: digit === 0,
    }));
    const registry: ListedRegistry = { key: 'a', rows };
    const held = [rows as ListedRegistry['rows']];
    const pages = await listAll(over([registry]), size, (page) => {
      const now = (history[page - 1] ?? []).filter(({ kind }) => mayHide || kind !== 'hide');
      registry.rows = now.reduce(
        (list, edit, number) =>
          edited(list, mayHide ? edit : { ...edit, place: edit.place * 5 + 1 }, page * 1000 + number),
        registry.rows,
      );
      registry.state = now.some(({ kind }) => kind === 'fail') ? 'timed-out' : undefined;
      if (registry.state === undefined) held.push(registry.rows);
      return undefined;
    });
    const always = (isHidden: boolean) =>
      rows
        .filter(({ isDropped }) => !isDropped)
        .map(({ row }) => row)
        .filter((row) =>
          held.every((some) => some.some((one) => one.row === row && (one.isHidden ?? false) === isHidden)),
        );
    return { pages, shown: pages.flatMap((page) => page.rows), named: always(false), hidden: always(true) };
  }

  const isLost = ({ summary }: { summary: string }) => summary.includes('cannot be found again for certain');
  const times = (shown: readonly number[], row: number) => shown.filter((one) => one === row).length;

  test('every named record that is there all the time is shown once, and none twice, or the last page says why', async () => {
    let lost = 0;
    await fc.assert(
      fc.asyncProperty(beginnings, sizes, histories, async (digits, size, history) => {
        const { pages, shown, named } = await read(digits, size, history, false);
        if (pages.some(isLost)) {
          lost++;
          expect(pages.at(-1)).toMatchObject({ complete: false, totalRelation: 'gte' });
          return;
        }
        for (const row of named) expect([row, times(shown, row)]).toEqual([row, 1]);
        expect(shown).toEqual([...new Set(shown)]);
      }),
      { numRuns: sampledCount(40, 1000) },
    );
    // Only where all of the rows shown last went at once.
    expect(lost).toBeLessThan(100);
  });

  test('anonymised records as well, or the last page says that they may have moved', async () => {
    let doubted = 0;
    await fc.assert(
      fc.asyncProperty(beginnings, sizes, histories, async (digits, size, history) => {
        const { pages, shown, named, hidden } = await read(digits, size, history, true);
        if (pages.some(isLost)) return;
        for (const row of named) expect([row, times(shown, row)]).toEqual([row, 1]);
        if (hidden.every((row) => times(shown, row) === 1)) return;
        doubted++;
        expect(pages.at(-1)?.summary).toContain('anonymised records of Registry a may have moved');
        expect(pages.at(-1)).toMatchObject({ complete: false, totalRelation: 'gte' });
      }),
      {
        numRuns: sampledCount(40, 1000),
        // The named row that was shown last is hidden, behind a hidden one.
        examples: [
          [[0, 1, 7, 1, 0, 0, 0], 1, [[{ kind: 'remove', place: 0 }], [], [], [], [{ kind: 'hide', place: 44 }]]],
        ] as [number[], number, Edit[][]][],
      },
    );
    expect(doubted).toBeGreaterThanOrEqual(sampledCount(0, 1));
  });
});
