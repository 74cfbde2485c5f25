/**
 * Federated questions, read from the parameters of an address: their filters, and how much of a search the caller
 * wants.
 */

import { FACETS, type Facet, GRANULARITIES, type Granularity } from '../../api/words.ts';
import { phrase, RegistryError } from '../errors.ts';
import { type Filters, pairedTerms } from '../query/filters.ts';
import { EVERY_TAXON_ID, type GeneQuery, isNarrowedByTier, parseGeneQuery } from '../query/gene-query.ts';
import { type PageRequest, parseExactPageRequest } from '../query/paging.ts';
import {
  integerParameter,
  integersParameter,
  invalid,
  listParameter,
  missing,
  textParameter,
} from '../query/parameters.ts';
import { seenText } from '../query/unseen-characters.ts';
import { parseUserQuery, type UserQuery } from '../query/user-query.ts';
import { termIdOf } from '../record/database-ids.ts';
import { RECORD_FORMS, type RecordForm } from '../record/row.ts';
import { type AskedFilter, FILTERS, type Filter } from './origin.ts';
import type { Question } from './source.ts';

export type Counting = {
  granularity: Granularity;
  /** In the order of {@link FACETS}. */
  facets: readonly Facet[];
};

/** The parameters that {@link parseCounting} reads. */
const OF_COUNTING = ['granularity', 'facets'];
/** What stands for no parameter at all: programs that are made of the OpenAPI document send every default. */
const DEFAULTS: ReadonlyMap<string, string> = new Map([
  ['granularity', 'record'],
  ['fields', 'record'],
]);
/** The parameters of pages and of the form of records; an answer without records takes none of them. */
const OF_RECORDS = ['page', 'size', 'cursor', 'fields'];

/** @throws RegistryError `parameter-invalid`; `paging-conflict` for a page of an answer without records */
export function parseCounting(params: URLSearchParams): Counting {
  const given = params.get('granularity') || 'record';
  const granularity = GRANULARITIES.find((one) => one === given);
  if (granularity === undefined) throw invalid('granularity', given, GRANULARITIES.join(', '));
  const names = listParameter(params, 'facets') ?? [];
  const unknown = names.find((name) => !FACETS.some((facet) => facet === name));
  if (unknown !== undefined) throw invalid('facets', unknown, FACETS.join(', '));
  const found = granularity === 'record' ? undefined : OF_RECORDS.find((name) => asksFor(params, name));
  if (found !== undefined) {
    const hint = phrase('no-records-no-pages', { granularity });
    throw new RegistryError('paging-conflict', { found, hint });
  }
  return { granularity, facets: FACETS.filter((facet) => names.includes(facet)) };
}

function asksFor(params: URLSearchParams, name: string): boolean {
  const value = params.get(name) ?? '';
  return value !== '' && value !== DEFAULTS.get(name);
}

/** Refuses these parameters for a streamed search, which always answers records. @throws RegistryError `paging-conflict` */
export function refuseCounting(params: URLSearchParams): void {
  const found = OF_COUNTING.find((name) => asksFor(params, name));
  if (found === undefined) return;
  const hint = phrase('stream-counts-nothing');
  throw new RegistryError('paging-conflict', { found, hint });
}

/** The shortest form of records that holds everything that is counted. */
export const COUNTED_FORM: RecordForm = 'row';

export type Existence = {
  /** Null: no record was found, but some registry did not answer in full, so there may be one. */
  exists: boolean | null;
};

export type Count = Existence & {
  /** How many records there are. */
  totalElements: number;
  /** `gte`: the total is a minimum, as not every registry answered in full. */
  totalRelation: 'eq' | 'gte';
  /** Entries in the list of people: a named person counts once in each registry, and each record without a name counts once. */
  people: number;
  /** The smallest possible number of people: a name may be in several registries, and an unnamed record may be of any person. */
  peopleAtLeast: number;
};

/** Returns whether there are records; null if none was found and not every registry answered in full. */
export function existenceIn(records: number, complete: boolean): Existence {
  return { exists: records > 0 ? true : complete ? false : null };
}

const ASKED_BY: { readonly [Name in Filter]: (filters: Filters) => unknown } = {
  researcherPositions: ({ researcherPositions }) => researcherPositions,
  researcherCategories: ({ researcherCategories }) => researcherCategories,
  organUberonIds: ({ organUberonIds }) => organUberonIds,
  ontologyTermIds: ({ terms }) => terms,
};

