/** What else is asked of all registries: listings, statistics, terms, the coverage of a gene, one record. */

import { describe, expect, test } from 'vitest';
import type { PageOrCursor } from '../../src/domain/federation/federated-query.ts';
import type { OriginState } from '../../src/domain/federation/origin.ts';
import { reason } from '../../src/domain/federation/reasons.ts';
import { noAnswer, type Question } from '../../src/domain/federation/source.ts';
import { PUBLIC_VIEWER } from '../../src/domain/record/model.ts';
import { answered, record, STAYING, silent, source, useCasesOver } from './small-sources.ts';

const ALL = { origins: undefined };

describe('a federated listing', () => {
  const listed = (count: number) => (question: Question) => {
    const { page, size } = question.kind === 'users-list' ? question.page : { page: 0, size: 0 };
    const ids = Array.from({ length: count }, (_, index) => index).slice(page * size, (page + 1) * size);
    return answered(
      ids.map((id) => record(id)),
      { total: count },
    );
  };

  test('goes on in each registry where its cursor says, and asks nobody who has given everything', async () => {
    const sources = [source('local', listed(3)), source('b', listed(1))];
    const { federatedListing } = useCasesOver(sources);
    const pageOf = async (page: PageOrCursor) =>
      (await federatedListing({ kind: 'users-list', page, ...ALL }, PUBLIC_VIEWER, STAYING).collect())?.answer;
    const first = await pageOf({ page: 0, size: 2 });
    const second = await pageOf({ cursor: first?.cursor ?? '' });
    expect([first?.records.length, second?.records.length, second?.cursor]).toEqual([3, 1, null]);
    expect(second?.origins.map(({ state, problem }) => [state, problem?.title])).toEqual([
      ['answered', undefined],
      ['not-asked', 'has no more records'],
    ]);
    expect(sources.map(({ questions }) => questions.length)).toEqual([2, 1]);
  });

  test('states the page and the size that a cursor stands for', () => {
    const { federatedListing } = useCasesOver([]);
    const { query } = federatedListing(
      { kind: 'genes-list', page: { page: 4, size: 7 }, ...ALL },
      PUBLIC_VIEWER,
      STAYING,
    );
    expect(query).toEqual({ page: 4, size: 7 });
  });
});

test('federated statistics add up the numbers of those who answered', async () => {
  const statistics = (users: number) => () => answered([record(1, { users })]);
  const sources = [source('local', statistics(61)), source('b', statistics(7)), source('c', silent)];
  const collected = await useCasesOver(sources).federatedStatistics(ALL, PUBLIC_VIEWER, STAYING).collect();
  expect(collected?.answer).toMatchObject({
    content: [
      { key: 'local', users: 61 },
      { key: 'b', users: 7 },
    ],
    totals: { users: 68 },
    countedOrigins: { users: ['local', 'b'], publicUsers: [] },
    complete: false,
  });
  expect(sources[0]?.questions).toEqual([{ kind: 'stats' }]);
});

test('federated terms say who knows which term', async () => {
  const known = source('local', () => answered([record(1, { termId: 'HP:0000001', name: 'All' })]));
  const sources = [known, source('b', () => answered([])), source('c', silent)];
  const query = { ontologyName: 'HPO', termIds: ['HP:0000001'], ...ALL };
  const { query: understood, collect } = useCasesOver(sources).federatedTerms(query, PUBLIC_VIEWER, STAYING);
  expect(understood).toEqual({ ontologyName: 'HPO', ontologyTermIds: ['HP:0000001'] });
  expect((await collect())?.answer.content).toEqual([
    { termId: 'HP:0000001', name: 'All', knownBy: ['local'], unknownTo: ['b'], unanswered: ['c'] },
  ]);
});

