/** The filters that narrow any search (rdp-protocol 3.4): AND between filters, OR inside one. */

import { IN_VITRO, QUERY_CATEGORIES } from '../../api/words.ts';
import { RegistryError } from '../errors.ts';
import { termIdOf } from '../record/database-ids.ts';
import {
  RESEARCHER_CATEGORIES,
  RESEARCHER_POSITIONS,
  type ResearcherCategory,
  type ResearcherPosition,
  type TermRef,
} from '../record/model.ts';
import { listParameter, wordSetParameter } from './parameters.ts';

export { QUERY_CATEGORIES };

/** Undefined means no restriction. An empty filter matches nobody, except an empty list of terms, which restricts nothing. */
export type Filters = {
  researcherPositions: ReadonlySet<ResearcherPosition> | undefined;
  researcherCategories: ReadonlySet<ResearcherCategory> | undefined;
  organUberonIds: readonly string[] | undefined;
  /** The terms as pairs of name and id; `'uneven'` when the two lists differ in length. */
  terms: readonly TermRef[] | 'uneven' | undefined;
  /** Ontologies without any list of terms: they do not filter, but the registry must know them. */
  ontologiesAlone: readonly string[] | undefined;
};

/** The value without any filter. */
export const NO_FILTERS: Filters = {
  researcherPositions: undefined,
  researcherCategories: undefined,
  organUberonIds: undefined,
  terms: undefined,
  ontologiesAlone: undefined,
};

const POSITION_SPELLINGS = ['researcherPositions', 'researcherPosition'];
const CATEGORY_SPELLINGS = ['researcherCategories', 'researcherCategory'];

const IN_VITRO_CATEGORIES = RESEARCHER_CATEGORIES.filter((category) => category.startsWith(`${IN_VITRO}_`));

/**
 * Reads the filters. Positions and categories are accepted in the plural, and in the singular that partners send
 * (rdp-protocol 7.7). Names and ids of terms are paired by position; one list alone filters nothing (rdp-protocol 2.8).
 * The category `IN_VITRO` stands for the three categories that begin with it.
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
  const terms = names.map((ontologyName, index) => ({ ontologyName, termId: termIdOf(termIds[index] ?? '') }));
  return { terms, ontologiesAlone: undefined };
}

/** Whether any filter is given, even an empty one. */
export function hasFilters(filters: Filters): boolean {
  return Object.values(filters).some((filter) => filter !== undefined);
}

/** Appends the filters as parameters, with a parameter for each value; the inverse of {@link parseFilters}. */
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
 * Returns the terms of the filters.
 *
 * @throws RegistryError `ontology-lists-differ` when the lists have different lengths
 */
export function pairedTerms(filters: Filters): readonly TermRef[] | undefined {
  if (filters.terms === 'uneven') throw new RegistryError('ontology-lists-differ');
  return filters.terms;
}

/** The filters after this registry has looked up their organs and terms. */
export type ResolvedFilters = Omit<Filters, 'terms' | 'ontologiesAlone' | 'organUberonIds'> & {
  /** The organs of the filter that this registry knows, folded. */
  organs: ReadonlySet<string> | undefined;
  /** For each ontology of the filter, the terms that this registry knows, by their numbers here. */
  termsByOntology: readonly ReadonlySet<number>[] | undefined;
};

/** The facts about a user that filters compare. */
export type FilteredFacts = {
  researcherPosition: ResearcherPosition | null;
  researcherCategories: readonly ResearcherCategory[];
  /** The folded Uberon ids. */
  organs: readonly string[];
  /** The user's terms that count, each with all its ancestors and itself (rdp-protocol 3.5). */
  termsWithAncestors: readonly ReadonlySet<number>[];
};

/** Returns the facts that an anonymised record shows: only categories and organs can match (rdp-protocol 5.1). */
export function anonymously(user: FilteredFacts): FilteredFacts {
  return { ...user, researcherPosition: null, termsWithAncestors: [] };
}

/** Whether the user matches every filter (rdp-protocol 3.4, 3.5). */
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
