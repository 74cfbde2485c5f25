/** `/api/genes`: registered genes, searched, listed, and by anonymous id (contract 2.5, 2.7, 2.10). */

import { RegistryError } from '../domain/errors.ts';
import { parseGeneQuery } from '../domain/gene-query.ts';
import { parsePageRequest, parseSort, SORTABLE } from '../domain/paging.ts';
import { canonicalUuid } from '../domain/uuid.ts';
import type { LocalRegistry } from '../registry/local-registry.ts';
import type { pageOf } from '../registry/record-list.ts';
import { replyWithPage, replyWithSearch } from './record-replies.ts';
import { type RegistryRoute, requireJson } from './registry-route.ts';
import { replyWithBytes } from './replies.ts';

export type GenesNeeds = Pick<LocalRegistry, 'searchGenes' | 'listGenes' | 'lookups'> & {
  pageOf: typeof pageOf;
  /** Whether answers may hold anonymised records, which differ every time. */
  anonymises: boolean;
};

export function genesRoutes({ searchGenes, listGenes, lookups, pageOf, anonymises }: GenesNeeds): RegistryRoute[] {
  return [
    {
      path: '/genes/search',
      negotiates: 'before',
      repeatable: !anonymises,
      async answer(exchange) {
        const { viewer, params } = exchange.ask;
        const list = await searchGenes(viewer, parseGeneQuery(params));
        await replyWithSearch(exchange, list, pageOf);
      },
    },
    {
      path: '/genes',
      negotiates: 'before',
      repeatable: !anonymises,
      async answer(exchange) {
        const { viewer, params } = exchange.ask;
        const page = parsePageRequest(params);
        const sorts = parseSort(params, SORTABLE.genes);
        await replyWithPage(exchange, await listGenes(viewer, page, sorts), page, sorts.length > 0);
      },
    },
    {
      path: '/genes/by-anonymous-id/:anonymousId',
      negotiates: 'after',
      repeatable: false,
      async answer({ ask, req, res }) {
        const bytes = await lookups.geneByAnonymousId(ask.viewer, readAnonymousId(req.params.anonymousId));
        requireJson(req, res, true);
        await replyWithBytes(req, res, bytes);
      },
    },
  ];
}

/**
 * The anonymous id in a path.
 *
 * @throws RegistryError `path-invalid`
 */
export function readAnonymousId(text: unknown): string {
  const uuid = typeof text === 'string' ? canonicalUuid(text) : undefined;
  if (uuid === undefined) throw new RegistryError('path-invalid', { found: String(text), allowed: 'a UUID' });
  return uuid;
}
