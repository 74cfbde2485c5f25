/** Which page is asked for and what comes around it (rdp-protocol 1.13), row by row. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  asksForPages,
  pageEnvelope,
  pageLinks,
  parseExactPageRequest,
  parsePageRequest,
  parseSort,
  SORTABLE,
} from '../../../src/domain/query/paging.ts';

const paramsOf = (query: string) => new URLSearchParams(query);

describe('the page asked for', () => {
  test.each([
    ['', 0, 20, 'nothing'],
    ['page=3', 3, 20, 'a page'],
    ['size=5', 0, 5, 'a size'],
    ['page=2&size=50', 2, 50, 'both'],
    ['page=0&size=1', 0, 1, 'the smallest'],
    ['size=2000', 0, 2000, 'the largest size'],
    ['size=2001', 0, 2000, 'a larger size is the largest'],
    ['size=2147483647', 0, 2000, 'the largest number as size is the largest size'],
    ['size=2147483648', 0, 20, 'a size beyond 32 bits is the default'],
    ['size=0', 0, 20, 'size 0 is the default'],
    ['size=-1', 0, 20, 'a negative size is the default'],
    ['size=ten', 0, 20, 'a size that is no number is the default'],
    ['size=1.5', 0, 20, 'a size with a fraction is the default'],
    ['size=1e2', 0, 20, 'a size with an exponent is the default'],
    ['size=0x10', 0, 20, 'a hexadecimal size is the default'],
    ['size=%205', 0, 20, 'a size with a blank is the default'],
    ['size=', 0, 20, 'an empty size is the default'],
    ['page=-1', 0, 20, 'a negative page is the first'],
    ['page=one', 0, 20, 'a page that is no number is the first'],
    ['page=%201', 0, 20, 'a page with a blank is the first'],
    ['page=2147483648', 0, 20, 'a page beyond 32 bits is the first'],
    ['page=', 0, 20, 'an empty page is the first'],
    ['page=007&size=%2B5', 7, 5, 'zeros in front and a plus'],
    ['page=2&page=3&size=5&size=6', 2, 5, 'repeated: the first counts'],
    ['page=x&page=3', 0, 20, 'repeated: the first counts, even if it is nothing'],
    ['page=2147483647&size=1', 2_147_483_647, 1, 'the last page that can be'],
    ['page=107374182', 107_374_182, 20, 'the last page that can be at the default size'],
    ['page=1073741&size=9999', 1_073_741, 2000, 'the last page that can be at the largest size'],
  ])('%j is page %d of %d: %s', (query, page, size, _) => {
    expect(parsePageRequest(paramsOf(query))).toEqual({ page, size });
  });

  test.each([
    ['page=107374183', "The parameter 'page' cannot be '107374183'. Allowed: 0 to 107374182 at this size."],
    ['page=2147483647&size=2', "The parameter 'page' cannot be '2147483647'. Allowed: 0 to 1073741823 at this size."],
    ['page=1073742&size=5000', "The parameter 'page' cannot be '1073742'. Allowed: 0 to 1073741 at this size."],
  ])('%j is refused, where RDP fails: %s', (query, message) => {
    expect(() => parsePageRequest(paramsOf(query))).toThrow(
      expect.objectContaining({ code: 'parameter-invalid', status: 400, message }),
    );
  });

  test.each([
    ['', false],
    ['symbol=BRCA1', false],
    ['sort=id', false],
    ['page=0', true],
    ['size=5', true],
    ['page=', true],
    ['size=rubbish', true],
  ])('a search with %j asks for pages: %j', (query, expected) => {
    expect(asksForPages(paramsOf(query))).toBe(expected);
  });
});

test.each([
  ['', { page: 0, size: 20 }],
  ['page=0&size=1', { page: 0, size: 1 }],
  ['page=&size=', { page: 0, size: 20 }],
])('of several registries, %j is the page %j', (query, page) => {
  expect(parseExactPageRequest(paramsOf(query))).toEqual(page);
});

test.each(['page=-1', 'page=x', 'page=2147483648', 'size=0', 'size=1.5'])(
  'of several registries, %s is refused and not taken for another',
  (query) => {
    expect(() => parseExactPageRequest(paramsOf(query))).toThrow(
      expect.objectContaining({ code: 'parameter-invalid' }),
    );
  },
);

describe('the order asked for', () => {
  const ascending = (property: string) => ({ property, descending: false });
  const descending = (property: string) => ({ property, descending: true });

  test.each([
    ['', []],
    ['sort=', []],
    ['sort=%20', []],
    ['sort=,', []],
    ['sort=,desc', []],
    ['sort=desc', []],
    ['sort=name', [ascending('name')]],
    ['sort=name,asc', [ascending('name')]],
    ['sort=name,DESC', [descending('name')]],
    ['sort=%20name%20,%20desc%20', [descending('name')]],
    ['sort=name,termId,desc', [descending('name'), descending('termId')]],
    ['sort=name,desc&sort=termId', [descending('name'), ascending('termId')]],
    ['sort=&sort=termId,asc', [ascending('termId')]],
  ])('%j is %j', (query, sorts) => {
    expect(parseSort(paramsOf(query), SORTABLE.terms)).toEqual(sorts);
  });

  test.each([
    ['users', 'sort=password'],
    ['users', 'sort=accessTokens.token,desc'],
    ['users', 'sort=email'],
    ['users', 'sort=profile.lastName'],
    ['users', 'sort=privacyLevel'],
    ['users', 'sort=id,foo'],
    ['users', 'sort=id&sort=hideGenelist'],
    ['users', 'sort=ID'],
    ['genes', 'sort=user.password'],
    ['genes', 'sort=tier'],
    ['terms', 'sort=id'],
  ] as const)('of %s is refused by %s, so that it reveals nothing hidden', (kind, query) => {
    expect(() => parseSort(paramsOf(query), SORTABLE[kind])).toThrow(
      expect.objectContaining({ code: 'sort-unknown', status: 400 }),
    );
  });

  test('that does not exist is refused with the orders that do', () => {
    expect(() => parseSort(paramsOf(`sort=${'x'.repeat(99)}`), SORTABLE.terms)).toThrow(
      `The answer cannot be sorted by '${'x'.repeat(60)}…'. Allowed: termId, name, each with ',asc' or ',desc'.`,
    );
  });
});

describe('the envelope', () => {
  test('has the members of rdp-protocol 1.13', () => {
    expect(pageEnvelope({ page: 1, size: 20 }, 37, 17, false)).toStrictEqual({
      pageable: {
        sort: { empty: true, sorted: false, unsorted: true },
        offset: 20,
        pageNumber: 1,
        pageSize: 20,
        paged: true,
        unpaged: false,
      },
      last: true,
      totalPages: 2,
      totalElements: 37,
      size: 20,
      number: 1,
      sort: { empty: true, sorted: false, unsorted: true },
      first: false,
      numberOfElements: 17,
      empty: false,
    });
  });

  test.each([
    ['nothing at all', 0, 20, 0, 0, { totalPages: 0, first: true, last: true, empty: true }],
    ['the only page', 0, 20, 20, 20, { totalPages: 1, first: true, last: true, empty: false }],
    ['the first of two', 0, 20, 21, 20, { totalPages: 2, first: true, last: false, empty: false }],
    ['the second of two', 1, 20, 21, 1, { totalPages: 2, first: false, last: true, empty: false }],
    ['the page after the last', 2, 20, 21, 0, { totalPages: 2, first: false, last: true, empty: true }],
    ['far beyond', 99, 1, 2, 0, { totalPages: 2, first: false, last: true, empty: true, number: 99 }],
    ['one whose records were withdrawn', 0, 2, 4, 0, { totalPages: 2, first: true, last: false, empty: true }],
  ])('of %s', (_, page, size, total, count, expected) => {
    expect(pageEnvelope({ page, size }, total, count, false)).toMatchObject(expected);
  });

  test('says whether it was sorted, twice', () => {
    const sorted = { empty: false, sorted: true, unsorted: false };
    expect(pageEnvelope({ page: 0, size: 1 }, 1, 1, true)).toMatchObject({ sort: sorted, pageable: { sort: sorted } });
  });

  test('pages from 0 to totalPages − 1 hold everything exactly once', () => {
    const counts = fc.record({ total: fc.nat(500), size: fc.integer({ min: 1, max: 60 }) });
    fc.assert(
      fc.property(counts, ({ total, size }) => {
        const { totalPages } = pageEnvelope({ page: 0, size }, total, 0, false);
        const pages = Array.from({ length: totalPages }, (_, page) => pageEnvelope({ page, size }, total, 0, false));
        expect(pages.map(({ last }) => last)).toEqual(pages.map((_, page) => page === totalPages - 1));
        expect(pages.at(-1)?.pageable.offset ?? 0).toBeLessThanOrEqual(Math.max(0, total - 1));
        expect(totalPages * size).toBeGreaterThanOrEqual(total);
      }),
    );
  });
});

describe('the links', () => {
  test.each([
    ['nothing at all', 0, 0, { first: 0, last: 0 }],
    ['the only page', 0, 20, { first: 0, last: 0 }],
    ['the first of three', 0, 50, { first: 0, next: 1, last: 2 }],
    ['the second of three', 1, 50, { first: 0, prev: 0, next: 2, last: 2 }],
    ['the last of three', 2, 50, { first: 0, prev: 1, last: 2 }],
    ['the page after the last', 3, 50, { first: 0, prev: 2, last: 2 }],
    ['far beyond', 9, 50, { first: 0, last: 2 }],
  ])('from %s lead to pages that exist', (_, page, total, expected) => {
    const links = pageLinks({ page, size: 20 }, total);
    expect(Object.fromEntries(links.map(({ rel, page: number }) => [rel, number]))).toEqual(expected);
  });
});
