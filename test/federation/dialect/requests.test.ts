/** What goes over the wire to a partner of each version (rdp-protocol 7.7, 11.1). */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Question } from '../../../src/domain/federation/source.ts';
import { parseGeneQuery } from '../../../src/domain/query/gene-query.ts';
import { parseUserQuery } from '../../../src/domain/query/user-query.ts';
import { dialectFor } from '../../../src/federation/dialect/dialect.ts';
import { planFor, withToken } from '../../../src/federation/dialect/requests.ts';
import { geneQueries, userQueries } from '../../domain/query/generated-queries.ts';

const VERSIONS = [undefined, '1.3.4', '1.4.11', '1.5.10'];

function genes(query: string): Question {
  return { kind: 'genes-search', query: parseGeneQuery(new URLSearchParams(query)) };
}

function users(query: string): Question {
  return { kind: 'users-search', query: parseUserQuery(new URLSearchParams(query)) };
}

function pathsFor(version: string | undefined, question: Question): readonly string[] {
  return planFor(dialectFor(version), question).paths;
}

const POSITION = 'researcherPositions=PRINCIPAL_INVESTIGATOR';
const CATEGORIES = 'researcherCategories=IN_VIVO&researcherCategories=OTHER';
const ORGAN = 'organUberonIds=UBERON%3A0000970';
const TERMS = 'ontologyNames=mondo&ontologyNames=hp&ontologyTermIds=MONDO%3A1&ontologyTermIds=HP%3A2';
const FILTERS = [POSITION, CATEGORIES, ORGAN, TERMS].join('&');

describe('a gene search', () => {
  const BRCA1 = '/api/genes/search?symbol=BRCA1&taxonId=9606';

  test.each([
    ['1.5.10', [`${BRCA1}&tiers=TIER1&tiers=TIER2`]],
    ['1.4.11', [`${BRCA1}&tier=TIER1`, `${BRCA1}&tier=TIER2`]],
    // Left out, it would mean the gene alone to 1.3, and -99 costs nothing where the version is not known.
    ['1.3.4', [`${BRCA1}&orthologTaxonId=-99&tier=TIER1`, `${BRCA1}&orthologTaxonId=-99&tier=TIER2`]],
    [undefined, [`${BRCA1}&orthologTaxonId=-99&tier=TIER1`, `${BRCA1}&orthologTaxonId=-99&tier=TIER2`]],
  ])('of %s is %j', (version, paths) => {
    expect(planFor(dialectFor(version), genes('symbol=BRCA1&taxonId=9606'))).toEqual({ paths, combine: 'union' });
  });

  test.each([
    ['1.5.10', [`${BRCA1}&orthologTaxonId=10090&tiers=TIER2&${FILTERS}`]],
    ['1.4.11', [`${BRCA1}&orthologTaxonId=10090&${POSITION}&${CATEGORIES}&${ORGAN}&tier=TIER2`]],
    ['1.3.4', [`${BRCA1}&orthologTaxonId=10090&tier=TIER2`]],
    [undefined, [`${BRCA1}&orthologTaxonId=10090&${FILTERS}&tier=TIER2`]],
  ])('of %s with everything is %j', (version, paths) => {
    const question = genes(`symbol=BRCA1&taxonId=9606&orthologTaxonId=10090&tiers=TIER2,TIER3&${FILTERS}`);
    expect(pathsFor(version, question)).toEqual(paths);
  });

  test('for tiers that no registry shows is no request', () => {
    const question = genes('symbol=BRCA1&taxonId=9606&tiers=TIER3');
    expect(pathsFor('1.3.4', question)).toEqual([]);
    expect(pathsFor(undefined, question)).toEqual([]);
    expect(pathsFor('1.5.10', question)).toEqual([]);
  });

  test('names the three categories that IN_VITRO stands for', () => {
    const three = ['BIOCHEMICAL', 'CELLS', 'STRUCTURAL']
      .map((kind) => `researcherCategories=IN_VITRO_${kind}`)
      .join('&');
    const question = genes('symbol=BRCA1&taxonId=9606&tiers=TIER1&researcherCategories=IN_VITRO');
    expect(pathsFor('1.5.10', question)).toEqual([`${BRCA1}&tiers=TIER1&${three}`]);
  });

  test('names ontologies without terms, which registries may not know, where terms are understood', () => {
    const question = genes('symbol=BRCA1&taxonId=9606&tiers=TIER1&ontologyNames=mondo,nope');
    expect(pathsFor('1.5.10', question)).toEqual([`${BRCA1}&tiers=TIER1&ontologyNames=mondo&ontologyNames=nope`]);
    expect(pathsFor('1.4.11', question)).toEqual([`${BRCA1}&tier=TIER1`]);
  });

  test('says a filter that lets nobody pass', () => {
    const question = genes('symbol=BRCA1&taxonId=9606&tiers=TIER1&researcherPositions=');
    expect(pathsFor('1.5.10', question)).toEqual([`${BRCA1}&tiers=TIER1&researcherPositions=`]);
  });
});

