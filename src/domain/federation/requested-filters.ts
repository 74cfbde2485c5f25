/** The filters that a search contains. */

import type { Filters } from '../query/filters.ts';
import { isNarrowedByTier } from '../query/gene-query.ts';
import { type AskedFilter, FILTERS, type Filter } from './origin.ts';
import type { Question } from './source.ts';

const ASKED_BY: { readonly [Name in Filter]: (filters: Filters) => unknown } = {
  researcherPositions: ({ researcherPositions }) => researcherPositions,
  researcherCategories: ({ researcherCategories }) => researcherCategories,
  organUberonIds: ({ organUberonIds }) => organUberonIds,
  ontologyTermIds: ({ terms }) => terms,
};

/** Returns the tiers of a gene search as a filter, which registries of every version apply. */
export function tiersAsked(question: Question): AskedFilter[] {
  const isNarrowed = question.kind === 'genes-search' && isNarrowedByTier(question.query);
  return isNarrowed ? [{ filter: 'tiers', applied: 'applied-there' }] : [];
}

/** Returns the filters in the order of the list of filters; an empty filter counts as well. */
export function requestedFilters(filters: Filters): Filter[] {
  return FILTERS.filter((name) => ASKED_BY[name](filters) !== undefined);
}
