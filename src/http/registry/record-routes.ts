/** The three kinds of route that researchers and registered genes have in common (rdp-protocol 2.5 to 2.7, 2.10). */

import type { Request } from 'express';
import { RegistryError } from '../../domain/errors.ts';
import { phrase } from '../../domain/phrases.ts';
import { parsePageRequest, parseSort } from '../../domain/query/paging.ts';
import { canonicalUuid } from '../../domain/query/uuid.ts';
import type { Viewer } from '../../domain/record/model.ts';
import type { RecordList } from '../../registry/record/record-list.ts';
import type { ListPage } from '../../registry/search/listings.ts';
import { replyWithBytes } from '../reply/replies.ts';
import type { RequestContext } from '../request/request-context.ts';
import { replyWithPage, replyWithSearch } from './record-replies.ts';
import { type RegistryRoute, requireJson } from './registry-route.ts';

type Search = {
  path: string;
  search(context: RequestContext, req: Request): Promise<RecordList>;
  /** Whether answers may hold anonymised records, which differ every time. */
  anonymises: boolean;
};

export function searchRoute({ path, search, anonymises }: Search): RegistryRoute {
  return {
    path,
    negotiates: 'before',
    repeatable: !anonymises,
    async answer(exchange) {
      await replyWithSearch(exchange, await search(exchange.context, exchange.req));
    },
  };
}

type Listing = { path: string; list: ListPage; sortable: readonly string[]; anonymises: boolean };

export function listingRoute({ path, list, sortable, anonymises }: Listing): RegistryRoute {
  return {
    path,
    negotiates: 'before',
    repeatable: !anonymises,
    async answer(exchange) {
      const { viewer, params } = exchange.context;
      const page = parsePageRequest(params);
      const sorts = parseSort(params, sortable);
      await replyWithPage(exchange, await list(viewer, page, sorts), page, sorts.length > 0);
    },
  };
}

type AnonymousLookup = (viewer: Viewer, anonymousId: string) => Promise<readonly Uint8Array[]>;

/** @param path ends in `/:anonymousId` */
export function anonymousIdRoute(path: string, lookUp: AnonymousLookup): RegistryRoute {
  return {
    path,
    negotiates: 'after',
    repeatable: false,
    async answer({ context, req, res }) {
      const bytes = await lookUp(context.viewer, readAnonymousId(req.params.anonymousId));
      requireJson(req, res, true);
      await replyWithBytes(req, res, bytes);
    },
  };
}

/** @throws RegistryError `path-invalid` */
export function readAnonymousId(text: unknown): string {
  const uuid = typeof text === 'string' ? canonicalUuid(text) : undefined;
  if (uuid === undefined) throw new RegistryError('path-invalid', { found: String(text), allowed: phrase('uuid') });
  return uuid;
}
