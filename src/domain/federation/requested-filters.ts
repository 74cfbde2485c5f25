/** The filters that a search contains, and their parameters. */

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

/** The parameters of each filter: those of this API, then the spellings of partners (rdp-protocol 7.7). */
const PARAMETERS_OF: { readonly [Name in Filter]: readonly [own: readonly string[], others: readonly string[]] } = {
  researcherPositions: [['researcherPositions'], ['researcherPosition']],
  researcherCategories: [['researcherCategories'], ['researcherCategory']],
  organUberonIds: [['organUberonIds'], []],
  ontologyTermIds: [['ontologyNames', 'ontologyTermIds'], []],
};

/** The names of the parameters of all filters. */
export const OF_FILTERS: readonly string[] = [0, 1].flatMap((kind) =>
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
