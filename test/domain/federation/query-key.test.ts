/** Equal questions share a call, an answer and a cursor; different ones never do. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { questionKey, searchParams } from '../../../src/domain/federation/query-key.ts';
import type { Question } from '../../../src/domain/federation/source.ts';
import { type GeneQuery, parseGeneQuery } from '../../../src/domain/query/gene-query.ts';
import { parseUserQuery, type UserQuery } from '../../../src/domain/query/user-query.ts';
import { geneQueries, userQueries } from '../query/generated-queries.ts';

const genes = (query: string): Question => ({
  kind: 'genes-search',
  query: parseGeneQuery(new URLSearchParams(query)),
});
const users = (query: string): Question => ({
  kind: 'users-search',
  query: parseUserQuery(new URLSearchParams(query)),
});
const page = { page: 0, size: 20 };
const UUID = '7d0a1f6e-1b1c-4b5e-8f5e-0123456789ab';

describe('one question', () => {
  test.each([
    ['the order of parameters', 'symbol=A&taxonId=1&orthologTaxonId=2', 'orthologTaxonId=2&taxonId=1&symbol=A'],
    ['the order of tiers', 'symbol=A&taxonId=1&tiers=TIER1,TIER2', 'symbol=A&taxonId=1&tiers=TIER2&tiers=TIER1'],
    ['tiers that are searched anyway', 'symbol=A&taxonId=1', 'symbol=A&taxonId=1&tiers=TIER1,TIER2'],
    ['a tier that no registry shows', 'symbol=A&taxonId=1&tiers=TIER1', 'symbol=A&taxonId=1&tiers=TIER1,TIER3'],
    ['the old name of the tiers', 'symbol=A&taxonId=1', 'symbol=A&taxonId=1&tier=TIERS1_2'],
    [
      'the order of a list',
      'symbol=A&taxonId=1&organUberonIds=U:1&organUberonIds=U:2',
      'symbol=A&taxonId=1&organUberonIds=U:2&organUberonIds=U:1',
    ],
    ['a parameter that nobody knows', 'symbol=A&taxonId=1', 'symbol=A&taxonId=1&colour=red'],
    ['a token', 'symbol=A&taxonId=1', 'symbol=A&taxonId=1&auth=some-token'],
    ['paging', 'symbol=A&taxonId=1', 'symbol=A&taxonId=1&page=3&size=7&origins=local&cursor=x'],
  ])('is the same whatever %s', (_, one, other) => {
    expect(questionKey(genes(one))).toBe(questionKey(genes(other)));
  });

  test('has the same key every time', () => {
    fc.assert(
      fc.property(fc.oneof(geneQueries, userQueries), (query) => {
        expect(questionKey(search(structuredClone(query)))).toBe(questionKey(search(query)));
      }),
    );
  });

  test('is one line, whatever is asked for', () => {
    fc.assert(
      fc.property(fc.oneof(geneQueries, userQueries), (query) => {
        expect(questionKey(search(query))).not.toMatch(/[\r\n]/);
      }),
    );
  });
});

describe('different questions', () => {
  const DIFFERENT: Question[] = [
    genes('symbol=A&taxonId=1'),
    genes('symbol=a&taxonId=1'),
    genes('symbol=A&taxonId=2'),
    genes('symbol=A&taxonId=1&orthologTaxonId=1'),
    genes('symbol=A&taxonId=1&tiers=TIER1'),
    genes('symbol=A&taxonId=1&tiers=TIER3'),
    genes('symbol=A&taxonId=1&researcherPositions=PRINCIPAL_INVESTIGATOR'),
    genes('symbol=A&taxonId=1&researcherCategories=IN_VIVO'),
    genes('symbol=A&taxonId=1&organUberonIds=U:1'),
    genes('symbol=A&taxonId=1&ontologyNames=x&ontologyNames=y&ontologyTermIds=1&ontologyTermIds=2'),
    genes('symbol=A&taxonId=1&ontologyNames=x&ontologyNames=y&ontologyTermIds=2&ontologyTermIds=1'),
    genes('symbol=A%26taxonId%3D1&taxonId=1'),
    users('nameLike=A&prefix=true'),
    users('nameLike=A&prefix=false'),
    users('descriptionLike=A'),
    users('nameLike=A&descriptionLike=A'),
    { kind: 'genes-list', page },
    { kind: 'users-list', page },
    { kind: 'users-list', page: { page: 1, size: 20 } },
    { kind: 'users-list', page: { page: 0, size: 10 } },
    { kind: 'users-list', page: { page: 2, size: 0 } },
    { kind: 'user', userId: 1 },
    { kind: 'user', userId: 11 },
    { kind: 'anonymous-user', anonymousId: UUID },
    { kind: 'anonymous-gene', anonymousId: UUID },
    { kind: 'stats' },
    { kind: 'terms', ontologyName: 'hp', termIds: ['HP:1', 'HP:2'] },
    { kind: 'terms', ontologyName: 'hp', termIds: ['HP:1,HP:2'] },
    { kind: 'terms', ontologyName: 'hp', termIds: ['HP:1'] },
    { kind: 'terms', ontologyName: 'HP:1', termIds: ['hp'] },
  ];

  test('have different keys', () => {
    expect(new Set(DIFFERENT.map(questionKey)).size).toBe(DIFFERENT.length);
  });

  test('have different keys, whatever is asked for', () => {
    const queries = fc.oneof(geneQueries, userQueries);
    fc.assert(
      fc.property(queries, queries, (one, other) => {
        fc.pre(sameText(one) !== sameText(other));
        expect(questionKey(search(one))).not.toBe(questionKey(search(other)));
      }),
    );
  });
});

test('terms of an ontology are the same question in any order', () => {
  const ask = (termIds: string[]) => questionKey({ kind: 'terms', ontologyName: 'hp', termIds });
  expect(ask(['HP:2', 'HP:1'])).toBe(ask(['HP:1', 'HP:2']));
});

test('an answer repeats the parameters of its search', () => {
  expect(searchParams({ query: parseUserQuery(new URLSearchParams('nameLike=A&prefix=true')) }).toString()).toBe(
    'nameLike=A&prefix=true',
  );
});

function search(query: GeneQuery | UserQuery): Question {
  return 'symbol' in query ? { kind: 'genes-search', query } : { kind: 'users-search', query };
}

/** Equal for queries that mean the same: the order in a set or a list of organs says nothing. */
function sameText(query: GeneQuery | UserQuery): string {
  const { researcherPositions, researcherCategories, organUberonIds, terms } = query.filters;
  const filters = [
    [...(researcherPositions ?? ['none'])].sort(),
    [...(researcherCategories ?? ['none'])].sort(),
    organUberonIds?.toSorted() ?? 'none',
    terms ?? 'none',
  ];
  const rest = 'symbol' in query ? { ...query, tiers: [...query.tiers].sort() } : query;
  return JSON.stringify({ ...rest, filters: filters }).toWellFormed();
}
