/** One search of several registries: pages that follow each other, or every record; mistakes before anybody is asked. */

import { describe, expect, test } from 'vitest';
import { parseSearchQuestion, type SearchQuery } from '../../src/domain/federation/federated-query.ts';
import { MOST_CURSOR_CHARACTERS } from '../../src/domain/pages/cursor.ts';
import { PUBLIC_VIEWER } from '../../src/domain/record/model.ts';
import { readRecord } from '../../src/domain/record/records.ts';
import { answered, record, STAYING, silent, source, useCasesOver } from './small-sources.ts';

const questionOf = (text: string) => parseSearchQuestion('genes', new URLSearchParams(text));
const question = questionOf('symbol=BRCA1&taxonId=9606');
const first: SearchQuery = { question, origins: undefined, page: { page: 0, size: 2 } };

const twoRegistries = () => [
  source('local', () => answered([record(1), record(3), record(5)])),
  source('b', () => answered([record(2), record(4)])),
];

describe('a page of a federated search', () => {
  test('holds the records of all registries in one order, and leads to the next page', async () => {
    const { federatedSearch } = useCasesOver(twoRegistries());
    async function answerTo(page: SearchQuery['page']) {
      const collected = await federatedSearch({ ...first, page }, PUBLIC_VIEWER, STAYING).collect();
      if (collected === undefined) throw new Error('Nothing was collected.');
      return collected.answer;
    }
    const ids: number[][] = [];
    for (let page: SearchQuery['page'] | undefined = first.page; page !== undefined; ) {
      const answer = await answerTo(page);
      ids.push(answer.records.map((one) => readRecord<{ id: number }>(one).id));
      page = answer.cursor === null ? undefined : { cursor: answer.cursor };
    }
    expect(ids).toEqual([[1, 2], [3, 4], [5]]);
  });

  test('counts what was found, and says who did not answer', async () => {
    const sources = [...twoRegistries(), source('c', silent)];
    const collected = await useCasesOver(sources).federatedSearch(first, PUBLIC_VIEWER, STAYING).collect();
    expect(collected?.answer).toMatchObject({
      envelope: { totalElements: 5, totalRelation: 'gte', number: 0, size: 2, totalPages: 3, numberOfElements: 2 },
      complete: false,
      summary: '2 of 3 registries answered; Registry c did not answer within 3 s.',
    });
  });

  test('asks the registries that are named, and says that the others were left out', async () => {
    const sources = twoRegistries();
    const query = { ...first, origins: ['b', 'b'] };
    const collected = await useCasesOver(sources).federatedSearch(query, PUBLIC_VIEWER, STAYING).collect();
    expect(collected?.answer.origins.map(({ key, state }) => [key, state])).toEqual([
      ['local', 'not-asked'],
      ['b', 'answered'],
    ]);
    expect(sources.map(({ questions }) => questions)).toEqual([[], [question]]);
  });

  test('is refused before anybody is asked: another registry, a made-up cursor, a cursor of another question', async () => {
    const sources = twoRegistries();
    const { federatedSearch } = useCasesOver(sources);
    const collected = await federatedSearch(first, PUBLIC_VIEWER, STAYING).collect();
    const cursor = collected?.answer.cursor ?? '';
    const other = { ...first, question: questionOf('symbol=TP53&taxonId=9606'), page: { cursor } };
    const plan = (query: SearchQuery) => () => federatedSearch(query, PUBLIC_VIEWER, STAYING);
    expect(plan({ ...first, origins: ['nobody'] })).toThrow(expect.objectContaining({ code: 'unknown-origin' }));
    expect(plan({ ...first, page: { cursor: 'x.y' } })).toThrow(expect.objectContaining({ code: 'cursor-invalid' }));
    expect(plan(other)).toThrow(expect.objectContaining({ code: 'cursor-of-another-question' }));
    expect(sources.map(({ questions }) => questions.length)).toEqual([1, 1]);
  });

  test.each([2, 100, 300])('has a cursor that fits into an address beside %i registries', async (count) => {
    const sources = Array.from({ length: count }, (_, place) =>
      source(`registry-${place}`, () => answered([0, 1, 2].map((row) => record(1 + row * count + place)))),
    );
    const plan = (page: SearchQuery['page']) =>
      useCasesOver(sources)
        .federatedSearch({ ...first, page }, PUBLIC_VIEWER, STAYING)
        .collect();
    const one = await plan({ page: 0, size: 2 * count });
    const cursor = one?.answer.cursor ?? '';
    expect(cursor.length).toBeLessThanOrEqual(MOST_CURSOR_CHARACTERS);
    const two = await plan({ cursor });
    expect(two?.answer).toMatchObject({ complete: true, cursor: null });
    expect(new Set([one, two].flatMap((page) => page?.answer.records)).size).toBe(3 * count);
  });

  test('states the question as it was understood', () => {
    const { query } = useCasesOver([]).federatedSearch(first, PUBLIC_VIEWER, STAYING);
    expect(query).toMatchObject({ symbol: 'BRCA1', taxonId: '9606' });
  });
});

test('a whole search gives every record in its parts, and has no cursor', async () => {
  const search = useCasesOver(twoRegistries()).wholeSearch({ question, origins: undefined }, PUBLIC_VIEWER, STAYING);
  const collected = await search.collect();
  expect(collected?.parts.map(({ records }) => records.length)).toEqual([3, 2]);
  expect(Object.keys(collected?.answer ?? {})).toEqual(['complete', 'summary', 'remarks', 'origins']);
});
