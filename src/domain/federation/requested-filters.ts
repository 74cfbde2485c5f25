/** Which filters a search asks for. */

import type { Filters } from '../query/filters.ts';
import type { Filter } from './origin.ts';

/** In the order of the list of filters; an empty filter is asked for too. */
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
