/** What is asked of several registries, read from parameters: the same for the API, the pages and the files. */

import { describe, expect, test } from 'vitest';
import {
  existenceIn,
  parseCounting,
  parseCoverageQuery,
  parseOrigin,
  parseOrigins,
  parsePageOrCursor,
  parseRecordForm,
  parseSearchQuestion,
  parseTermsQuery,
  parseWait,
  refuseCounting,
  refusePaging,
} from '../../../src/domain/federation/federated-query.ts';

const params = (text: string) => new URLSearchParams(text);
const refused = (code: string) => expect.objectContaining({ code });

describe('a search', () => {
  test('of genes or of researchers is read from its own parameters', () => {
    expect(parseSearchQuestion('genes', params('symbol=BRCA1&taxonId=9606'))).toMatchObject({
      kind: 'genes-search',
      query: { symbol: 'BRCA1', taxonId: 9606 },
    });
    expect(parseSearchQuestion('users', params('nameLike=ada&prefix=true'))).toMatchObject({
      ...{ kind: 'users-search', query: { name: { like: 'ada', prefix: true } } },
    });
  });

  test.each([
    ['orthologTaxonId=1', { query: { orthologTaxonId: 1 } }],
    ['orthologTaxonId=1&orthologTaxonId=2', { query: { orthologTaxonId: undefined }, taxonIds: [1, 2] }],
    ['orthologTaxonId=1&orthologTaxonId=2&orthologTaxonId=-99', { query: { orthologTaxonId: undefined } }],
  ])('in orthologs of organisms, %s, asks registries that take one', (text, question) => {
    const { kind: _, ...read } = parseSearchQuestion('genes', params(`symbol=A&taxonId=9606&${text}`));
    expect(read).toMatchObject(question);
    expect('taxonIds' in read).toBe('taxonIds' in question);
  });

  test('for a description is read without what nobody sees', () => {
    const { query } = parseSearchQuestion('users', params('descriptionLike=%E2%80%8Bheart'));
    expect(query).toMatchObject({ name: undefined, descriptionLike: 'heart' });
  });

  test('for a blank symbol is refused, and so are lists of terms that do not pair', () => {
    expect(() => parseSearchQuestion('genes', params('symbol=%20&taxonId=9606'))).toThrow(refused('empty-symbol'));
    const odd = 'nameLike=a&prefix=true&ontologyNames=HPO&ontologyTermIds=a&ontologyTermIds=b';
    expect(() => parseSearchQuestion('users', params(odd))).toThrow(/ontology/i);
  });
});

describe('a page', () => {
  test('is asked for by number and size, or by a cursor, which may stand beside its size', () => {
    expect(parsePageOrCursor(params('page=2&size=5'))).toEqual({ page: 2, size: 5 });
    expect(parsePageOrCursor(params('cursor=x.y'))).toEqual({ cursor: 'x.y' });
    expect(parsePageOrCursor(params('cursor='))).toMatchObject({ page: 0 });
    expect(parsePageOrCursor(params('cursor=x.y&size=5&page='))).toEqual({ cursor: 'x.y', size: 5, sizeName: 'size' });
    expect(() => parsePageOrCursor(params('cursor=x.y&page=5'))).toThrow(refused('paging-conflict'));
  });

  test.each(['page=0', 'size=5', 'cursor=x.y'])('has no place in a search for every record: %s', (text) => {
    expect(() => refusePaging(params(text))).toThrow(refused('paging-conflict'));
    expect(() => refusePaging(params('symbol=BRCA1'))).not.toThrow();
  });
});

describe('what is counted', () => {
  test.each([
    ['', { granularity: 'record', facets: [] }],
    ['granularity=&page=2&size=5&fields=row', { granularity: 'record', facets: [] }],
    ['granularity=count&fields=record&page=', { granularity: 'count', facets: [] }],
    ['facets=tier,organism', { facets: ['organism', 'tier'] }],
  ])('of %j is %j', (text, counting) => {
    expect(parseCounting(params(text))).toMatchObject(counting);
  });

  test.each([
    ['granularity=all', 'parameter-invalid'],
    ['facets=tier,colour', 'parameter-invalid'],
    ['granularity=count&page=0', 'paging-conflict'],
    ['granularity=boolean&fields=row', 'paging-conflict'],
  ])('of %s is refused', (text, code) => {
    expect(() => parseCounting(params(text))).toThrow(refused(code));
  });

  test('is nothing in a stream', () => {
    refuseCounting(params('granularity=record&facets='));
    expect(() => refuseCounting(params('granularity=count'))).toThrow(refused('paging-conflict'));
  });

  test.each([
    [1, true, true],
    [1, false, true],
    [0, true, false],
    [0, false, null],
  ])('of %i records, where everybody answered: %s, is there any: %s', (records, complete, exists) => {
    expect(existenceIn(records, complete)).toEqual({ exists });
  });
});

test('records are whole unless rows are asked for', () => {
  expect([parseRecordForm(params('')), parseRecordForm(params('fields=row'))]).toEqual(['record', 'row']);
  expect(() => parseRecordForm(params('fields=all'))).toThrow(refused('parameter-invalid'));
});

test('all registries are waited for, unless some are named', () => {
  expect([parseWait(params('wait=')), parseWait(params('wait=b'))]).toEqual([undefined, ['b']]);
});

describe('the registries to ask', () => {
  test.each([
    ['symbol=BRCA1', undefined],
    ['origins=local,b', ['local', 'b']],
    ['origins=local&origins=b', ['local', 'b']],
  ])('of %s are %j', (text, origins) => {
    expect(parseOrigins(params(text))).toEqual(origins);
  });

  test.each([
    ['origins=', ['']],
    ['origins=,', [',']],
  ])('of %s are nobody that there is', (text, origins) => {
    expect(parseOrigins(params(text))).toEqual(origins);
  });

  test('for one record are one, which has to be named', () => {
    expect(parseOrigin(params('origin=b'))).toBe('b');
    expect(() => parseOrigin(params('origin='))).toThrow(refused('parameter-missing'));
  });
});

test('terms are asked about by their ids, which have to be given', () => {
  const termIds = ['HP:1', 'HP:2'];
  expect(parseTermsQuery('HPO', params('ontologyTermIds=HP:1,HP:2&origins=b'))).toEqual({
    ...{ ontologyName: 'HPO', termIds, origins: ['b'] },
  });
  expect(() => parseTermsQuery('HPO', params('ontologyTermIds='))).toThrow(refused('parameter-missing'));
});

test('the coverage of a gene needs its symbol and its organism', () => {
  expect(parseCoverageQuery(params('symbol=BRCA1&taxonId=9606'))).toEqual({
    ...{ symbol: 'BRCA1', taxonId: 9606, origins: undefined },
  });
  expect(() => parseCoverageQuery(params('taxonId=9606'))).toThrow(refused('parameter-missing'));
  expect(() => parseCoverageQuery(params('symbol=BRCA1'))).toThrow(refused('parameter-missing'));
  expect(() => parseCoverageQuery(params('symbol=%20&taxonId=9606'))).toThrow(refused('empty-symbol'));
});
