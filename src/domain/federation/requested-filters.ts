/** The filters that a search contains. */

import type { Filters } from '../query/filters.ts';
import { isNarrowedByTier } from '../query/gene-query.ts';
import type { AskedFilter, Filter } from './origin.ts';
import type { Question } from './source.ts';

/** Returns the tiers of a gene search as a filter, which registries of every version apply. */
export function tiersAsked(question: Question): AskedFilter[] {
  const isNarrowed = question.kind === 'genes-search' && isNarrowedByTier(question.query);
  return isNarrowed ? [{ filter: 'tiers', applied: 'applied-there' }] : [];
}

/** Returns the filters in the order of the list of filters; an empty filter counts as well. */
export function requestedFilters({
  researcherPositions,
  researcherCategories,
  organUberonIds,
  terms,
}: Filters): Filter[] {
  const filters: Filter[] = [];
  if (researcherPositions !== undefined) filters.push('researcherPositions');
  if (researcherCategories !== undefined) filters.push('researcherCategories');
  if (organUberonIds !== undefined) filters.push('organUberonIds');
  if (terms !== undefined) filters.push('ontologyTermIds');
  return filters;
}
