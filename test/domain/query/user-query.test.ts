/** How a search for researchers is asked (rdp-protocol 2.4, 2.6). */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseUserQuery, type UserQuery, userQueryParams } from '../../../src/domain/query/user-query.ts';
import { throughAnAddress, userQueries } from './generated-queries.ts';

const parsed = (query: string): UserQuery => parseUserQuery(new URLSearchParams(query));

describe('the mode', () => {
  test.each([
    ['by name', 'nameLike=Ada&prefix=true', { like: 'Ada', prefix: true }, undefined],
    ['by name, anywhere in it', 'nameLike=Ada&prefix=off', { like: 'Ada', prefix: false }, undefined],
    ['by an empty name', 'nameLike=&prefix=true', { like: '', prefix: true }, undefined],
    ['by two names joined', 'nameLike=a&nameLike=b&prefix=0', { like: 'a,b', prefix: false }, undefined],
    ['by description', 'descriptionLike=heart', undefined, 'heart'],
    ['by an empty description', 'descriptionLike=', undefined, ''],
    ['by description, whatever the prefix', 'descriptionLike=heart&prefix=true', undefined, 'heart'],
    ['by description, even with a bad prefix', 'descriptionLike=heart&prefix=maybe', undefined, 'heart'],
    ['by both', 'nameLike=Ada&prefix=true&descriptionLike=heart', { like: 'Ada', prefix: true }, 'heart'],
    [
      'by both, prefix false unless given',
      'nameLike=Ada&descriptionLike=heart',
      { like: 'Ada', prefix: false },
      'heart',
    ],
    ['by both, all of it empty', 'nameLike=&descriptionLike=', { like: '', prefix: false }, ''],
  ])('is %s: %s', (_, query, name, descriptionLike) => {
    expect(parsed(query)).toMatchObject({ name, descriptionLike });
  });

  test.each([
    ['', 'search-mode-missing', 'needs nameLike (with prefix), descriptionLike, or both'],
    ['prefix=true', 'search-mode-missing', 'needs nameLike'],
    ['researcherCategories=IN_VIVO', 'search-mode-missing', 'needs nameLike'],
    ['nameLike=Ada', 'parameter-missing', "The parameter 'prefix' is missing."],
    ['nameLike=Ada&prefix=', 'parameter-missing', "The parameter 'prefix' is missing."],
    ['nameLike=Ada&prefix=maybe', 'parameter-invalid', "The parameter 'prefix' cannot be 'maybe'."],
    ['nameLike=Ada&descriptionLike=heart&prefix=', 'parameter-missing', "The parameter 'prefix' is missing."],
    ['nameLike=Ada&descriptionLike=heart&prefix=2', 'parameter-invalid', "The parameter 'prefix' cannot be '2'."],
    ['descriptionLike=heart&researcherPositions=BOSS', 'parameter-invalid', "'researcherPositions' cannot be 'BOSS'."],
  ])('%j is refused as %s: %s', (query, code, sentence) => {
    expect(() => parsed(query)).toThrow(
      expect.objectContaining({ code, status: 400, form: 'document', message: expect.stringContaining(sentence) }),
    );
  });

  test('filters go with every mode', () => {
    for (const mode of ['nameLike=a&prefix=no', 'descriptionLike=b', 'nameLike=a&descriptionLike=b']) {
      expect(parsed(`${mode}&researcherCategories=IN_VIVO&organUberonIds=`).filters).toMatchObject({
        researcherCategories: new Set(['IN_VIVO']),
        organUberonIds: [],
      });
    }
  });
});

describe('a search for researchers written as parameters', () => {
  test('is read as the same search', () => {
    fc.assert(
      fc.property(userQueries, (query) => {
        expect(parseUserQuery(userQueryParams(query))).toEqual(query);
        expect(parseUserQuery(throughAnAddress(userQueryParams(query)))).toEqual(query);
      }),
    );
  });

  test('says prefix with a name only', () => {
    expect(String(userQueryParams(parsed('descriptionLike=heart&prefix=true')))).toBe('descriptionLike=heart');
    expect(String(userQueryParams(parsed('nameLike=M%C3%BCller%26&prefix=1')))).toBe(
      'nameLike=M%C3%BCller%26&prefix=true',
    );
  });
});
