/** What is asked of several registries at once, read from the parameters of an address. */

import { RegistryError } from '../errors.ts';
import { phrase } from '../phrases.ts';
import { pairedTerms } from '../query/filters.ts';
import { EVERY_TAXON_ID, type GeneQuery, parseGeneQuery } from '../query/gene-query.ts';
import { asksForPages, type PageRequest, parseExactPageRequest } from '../query/paging.ts';
import {
  integerParameter,
  integersParameter,
  invalid,
  listParameter,
  missing,
  textParameter,
} from '../query/parameters.ts';
import { parseUserQuery } from '../query/user-query.ts';
import { RECORD_FORMS, type RecordForm } from '../record/row.ts';
import { OF_COUNTING } from './granularity.ts';
import type { Question } from './source.ts';

export type SearchQuestion = Extract<Question, { kind: 'genes-search' | 'users-search' }>;
export type RecordQuestion = Extract<Question, { kind: 'user' | 'anonymous-user' | 'anonymous-gene' }>;

/** The keys of the registries to ask; undefined: all of them. */
export type OriginKeys = readonly string[] | undefined;
/** A page by its number and size, or by the cursor that the page before gave. */
export type PageOrCursor = PageRequest | { cursor: string };

export type StatisticsQuery = { origins: OriginKeys };
/** A search for every record. */
export type WholeSearchQuery = {
  question: SearchQuestion;
  origins: OriginKeys;
  /** Whether the answer shows what was sent to each partner. */
  isExplained?: boolean | undefined;
  /** What records are to hold; all of it by default. */
  form?: RecordForm | undefined;
  /** Whether partners answer from the cache alone: one whose answer is not there is not asked. */
  isFromCache?: boolean | undefined;
};
export type SearchQuery = WholeSearchQuery & { page: PageOrCursor };
export type ListingQuery = { kind: 'genes-list' | 'users-list'; origins: OriginKeys; page: PageOrCursor };
export type TermsQuery = { ontologyName: string; termIds: readonly string[]; origins: OriginKeys };
export type CoverageQuery = { symbol: string; taxonId: number; origins: OriginKeys };
/** One record at the registry of this key. */
export type RecordQuery = { question: RecordQuestion; origin: string };

const OF_FILTERS = [
  'researcherPositions',
  'researcherCategories',
  'organUberonIds',
  'ontologyNames',
  'ontologyTermIds',
  'researcherPosition',
  'researcherCategory',
];
const OF_PAGES = ['page', 'size', 'cursor', 'origins'];

/** The names of the parameters that each kind of federated question has. */
export const PARAMETERS = {
  genes: [
    'symbol',
    'taxonId',
    'orthologTaxonId',
    'tiers',
    'tier',
    ...OF_FILTERS,
    ...OF_PAGES,
    'fields',
    'explain',
    ...OF_COUNTING,
  ],
  users: ['nameLike', 'prefix', 'descriptionLike', ...OF_FILTERS, ...OF_PAGES, 'fields', 'explain', ...OF_COUNTING],
  listing: OF_PAGES,
  record: ['origin'],
  statistics: ['origins'],
  terms: ['ontologyTermIds', 'origins'],
  coverage: ['symbol', 'taxonId', 'origins'],
} as const;

/** @throws RegistryError for what is missing or cannot be what it is; the same in the API, on pages and in exports */
export function parseSearchQuestion(kind: 'genes' | 'users', params: URLSearchParams): SearchQuestion {
  const question: SearchQuestion =
    kind === 'genes'
      ? { kind: 'genes-search', ...inOrganisms(parseGeneQuery(params), params) }
      : { kind: 'users-search', query: parseUserQuery(params) };
  if ('symbol' in question.query && question.query.symbol.trim() === '') throw new RegistryError('empty-symbol');
  // Lists of different lengths are the asker's mistake, not that of every registry.
  pairedTerms(question.query.filters);
  return question;
}

/**
 * The question with one organism or all of them, as registries take it. All organisms have one spelling, so that no
 * registry is asked to look in an organism of the number -99.
 */
function inOrganisms(query: GeneQuery, params: URLSearchParams): { query: GeneQuery; taxonIds?: readonly number[] } {
  const taxonIds = integersParameter(params, 'orthologTaxonId');
  const [only, ...others] = taxonIds.includes(EVERY_TAXON_ID) ? [] : taxonIds;
  if (others.length === 0) return { query: { ...query, orthologTaxonId: only } };
  return { query: { ...query, orthologTaxonId: undefined }, taxonIds };
}

/**
 * @param largestSize of a page; undefined: any that a search of one registry may have
 * @throws RegistryError `parameter-invalid`, `paging-conflict` for a cursor beside `page` or `size`
 */
export function parsePageOrCursor(params: URLSearchParams, largestSize?: number): PageOrCursor {
  const cursor = params.get('cursor');
  if (cursor === null || cursor === '') return parseExactPageRequest(params, largestSize);
  if (asksForPages(params)) {
    const hint = phrase('cursor-knows-its-page');
    throw new RegistryError('paging-conflict', { found: params.has('page') ? 'page' : 'size', hint });
  }
  return { cursor };
}

/** What records are to hold, by `fields`; all of it where nothing is said. @throws RegistryError `parameter-invalid` */
export function parseRecordForm(params: URLSearchParams): RecordForm {
  const given = params.get('fields') || 'record';
  const form = RECORD_FORMS.find((one) => one === given);
  if (form === undefined) throw invalid('fields', given, RECORD_FORMS.join(', '));
  return form;
}

/** @throws RegistryError `paging-conflict` for a search whose answer holds every record */
export function refusePaging(params: URLSearchParams): void {
  const found = ['page', 'size', 'cursor'].find((name) => params.has(name));
  if (found === undefined) return;
  const hint = phrase('stream-has-no-pages');
  throw new RegistryError('paging-conflict', { found, hint });
}

/** @throws RegistryError `parameter-missing` */
export function parseTermsQuery(ontologyName: string, params: URLSearchParams): TermsQuery {
  const termIds = listParameter(params, 'ontologyTermIds') ?? [];
  if (termIds.length === 0) throw missing('ontologyTermIds', phrase('names-terms'));
  return { ontologyName, termIds, origins: parseOrigins(params) };
}

/** @throws RegistryError `parameter-missing`, `parameter-invalid`, `empty-symbol` */
export function parseCoverageQuery(params: URLSearchParams): CoverageQuery {
  const symbol = textParameter(params, 'symbol');
  const taxonId = integerParameter(params, 'taxonId');
  if (symbol === undefined) throw missing('symbol', phrase('names-gene'));
  if (taxonId === undefined) throw missing('taxonId', phrase('names-organism'));
  if (symbol.trim() === '') throw new RegistryError('empty-symbol');
  return { symbol, taxonId, origins: parseOrigins(params) };
}

/** Those named by `origins`, which may be repeated. A list of nobody stands for itself, so that it is refused. */
export function parseOrigins(params: URLSearchParams): OriginKeys {
  const keys = listParameter(params, 'origins');
  return keys?.length === 0 ? [params.get('origins') ?? ''] : keys;
}

/** The one named by `origin`. @throws RegistryError `parameter-missing` */
export function parseOrigin(params: URLSearchParams): string {
  const key = params.get('origin');
  if (key === null || key === '') throw missing('origin', phrase('names-registry'));
  return key;
}
