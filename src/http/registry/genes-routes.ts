/** `/api/genes`: search, listing, and records by anonymous id of registered genes (rdp-protocol 2.5, 2.7, 2.10). */

import { parseGeneQuery } from '../../domain/query/gene-query.ts';
import { SORTABLE } from '../../domain/query/paging.ts';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import { anonymousIdRoute, listingRoute, searchRoute } from './record-routes.ts';
import type { RegistryRoute } from './registry-route.ts';

type GenesRoutesOptions = Pick<LocalRegistry, 'searchGenes' | 'listGenes' | 'lookups'> & {
  anonymises: boolean;
};

export function genesRoutes({ searchGenes, listGenes, lookups, anonymises }: GenesRoutesOptions): RegistryRoute[] {
  return [
    searchRoute({
      path: '/genes/search',
      search: ({ viewer, params }) => searchGenes(viewer, parseGeneQuery(params)),
      anonymises,
    }),
    listingRoute({ path: '/genes', list: listGenes, sortable: SORTABLE.genes, anonymises }),
    anonymousIdRoute('/genes/by-anonymous-id/:anonymousId', (...args) => lookups.geneByAnonymousId(...args)),
  ];
}