describe('the coverage of a gene', () => {
  const gene = (geneId: number, symbol: string, id: number, commonName: string) => ({
    ...{ geneId, symbol, name: null, aliases: null },
    taxon: { id, scientificName: null, commonName },
  });
  const HUMAN = gene(672, 'BRCA1', 9606, 'human');
  const known = [{ gene: HUMAN, orthologs: [gene(12189, 'Brca1', 10090, 'mouse')] }];
  const resolveGene = async () => known;
  const query = { symbol: 'BRCA1', taxonId: 9606, ...ALL };

  test('asks every registry for each row, and passes every cell on that was answered', async () => {
    const ofSymbol = (question: Question) =>
      answered(question.kind === 'genes-search' && question.query.symbol === 'BRCA1' ? [record(1), record(2)] : []);
    const sources = [source('local', ofSymbol), source('b', silent)];
    const { collect } = await useCasesOver(sources, { resolveGene }).federatedCoverage(query, PUBLIC_VIEWER, STAYING);
    const { gene: found, askedAs, rows } = (await collect())?.answer ?? {};
    expect([found, askedAs]).toEqual([HUMAN, 'BRCA1']);
    expect(rows?.map(({ symbol, relation, cells }) => [symbol, relation, cells])).toEqual([
      [
        'BRCA1',
        'gene',
        [
          {
            key: 'local',
            state: 'answered',
            count: 2,
            anonymized: 0,
            exact: true,
            retrievedAt: '2026-03-01T10:00:00.000Z',
          },
          { key: 'b', state: 'timed-out', count: 0, anonymized: 0, exact: false, retrievedAt: null },
        ],
      ],
      [
        'Brca1',
        'ortholog',
        [
          {
            key: 'local',
            state: 'empty',
            count: 0,
            anonymized: 0,
            exact: true,
            retrievedAt: '2026-03-01T10:00:00.000Z',
          },
          { key: 'b', state: 'timed-out', count: 0, anonymized: 0, exact: false, retrievedAt: null },
        ],
      ],
    ]);
    expect(sources.map(({ questions }) => questions.length)).toEqual([2, 2]);
  });

  test('has no cell of a registry that was left out', async () => {
    const sources = [source('local', () => answered([])), source('b', () => answered([]))];
    const narrowed = { ...query, origins: ['b'] };
    const { collect } = await useCasesOver(sources, { resolveGene }).federatedCoverage(
      narrowed,
      PUBLIC_VIEWER,
      STAYING,
    );
    const collected = await collect();
    expect(collected?.answer.rows.map(({ cells }) => cells.map(({ key }) => key))).toEqual([['b'], ['b']]);
    expect(collected?.answer.complete).toBe(true);
  });

  test('is that of the symbol alone where this registry does not know which gene is meant', async () => {
    const { federatedCoverage } = useCasesOver([source('local', () => answered([]))]);
    const { collect } = await federatedCoverage(query, PUBLIC_VIEWER, STAYING);
    expect((await collect())?.answer).toMatchObject({ gene: null, rows: [{ geneId: null, symbol: 'BRCA1' }] });
  });
});

describe('one record at its origin', () => {
  const query = { question: { kind: 'user', userId: 7 }, origin: 'b' } as const;

  test('comes from the registry that is named, and nobody else is asked', async () => {
    const sources = [source('local', silent), source('b', () => answered([record(7)]))];
    expect(await useCasesOver(sources).recordAtOrigin(query, PUBLIC_VIEWER, STAYING)).toMatchObject(record(7));
    expect(sources.map(({ questions }) => questions.length)).toEqual([0, 1]);
  });

  test('is given from the cache, without asking', async () => {
    const kept = { ...source('b', silent), getCached: () => answered([record(7)]) };
    expect(await useCasesOver([kept]).recordAtOrigin(query, PUBLIC_VIEWER, STAYING)).toMatchObject(record(7));
    expect(kept.questions).toEqual([]);
  });

  test.each<[state: OriginState, code: string]>([
    ['empty', 'origin-record-unknown'],
    ['unknown-term', 'origin-record-unknown'],
    ['refused', 'origin-access-denied'],
    ['unsupported', 'origin-unsupported'],
    ['timed-out', 'origin-timed-out'],
    ['busy', 'origin-unavailable'],
    ['resting', 'origin-unavailable'],
    ['failed', 'origin-failed'],
  ])('that is %s there is refused as %s', async (state, code) => {
    const { recordAtOrigin } = useCasesOver([source('b', () => noAnswer(state, reason('failed')))]);
    await expect(recordAtOrigin(query, PUBLIC_VIEWER, STAYING)).rejects.toMatchObject({ code });
  });

  test.each<[state: OriginState, restsMs: number | undefined, seconds: [least: number, most: number]]>([
    ['resting', 30_000, [29, 30]],
    ['resting', -10, [2, 2]],
    ['busy', undefined, [2, 2]],
  ])(
    'that is %s there may be asked for again, with %s ms of rest left, in %j seconds',
    async (state, restsMs, [least, most]) => {
      const nextTryAt = restsMs === undefined ? undefined : new Date(Date.now() + restsMs);
      const { problem, ...about } = noAnswer(state, reason('failed'));
      const answer = { ...about, problem: problem && { ...problem, nextTryAt } };
      const error = await useCasesOver([source('b', () => answer)])
        .recordAtOrigin(query, PUBLIC_VIEWER, STAYING)
        .catch((caught) => caught);
      expect(error.retryAfterSeconds).toBeGreaterThanOrEqual(least);
      expect(error.retryAfterSeconds).toBeLessThanOrEqual(most);
    },
  );

  test('that is old is refused, as a bare record cannot say so', async () => {
    const { recordAtOrigin } = useCasesOver([source('b', () => answered([record(7)], { state: 'stale' }))]);
    await expect(recordAtOrigin(query, PUBLIC_VIEWER, STAYING)).rejects.toMatchObject({ code: 'origin-failed' });
  });

  test('of a registry that is none is refused', async () => {
    const { recordAtOrigin } = useCasesOver([source('local', silent)]);
    await expect(recordAtOrigin(query, PUBLIC_VIEWER, STAYING)).rejects.toMatchObject({ code: 'unknown-origin' });
  });
});
