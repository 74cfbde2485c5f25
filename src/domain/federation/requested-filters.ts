/** The filters that a search contains. */

import type { Filters } from '../query/filters.ts';
import type { Filter } from './origin.ts';

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