describe('a search for researchers', () => {
  const SEARCH = '/api/users/search';

  test.each([
    ['nameLike=Ada&prefix=true', `${SEARCH}?nameLike=Ada&prefix=true`],
    ['nameLike=&prefix=no', `${SEARCH}?nameLike=&prefix=false`],
    ['descriptionLike=heart', `${SEARCH}?descriptionLike=heart`],
  ])('%s is one request to every version', (query, path) => {
    for (const version of VERSIONS) {
      expect(planFor(dialectFor(version), users(query))).toEqual({ paths: [path], combine: 'union' });
    }
  });

  test('by name and description is one request to 1.5', () => {
    expect(planFor(dialectFor('1.5.0'), users(`nameLike=Ada&descriptionLike=heart&${TERMS}`))).toEqual({
      paths: [`${SEARCH}?nameLike=Ada&prefix=false&descriptionLike=heart&${TERMS}`],
      combine: 'union',
    });
  });

  test.each([
    ['1.4.11', `&${POSITION}`],
    ['1.3.4', ''],
    [undefined, `&${POSITION}&${TERMS}`],
  ])('by name and description is two to %s, and only who is in both answers counts', (version, filters) => {
    const question = users(`nameLike=Ada&prefix=true&descriptionLike=heart&${POSITION}&${TERMS}`);
    expect(planFor(dialectFor(version), question)).toEqual({
      paths: [`${SEARCH}?nameLike=Ada&prefix=true${filters}`, `${SEARCH}?descriptionLike=heart${filters}`],
      combine: 'intersection',
    });
  });
});

describe('every other question', () => {
  const anonymousId = '51674616-ac4b-4291-aa77-116e176dbf9a';

  test.each<[string, Question, string]>([
    ['a page of users', { kind: 'users-list', page: { page: 3, size: 50 } }, '/api/users?page=3&size=50'],
    ['a page of genes', { kind: 'genes-list', page: { page: 0, size: 20 } }, '/api/genes?page=0&size=20'],
    ['a user', { kind: 'user', userId: 19 }, '/api/users/19'],
    ['an anonymous user', { kind: 'anonymous-user', anonymousId }, `/api/users/by-anonymous-id/${anonymousId}`],
    ['an anonymous gene', { kind: 'anonymous-gene', anonymousId }, `/api/genes/by-anonymous-id/${anonymousId}`],
    ['statistics', { kind: 'stats' }, '/api/stats'],
    [
      'terms',
      { kind: 'terms', ontologyName: 'mondo', termIds: ['MONDO:1', 'MONDO:2'] },
      '/api/ontologies/mondo/terms?ontologyTermIds=MONDO%3A1&ontologyTermIds=MONDO%3A2',
    ],
    [
      'no terms, which are not all terms',
      { kind: 'terms', ontologyName: 'mondo', termIds: [] },
      '/api/ontologies/mondo/terms?ontologyTermIds=',
    ],
  ])('%s is one request', (_, question, path) => {
    for (const version of [undefined, '1.5.10']) {
      expect(planFor(dialectFor(version), question)).toEqual({ paths: [path], combine: 'union' });
    }
  });

  test('statistics of 1.3 have their old address', () => {
    expect(pathsFor('1.3.4', { kind: 'stats' })).toEqual(['/stats']);
  });

  test.each(['', '.', '..', 'a/b', '../users', 'a\\b', 'a;b', '100%', 'a\nb'])(
    'an ontology named %j is not asked for: no address can carry the name',
    (ontologyName) => {
      expect(pathsFor('1.5.10', { kind: 'terms', ontologyName, termIds: ['X'] })).toEqual([]);
    },
  );

  test('an ontology of any other name is asked for', () => {
    const question: Question = { kind: 'terms', ontologyName: 'père & fils?#\uD800', termIds: ['X'] };
    expect(pathsFor('1.5.10', question)).toEqual([
      '/api/ontologies/p%C3%A8re%20%26%20fils%3F%23%EF%BF%BD/terms?ontologyTermIds=X',
    ]);
  });
});