/** The parameters of each filter: those of this API, then the spellings of partners (rdp-protocol 7.7). */
const PARAMETERS_OF: { readonly [Name in Filter]: readonly [own: readonly string[], others: readonly string[]] } = {
  researcherPositions: [['researcherPositions'], ['researcherPosition']],
  researcherCategories: [['researcherCategories'], ['researcherCategory']],
  organUberonIds: [['organUberonIds'], []],
  ontologyTermIds: [['ontologyNames', 'ontologyTermIds'], []],
};

/** The names of the parameters of all filters. */
const OF_FILTERS: readonly string[] = [0, 1].flatMap((kind) =>
  FILTERS.flatMap((filter) => PARAMETERS_OF[filter][kind] ?? []),
);

/** Returns the tiers of a gene search as a filter, which registries of every version apply. */
export function tiersAsked(question: Question): AskedFilter[] {
  const isNarrowed = question.kind === 'genes-search' && isNarrowedByTier(question.query);
  return isNarrowed ? [{ filter: 'tiers', applied: 'applied-there' }] : [];
}

/** Returns the filters in the order of the list of filters; an empty filter counts as well. */
export function requestedFilters(filters: Filters): Filter[] {
  return FILTERS.filter((name) => ASKED_BY[name](filters) !== undefined);
}

export type SearchQuestion = Extract<Question, { kind: 'genes-search' | 'users-search' }>;
export type RecordQuestion = Extract<Question, { kind: 'user' | 'anonymous-user' | 'anonymous-gene' }>;

/** The keys of the registries to query; undefined means all. */
export type OriginKeys = readonly string[] | undefined;
/** A page by number and size, or by the cursor of the page before, which may stand beside the size that it has. */
export type PageOrCursor = PageRequest | { cursor: string; size?: number; sizeName?: string };

export type StatisticsQuery = { origins: OriginKeys };
/** A search whose answer holds every record, without pages. */
export type WholeSearchQuery = {
  question: SearchQuestion;
  origins: OriginKeys;
  /** The keys of the registries that are waited for; undefined means all. */
  waitFor?: OriginKeys;
  /** Whether the answer shows the requests that were sent to each partner. */
  isExplained?: boolean | undefined;
  /** The form of the records; whole records by default. */
  form?: RecordForm | undefined;
  /** Whether partners answer from the cache alone; a partner without a cached answer is not queried. */
  isFromCache?: boolean | undefined;
};
export type SearchQuery = WholeSearchQuery & { page: PageOrCursor };
export type ListingQuery = { kind: 'genes-list' | 'users-list'; origins: OriginKeys; page: PageOrCursor };
export type TermsQuery = { ontologyName: string; termIds: readonly string[]; origins: OriginKeys };
export type CoverageQuery = { symbol: string; taxonId: number; origins: OriginKeys };
/** One record of the registry with this key. */
export type RecordQuery = { question: RecordQuestion; origin: string };

const OF_PAGES = ['page', 'sizeOfEach', 'size', 'cursor', 'origins'];
/** How an answer of a search is given. */
const OF_ANSWER = ['page', 'size', 'cursor', 'wait', 'fields', 'explain', ...OF_COUNTING];

/** The names of the parameters that say what a search looks for, and where. */
export const ASKED = {
  genes: ['symbol', 'taxonId', 'orthologTaxonId', 'tiers', 'tier', ...OF_FILTERS, 'origins'],
  users: ['nameLike', 'prefix', 'descriptionLike', ...OF_FILTERS, 'origins'],
} as const;

/** The names of the parameters of each kind of federated question. */
export const PARAMETERS = {
  genes: [...ASKED.genes, ...OF_ANSWER],
  users: [...ASKED.users, ...OF_ANSWER],
  listing: OF_PAGES,
  record: ['origin'],
  statistics: ['origins'],
  terms: ['ontologyTermIds', 'origins'],
  coverage: ['symbol', 'taxonId', 'origins'],
} as const;

/**
 * Reads a search; the API, pages and exports share this function.
 *
 * @throws RegistryError for a parameter that is missing or has an invalid value
 */
export function parseSearchQuestion(kind: 'genes' | 'users', params: URLSearchParams): SearchQuestion {
  const question: SearchQuestion =
    kind === 'genes'
      ? { kind: 'genes-search', ...inOrganisms(geneAsMeant(parseGeneQuery(params)), params) }
      : { kind: 'users-search', query: userAsMeant(parseUserQuery(params)) };
  if ('symbol' in question.query && question.query.symbol === '') throw new RegistryError('empty-symbol');
  // Lists of different lengths are a mistake of the caller, so no registry is queried.
  pairedTerms(question.query.filters);
  return question;
}

