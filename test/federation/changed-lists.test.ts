/** Pages of a search and of a listing while partners come and go: nothing twice, nothing lost, every gap named. */

import { expect, test } from 'vitest';
import type { PageOrCursor, SearchQuestion } from '../../src/domain/federation/federated-query.ts';
import { reason } from '../../src/domain/federation/reasons.ts';
import { noAnswer } from '../../src/domain/federation/source.ts';
import { PUBLIC_VIEWER } from '../../src/domain/record/model.ts';
import { questionOf } from './dialect/recorded-questions.ts';
import { answered, record, STAYING, source, useCasesOver } from './small-sources.ts';

const QUESTION = questionOf('/api/genes/search?symbol=BRCA1&taxonId=9606');
const alpha = source('alpha', () => answered([1, 2, 3, 4, 5, 6].map((id) => record(id))));
const beta = source('beta', () => answered([record(11), record(12), record(13)]));
const gamma = source('gamma', () => answered([record(21), record(22)]));

/** Reads page by page, each with the list of its own; the pages behind with the last of them. */
async function readThrough(...lists: [readonly (typeof alpha)[], ...(readonly (typeof alpha)[])[]]) {
  const question = QUESTION as SearchQuestion;
  let [list] = lists;
  const { federatedSearch } = useCasesOver([], { sources: () => list });
  const shown: string[] = [];
  const ends: { complete: boolean; summary: string }[] = [];
  async function show(page: PageOrCursor): Promise<string | null> {
    const collected = await federatedSearch({ question, origins: undefined, page }, PUBLIC_VIEWER, STAYING).collect();
    if (collected === undefined) throw new Error('Nobody has left.');
    const { records, cursor, complete, summary } = collected.answer;
    shown.push(...records.map(({ json }) => json));
    ends.push({ complete, summary });
    return cursor;
  }
  let cursor = await show({ page: 0, size: 2 });
  for (let pages = 1; pages < 10; pages++) {
    if (cursor === null) return { shown, ends };
    list = lists[pages] ?? list;
    cursor = await show({ cursor });
  }
  throw new Error('The pages have no end.');
}

test('a registry that joins begins on the next page, which says so once', async () => {
  const { shown, ends } = await readThrough([alpha], [alpha, gamma]);
  expect(new Set(shown).size).toBe(8);
  expect(shown).toHaveLength(8);
  expect(ends.filter(({ summary }) => summary.includes('begin here'))).toEqual([
    {
      complete: true,
      summary:
        'Both registries answered; Registry gamma was not asked for the pages before, so its records begin here.',
    },
  ]);
});

test('a registry that is taken out leaves a gap, which every later page names, and the pages have an end', async () => {
  const { shown, ends } = await readThrough([alpha, beta], [alpha]);
  expect(new Set(shown).size).toBe(shown.length);
  for (const { json } of [1, 2, 3, 4, 5, 6].map((id) => record(id))) expect(shown).toContain(json);
  const summary =
    'Registry alpha answered; Registry beta is no longer among the registries, so the rest of its records is missing.';
  expect(ends).toEqual([
    { complete: true, summary: 'Both registries answered.' },
    ...Array(ends.length - 1).fill({ complete: false, summary }),
  ]);
  expect(ends.length).toBeGreaterThan(2);
});

test('a registry that had given everything is not missed', async () => {
  const none = source('none', () => answered([]));
  const { ends } = await readThrough([alpha, none], [alpha]);
  expect(ends.every(({ summary }) => !summary.includes('no longer'))).toBe(true);
});

test.each(['unsupported', 'unknown-term', 'timed-out'] as const)(
  'a registry that is %s in the middle, and is taken out after that, is missed for what it has not given',
  async (state) => {
    let asked = 0;
    const failing = source('beta', () =>
      ++asked === 1 ? answered([11, 12, 13].map((id) => record(id))) : noAnswer(state, reason('failed')),
    );
    const { ends } = await readThrough([alpha, failing], [alpha, failing], [alpha]);
    expect(ends.slice(2).map(({ complete, summary }) => [complete, summary])).toEqual(
      Array(ends.length - 2).fill([
        false,
        'Registry alpha answered; Registry beta is no longer among the registries, so the rest of its records is missing.',
      ]),
    );
    expect(ends.length).toBeGreaterThan(2);
  },
);

test('a registry that is in doubt stays so when it has given everything and is taken out', async () => {
  const hidden = [1, 2].map((id) => ({ ...record(id), isAnonymised: true }));
  let edition = 0;
  const changing = source('beta', () => answered(hidden, { edition: `${edition++}` }));
  const { ends } = await readThrough([alpha, changing], [alpha, changing], [alpha]);
  const doubt =
    'anonymised records of Registry beta may have moved between pages, so some may be missing or stand twice';
  expect(ends.map(({ complete, summary }) => [complete, summary.includes(doubt)])).toEqual([
    [true, false],
    [false, true],
    [false, true],
    [false, true],
  ]);
});
