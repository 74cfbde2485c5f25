/** Pages: reads which one is requested, and writes its envelope (rdp-protocol 1.13). */

import { LARGEST_PAGE_SIZE, USUAL_PAGE_SIZE } from '../../api/words.ts';
import { phrase, RegistryError } from '../errors.ts';
import { LARGEST_INT } from '../record/model.ts';
import { invalid, shorten } from './parameters.ts';

export { SORTABLE } from '../../api/words.ts';

export type PageRequest = {
  /** From 0. */
  page: number;
  size: number;
};

export type Sort = { property: string; descending: boolean };

const INTEGER = /^[+-]?\d+$/;

/**
 * Reads `page` and `size`. A value that is no number counts as absent; a size above the largest is reduced to it.
 *
 * @throws RegistryError `parameter-invalid` when the page begins beyond record 2³¹−1
 */
export function parsePageRequest(
  params: URLSearchParams,
  largestSize = LARGEST_PAGE_SIZE,
  sizeName = 'size',
): PageRequest {
  const size = Math.min(wholeNumber(params.get(sizeName), 1) ?? USUAL_PAGE_SIZE, largestSize);
  const page = wholeNumber(params.get('page'), 0) ?? 0;
  if (page * size > LARGEST_INT)
    throw invalid('page', String(page), phrase('from-to-at-size', { least: 0, most: Math.floor(LARGEST_INT / size) }));
  return { page, size };
}

/**
 * Reads `page` and `size` strictly: a value that is no number, or a page beyond any record, is refused. A size above the
 * largest is reduced to it, as the answer shows.
 *
 * @throws RegistryError `parameter-invalid`
 */
export function parseExactPageRequest(
  params: URLSearchParams,
  largestSize = LARGEST_PAGE_SIZE,
  sizeName = 'size',
): PageRequest {
  refuseOtherNumbers(params, 'page', 0);
  refuseOtherNumbers(params, sizeName, 1);
  return parsePageRequest(params, largestSize, sizeName);
}

function refuseOtherNumbers(params: URLSearchParams, name: string, smallest: number): void {
  const text = params.get(name);
  if (text === null || text === '' || wholeNumber(text, smallest) !== undefined) return;
  throw invalid(name, text, phrase('integer-from-to', { least: smallest, most: LARGEST_INT }));
}

function wholeNumber(text: string | null, smallest: number): number | undefined {
  if (text === null || !INTEGER.test(text)) return undefined;
  const value = Number(text);
  return value >= smallest && value <= LARGEST_INT ? value : undefined;
}

/** Whether a search requests pages, so that its answer is an envelope and not a bare array. */
export function asksForPages(params: URLSearchParams): boolean {
  return params.has('page') || params.has('size');
}

/**
 * Reads `sort=property[,asc|desc]`, which may be repeated. Only properties that records show are allowed (quirk 44).
 *
 * @throws RegistryError `sort-unknown`
 */
export function parseSort(params: URLSearchParams, allowed: readonly string[]): Sort[] {
  return params
    .getAll('sort')
    .filter((value) => value.trim() !== '')
    .flatMap((value) => parseSortValue(value, allowed));
}

function parseSortValue(value: string, allowed: readonly string[]): Sort[] {
  const words = value.split(',').map((word) => word.trim());
  const direction = words.at(-1)?.toLowerCase();
  const directed = direction === 'asc' || direction === 'desc';
  const properties = (directed ? words.slice(0, -1) : words).filter((word) => word !== '');
  return properties.map((property) => {
    if (!allowed.includes(property)) {
      throw new RegistryError('sort-unknown', { found: shorten(property), allowed: allowed.join(', ') });
    }
    return { property, descending: direction === 'desc' };
  });
}

/** Returns the members of a page other than `content`, which holds its records (rdp-protocol 1.13). */
export function pageEnvelope(request: PageRequest, totalElements: number, numberOfElements: number, sorted: boolean) {
  const { page, size } = request;
  const totalPages = Math.ceil(totalElements / size);
  const sort = { empty: !sorted, sorted, unsorted: !sorted };
  return {
    pageable: { sort, offset: page * size, pageNumber: page, pageSize: size, paged: true, unpaged: false },
    last: page + 1 >= totalPages,
    totalPages,
    totalElements,
    size,
    number: page,
    sort,
    first: page === 0,
    numberOfElements,
    empty: numberOfElements === 0,
  };
}

/** Returns the pages around this one that exist, for the `Link` header (RFC 8288). */
export function pageLinks(request: PageRequest, totalElements: number): { rel: string; page: number }[] {
  const lastPage = Math.max(0, Math.ceil(totalElements / request.size) - 1);
  return [
    { rel: 'first', page: 0 },
    { rel: 'prev', page: request.page - 1 },
    { rel: 'next', page: request.page + 1 },
    { rel: 'last', page: lastPage },
  ].filter(({ page }) => page >= 0 && page <= lastPage);
}
