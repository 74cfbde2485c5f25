/** The filters that narrow any search (rdp-protocol 3.4): AND between filters, OR inside one. */

import { RegistryError } from '../errors.ts';
import {
  RESEARCHER_CATEGORIES,
  RESEARCHER_POSITIONS,
  type ResearcherCategory,
  type ResearcherPosition,
  type TermRef,
} from '../record/model.ts';
import { listParameter, wordSetParameter } from './parameters.ts';

/** Undefined: no restriction. Empty: nobody passes; only an empty list of terms restricts nothing. */
export type Filters = {
  researcherPositions: ReadonlySet<ResearcherPosition> | undefined;
  researcherCategories: ReadonlySet<ResearcherCategory> | undefined;
  organUberonIds: readonly string[] | undefined;
  /** The terms asked for, paired; `'uneven'` when the two lists do not belong together. */
  terms: readonly TermRef[] | 'uneven' | undefined;
  /** Ontologies named without any list of terms: they narrow nothing, but a registry must know them. */
  ontologiesAlone: readonly string[] | undefined;
};

/** No filter at all. */
export const NO_FILTERS: Filters = {
  researcherPositions: undefined,
  researcherCategories: undefined,
  organUberonIds: undefined,
  terms: undefined,
  ontologiesAlone: undefined,
};

const POSITION_SPELLINGS = ['researcherPositions', 'researcherPosition'];
const CATEGORY_SPELLINGS = ['researcherCategories', 'researcherCategory'];

/** A word of the specification that no record has: every category that begins with it. */
const IN_VITRO = 'IN_VITRO';
const IN_VITRO_CATEGORIES = RESEARCHER_CATEGORIES.filter((category) => category.startsWith(`${IN_VITRO}_`));

/** What a search may ask for as a category. */
export const QUERY_CATEGORIES = Object.freeze([...RESEARCHER_CATEGORIES, IN_VITRO] as const);

/**
 * Reads the filters. Positions and categories are read in the plural and in the singular that partners send
 * (rdp-protocol 7.7); ontology names and ids are paired by position, and one list alone
 * narrows nothing (rdp-protocol 2.8). The category `IN_VITRO` is read as the three that begin so.
 *
 * @throws RegistryError `parameter-invalid`
 */
export function parseFilters(params: URLSearchParams): Filters {
  return {
    researcherPositions: wordSetParameter(params, POSITION_SPELLINGS, RESEARCHER_POSITIONS),
    researcherCategories: parseCategories(params),
    organUberonIds: listParameter(params, 'organUberonIds'),
    ...parseOntologies(params),
  };
}

function parseCategories(params: URLSearchParams): Filters['researcherCategories'] {
  const categories = wordSetParameter(params, CATEGORY_SPELLINGS, QUERY_CATEGORIES);
  if (categories === undefined) return undefined;
  return new Set([...categories].flatMap((category) => (category === IN_VITRO ? IN_VITRO_CATEGORIES : [category])));
}

function parseOntologies(params: URLSearchParams): Pick<Filters, 'terms' | 'ontologiesAlone'> {
  const names = listParameter(params, 'ontologyNames');
  const termIds = listParameter(params, 'ontologyTermIds');
  if (names === undefined || termIds === undefined) return { terms: undefined, ontologiesAlone: names };
  if (names.length !== termIds.length) return { terms: 'uneven', ontologiesAlone: undefined };
  const terms = names.map((ontologyName, index) => ({ ontologyName, termId: termIds[index] ?? '' }));
  return { terms, ontologiesAlone: undefined };
}

/** Whether any filter is given, be it an empty one. */
export function hasFilters(filters: Filters): boolean {
  return Object.values(filters).some((filter) => filter !== undefined);
}

/** The inverse of {@link parseFilters}: appends the filters as parameters, each value repeated. */
export function appendFilters(params: URLSearchParams, filters: Filters): void {
  appendAll(params, 'researcherPositions', filters.researcherPositions);
  appendAll(params, 'researcherCategories', filters.researcherCategories);
  appendAll(params, 'organUberonIds', filters.organUberonIds);
  const terms = pairedTerms(filters);
  appendAll(params, 'ontologyNames', terms?.map((term) => term.ontologyName) ?? filters.ontologiesAlone);
  appendAll(
    params,
    'ontologyTermIds',
    terms?.map((term) => term.termId),
  );
}

function appendAll(params: URLSearchParams, name: string, values: Iterable<string> | undefined): void {
  if (values === undefined) return;
  const all = [...values];
  if (all.length === 0) params.append(name, '');
  for (const value of all) params.append(name, value);
}

/**
 * The terms asked for.
 *
 * @throws RegistryError `ontology-lists-differ` when the lists have different lengths
 */
export function pairedTerms(filters: Filters): readonly TermRef[] | undefined {
  if (filters.terms === 'uneven') throw new RegistryError('ontology-lists-differ');
  return filters.terms;
}

/** A narrowing after this registry has looked up what it names. */
export type ResolvedFilters = Omit<Filters, 'terms' | 'ontologiesAlone' | 'organUberonIds'> & {
  /** Known organs among those asked for, in folded form. */
  organs: ReadonlySet<string> | undefined;
  /** For each ontology named, its terms among those asked for, by this registry's number of a term. */
  termsByOntology: readonly ReadonlySet<number>[] | undefined;
};

/** What a narrowing looks at in a user. */
export type FilteredFacts = {
  researcherPosition: ResearcherPosition | null;
  researcherCategories: readonly ResearcherCategory[];
  /** Folded Uberon ids. */
  organs: readonly string[];
  /** The user's terms that count, each with all it is a kind of, itself included (rdp-protocol 3.5). */
  termsWithAncestors: readonly ReadonlySet<number>[];
};

/** What a viewer sees of a user whose person is hidden: only categories and organs can match (rdp-protocol 5.1). */
export function anonymously(user: FilteredFacts): FilteredFacts {
  return { ...user, researcherPosition: null, termsWithAncestors: [] };
}

/** Whether the user passes every filter (rdp-protocol 3.4, 3.5). */
export function matchesFilters(user: FilteredFacts, filters: ResolvedFilters): boolean {
  return (
    matchesPosition(user, filters.researcherPositions) &&
    sharesOne(user.researcherCategories, filters.researcherCategories) &&
    sharesOne(user.organs, filters.organs) &&
    matchesTerms(user, filters.termsByOntology)
  );
}

function matchesPosition(user: FilteredFacts, wanted: ReadonlySet<ResearcherPosition> | undefined): boolean {
  if (wanted === undefined) return true;
  return user.researcherPosition !== null && wanted.has(user.researcherPosition);
}

function sharesOne<Value>(own: readonly Value[], wanted: ReadonlySet<Value> | undefined): boolean {
  return wanted === undefined || own.some((value) => wanted.has(value));
}

function matchesTerms(user: FilteredFacts, wanted: ResolvedFilters['termsByOntology']): boolean {
  if (wanted === undefined) return true;
  return wanted.every((terms) => user.termsWithAncestors.some((kinds) => [...terms].some((term) => kinds.has(term))));
}
