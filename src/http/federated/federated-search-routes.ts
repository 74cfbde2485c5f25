/** `/api/federated/genes` and `/api/federated/users`: searches and listings over all registries. */

import {
  type ListingQuery,
  PARAMETERS,
  parseOrigins,
  parsePageOrCursor,
  parseRecordForm,
  parseSearchQuestion,
  refusePaging,
} from '../../domain/federation/federated-query.ts';
import { COUNTED_FORM, parseCounting, refuseCounting } from '../../domain/federation/granularity.ts';
import { booleanParameter } from '../../domain/query/parameters.ts';
import { MOST_RECORDS } from '../../domain/sanitize/records.ts';
import type { UseCases } from '../../federation/use-cases/use-cases.ts';
import { requireAdministrator } from '../request/viewer.ts';
import { counted, withFacets } from './counted-answer.ts';
import type { FederatedRoute } from './federated-route.ts';

type SearchRoutesOptions = Pick<UseCases, 'federatedSearch' | 'wholeSearch' | 'federatedListing'>;

export function federatedSearchRoutes(useCases: SearchRoutesOptions): FederatedRoute[] {
  return [
    searchRoute('genes', useCases),
    searchRoute('users', useCases),
    listingRoute('/genes', 'genes-list', useCases),
    listingRoute('/users', 'users-list', useCases),
  ];
}

function searchRoute(kind: 'genes' | 'users', { federatedSearch, wholeSearch }: SearchRoutesOptions): FederatedRoute {
  return {
    path: `/${kind}/search`,
    parameters: PARAMETERS[kind],
    plan({ context: { params, viewer }, signal, isStreamed }) {
      const question = parseSearchQuestion(kind, params);
      const isExplained = booleanParameter(params, 'explain') === true;
      if (isExplained) requireAdministrator(viewer);
      const query = { question, origins: parseOrigins(params), isExplained, form: parseRecordForm(params) };
      const counting = parseCounting(params);
      if (!isStreamed && counting.granularity !== 'record') {
        return counted(wholeSearch({ ...query, form: COUNTED_FORM }, viewer, signal), counting, signal);
      }
      if (!isStreamed) {
        const search = federatedSearch({ ...query, page: parsePageOrCursor(params) }, viewer, signal);
        return withFacets(search, counting, signal);
      }
      refusePaging(params);
      refuseCounting(params);
      return wholeSearch(query, viewer, signal);
    },
  };
}

function listingRoute(
  path: string,
  kind: ListingQuery['kind'],
  { federatedListing }: SearchRoutesOptions,
): FederatedRoute {
  return {
    path,
    parameters: PARAMETERS.listing,
    plan({ context: { params, viewer }, signal }) {
      // Records beyond this size would be cut from the page of a partner, and no cursor would lead to them.
      const page = parsePageOrCursor(params, MOST_RECORDS);
      return federatedListing({ kind, origins: parseOrigins(params), page }, viewer, signal);
    },
  };
}