describe('on the wire', () => {
  test('nothing stands as it is that a server could take for something else', () => {
    const text = `Müller & [x] + 100% "#;,'\\{}<>|^\`~ 李\t`;
    const [path = ''] = pathsFor('1.4.11', userSearch(text));
    expect(path).toBe(
      '/api/users/search?descriptionLike=M%C3%BCller%20%26%20%5Bx%5D%20%2B%20100%25%20%22%23%3B%2C%27%5C%7B%7D%3C%3E%7C%5E%60%7E%20%E6%9D%8E%09',
    );
  });

  test('every question is plain ASCII without a fragment, and never asks for tier 3', () => {
    const questions = fc.oneof(
      geneQueries.map((query): Question => ({ kind: 'genes-search', query })),
      userQueries.map((query): Question => ({ kind: 'users-search', query })),
    );
    fc.assert(
      fc.property(questions, fc.constantFrom(...VERSIONS), (question, version) => {
        for (const path of pathsFor(version, question)) {
          expect(path).toMatch(/^\/api\/(?:genes|users)\/search\?(?:[A-Za-z]+=(?:[\w.*-]|%[0-9A-F]{2})*&?)+$/);
          expect(path).not.toContain('TIER3');
        }
      }),
    );
  });

  test('1.5 reads what was asked', () => {
    fc.assert(
      fc.property(geneQueries, (query) => {
        fc.pre(query.tiers.size > 0);
        const [path = ''] = pathsFor('1.5.10', { kind: 'genes-search', query });
        const read = parseGeneQuery(new URL(path, 'https://registry.example.org').searchParams);
        expect(read).toEqual(query);
      }),
    );
  });

  test('ontology lists of different length are refused, not sent', () => {
    const question = genes('symbol=A&taxonId=1&ontologyNames=mondo&ontologyTermIds=');
    expect(() => pathsFor('1.5.10', question)).toThrow(expect.objectContaining({ code: 'ontology-lists-differ' }));
  });
});

describe('a token in the address', () => {
  test.each([
    ['/api/users/19', 'secret', '/api/users/19?auth=secret'],
    ['/api/users/search?nameLike=a', 'a+b/c=&d', '/api/users/search?nameLike=a&auth=a%2Bb%2Fc%3D%26d'],
    ['/stats', 'clé \uD800', '/stats?auth=cl%C3%A9%20%EF%BF%BD'],
  ])('%s with %j is %s', (path, token, result) => {
    expect(withToken(path, token)).toBe(result);
  });
});

function userSearch(descriptionLike: string): Question {
  const { query } = users('descriptionLike=x') as Extract<Question, { kind: 'users-search' }>;
  return { kind: 'users-search', query: { ...query, descriptionLike } };
}
