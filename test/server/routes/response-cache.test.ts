/** Whole answers are given again only while they are still true, and never to anybody they were not made for. */

import { beforeEach, describe, expect, test } from 'vitest';
import { type Part, partOf } from '../../../src/domain/federation/federated-answer.ts';
import { LOCAL_ORIGIN } from '../../../src/domain/federation/origin.ts';
import { reason } from '../../../src/domain/federation/reasons.ts';
import {
  type FoundRecord,
  noAnswer,
  type Question,
  type Source,
  type SourceAnswer,
} from '../../../src/domain/federation/source.ts';
import { type ResponseCache, responseCache } from '../../../src/server/routes/federated-route.ts';

const STATS: Question = { kind: 'stats' };
const RECORD: FoundRecord = { json: '{}', order: undefined, isAnonymised: false, geneId: undefined };
const REASON = reason('failed');
const ADDRESS = '/api/federated/genes/search?symbol=BRCA1&taxonId=9606';

let nowMs = 0;
let whole: ResponseCache;
beforeEach(() => {
  nowMs = 5000;
  whole = responseCache(() => nowMs);
});

function answerOf(changes: Partial<SourceAnswer> = {}): SourceAnswer {
  const cache = { status: 'hit', ageSeconds: 3 } as const;
  return { ...noAnswer('answered', REASON), records: [RECORD], problem: undefined, cache, ...changes };
}

/** A source that has the answer in its cache, as long as the test does not change that. */
function sourceOf(key: string, answer: SourceAnswer) {
  const state: { cached: SourceAnswer | undefined } = { cached: key === LOCAL_ORIGIN ? undefined : answer };
  const source: Source = {
    ...{ key, name: key, url: `https://${key}.example.org` },
    version: () => undefined,
    getCached: () => state.cached && { ...state.cached },
    ask: async () => answer,
  };
  return { source, state, part: partOf(source, answer) };
}

const local = () => sourceOf(LOCAL_ORIGIN, answerOf({ cache: { status: 'miss', ageSeconds: 0 } }));

function keep(origins: readonly { source: Source; part: Part }[], text = 'body', dataTag = 'data'): void {
  const queries = origins.map(({ source }) => ({ source, question: STATS }));
  whole.keep(ADDRESS, { body: Buffer.from(text), queries, parts: origins.map(({ part }) => part), dataTag });
}

const found = (dataTag = 'data') => whole.find(ADDRESS, dataTag)?.body.toString();

describe('a whole answer', () => {
  test('is given again within a second, byte for byte', () => {
    keep([local(), sourceOf('a', answerOf())]);
    nowMs += 999;
    expect(found()).toBe('body');
    expect(whole.find(`${ADDRESS}&size=5`, 'data')).toBeUndefined();
  });

  test('is not given again after a second', () => {
    keep([local()]);
    nowMs += 1000;
    expect(found()).toBeUndefined();
  });

  test('is not given again when the data of this registry have changed', () => {
    keep([local()]);
    expect(found('other data')).toBeUndefined();
  });

  test('is not given again when a partner has answered again, with the same records or others', () => {
    const partner = sourceOf('a', answerOf());
    keep([local(), partner]);
    partner.state.cached = answerOf({ records: [RECORD] });
    expect(found()).toBeUndefined();
  });

  test("is not given again when a partner's answer is no longer cached", () => {
    const partner = sourceOf('a', answerOf());
    keep([local(), partner]);
    partner.state.cached = undefined;
    expect(found()).toBeUndefined();
  });

  test('makes room for the next one to the same question', () => {
    keep([local()], 'first');
    nowMs += 600;
    keep([local()], 'second');
    nowMs += 600;
    expect(found()).toBe('second');
  });

  test('is cached though an origin was left out by the reader', () => {
    const leftOut = sourceOf('a', noAnswer('not-asked', REASON));
    const queries = [{ source: local().source, question: STATS }];
    whole.keep(ADDRESS, {
      body: Buffer.from('body'),
      queries,
      parts: [local().part, leftOut.part],
      dataTag: 'data',
    });
    expect(found()).toBe('body');
  });
});

describe('an answer is not cached', () => {
  test.each([
    ['shows somebody anonymised', answerOf({ records: [{ ...RECORD, isAnonymised: true }] })],
    ['is old', answerOf({ state: 'stale', cache: { status: 'stale', ageSeconds: 300 } })],
    ['is cut', answerOf({ state: 'limited' })],
    ['did not come', noAnswer('timed-out', REASON)],
  ])('when the part of a partner %s', (_, answer) => {
    keep([local(), sourceOf('a', answer)]);
    expect(found()).toBeUndefined();
  });

  test('when this registry shows somebody anonymised, whose id is new in every answer', () => {
    keep([sourceOf(LOCAL_ORIGIN, answerOf({ records: [{ ...RECORD, isAnonymised: true }] }))]);
    expect(found()).toBeUndefined();
  });
});

test('no more is held than there is room for', () => {
  const body = Buffer.alloc(1024 * 1024);
  const origins = [local()];
  const queries = origins.map(({ source }) => ({ source, question: STATS }));
  const parts = origins.map(({ part }) => part);
  for (let page = 0; page < 20; page++)
    whole.keep(`${ADDRESS}&page=${page}`, { body, queries, parts, dataTag: 'data' });
  const held = Array.from({ length: 20 }, (_, page) => whole.find(`${ADDRESS}&page=${page}`, 'data') !== undefined);
  expect(held).toEqual([...Array(12).fill(false), ...Array(8).fill(true)]);
});