function geneAsMeant(query: GeneQuery): GeneQuery {
  return { ...query, symbol: seenText(query.symbol) };
}

function userAsMeant({ name, descriptionLike, ...query }: UserQuery): UserQuery {
  return {
    ...query,
    name: name && { ...name, like: seenText(name.like) },
    descriptionLike: descriptionLike && seenText(descriptionLike),
  };
}

/**
 * Returns the query with one ortholog organism, or with all of them and a list to narrow to, as registries accept no
 * list. "All" is undefined, so that no registry is queried for an organism with the number -99.
 */
function inOrganisms(query: GeneQuery, params: URLSearchParams): { query: GeneQuery; taxonIds?: readonly number[] } {
  const taxonIds = integersParameter(params, 'orthologTaxonId');
  const [only, ...others] = taxonIds.includes(EVERY_TAXON_ID) ? [] : taxonIds;
  if (others.length === 0) return { query: { ...query, orthologTaxonId: only } };
  return { query: { ...query, orthologTaxonId: undefined }, taxonIds };
}

/**
 * @param sizeName the parameter with the size
 * @param largestSize the largest page size; undefined allows any size that a search of one registry may have
 * @throws RegistryError `parameter-invalid`, `paging-conflict` for a cursor beside `page`
 */
export function parsePageOrCursor(params: URLSearchParams, largestSize?: number, sizeName = 'size'): PageOrCursor {
  const cursor = params.get('cursor');
  if (cursor === null || cursor === '') return parseExactPageRequest(params, largestSize, sizeName);
  if (params.get('page'))
    throw new RegistryError('paging-conflict', { found: 'page', hint: phrase('cursor-knows-its-page') });
  if (!params.get(sizeName)) return { cursor };
  return { cursor, size: parseExactPageRequest(params, largestSize, sizeName).size, sizeName };
}

/** Reads the form of the records from `fields`; whole records by default. @throws RegistryError `parameter-invalid` */
export function parseRecordForm(params: URLSearchParams): RecordForm {
  const given = params.get('fields') || 'record';
  const form = RECORD_FORMS.find((one) => one === given);
  if (form === undefined) throw invalid('fields', given, RECORD_FORMS.join(', '));
  return form;
}

/** Refuses parameters of pages for a search whose answer holds every record. @throws RegistryError `paging-conflict` */
export function refusePaging(params: URLSearchParams): void {
  const found = ['page', 'size', 'cursor'].find((name) => params.get(name));
  if (found === undefined) return;
  const hint = phrase('stream-has-no-pages');
  throw new RegistryError('paging-conflict', { found, hint });
}

/** @throws RegistryError `parameter-missing` */
export function parseTermsQuery(ontologyName: string, params: URLSearchParams): TermsQuery {
  const termIds = (listParameter(params, 'ontologyTermIds') ?? []).map(termIdOf);
  if (termIds.length === 0) throw missing('ontologyTermIds', phrase('names-terms'));
  return { ontologyName, termIds, origins: parseOrigins(params) };
}

/** @throws RegistryError `parameter-missing`, `parameter-invalid`, `empty-symbol` */
export function parseCoverageQuery(params: URLSearchParams): CoverageQuery {
  const symbol = textParameter(params, 'symbol');
  const taxonId = integerParameter(params, 'taxonId');
  if (symbol === undefined) throw missing('symbol', phrase('names-gene'));
  if (taxonId === undefined) throw missing('taxonId', phrase('names-organism'));
  const meant = seenText(symbol);
  if (meant === '') throw new RegistryError('empty-symbol');
  return { symbol: meant, taxonId, origins: parseOrigins(params) };
}

/** Reads the keys in `origins`, which may be repeated. A list without any key is passed on as text, so that it is refused. */
export function parseOrigins(params: URLSearchParams): OriginKeys {
  const keys = listParameter(params, 'origins');
  return keys?.length === 0 ? [params.get('origins') ?? ''] : keys;
}

/** Reads the keys in `wait`; undefined without any, so that all are waited for. */
export function parseWait(params: URLSearchParams): OriginKeys {
  const keys = listParameter(params, 'wait');
  return keys?.length === 0 ? undefined : keys;
}

/** Reads the key in `origin`. @throws RegistryError `parameter-missing` */
export function parseOrigin(params: URLSearchParams): string {
  const key = params.get('origin');
  if (key === null || key === '') throw missing('origin', phrase('names-registry'));
  return key;
}
