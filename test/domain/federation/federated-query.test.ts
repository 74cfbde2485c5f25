/** What is asked of several registries, read from parameters: the same for the API, the pages and the files. */

import { describe, expect, test } from 'vitest';
import {
  parseCoverageQuery,
  parseOrigin,
  parseOrigins,
  parsePageOrCursor,
  parseSearchQuestion,
  parseTermsQuery,
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
