/** The three kinds of routes that researchers and registered genes share (rdp-protocol 2.5 to 2.7, 2.10). */

import type { Request } from 'express';
import { phrase, RegistryError } from '../../domain/errors.ts';
import { parsePageRequest, parseSort } from '../../domain/query/paging.ts';
import { canonicalUuid } from '../../domain/query/parameters.ts';
import type { Viewer } from '../../domain/record/model.ts';
import type { BytesForm } from '../../registry/record/record-bytes.ts';
import type { RecordList } from '../../registry/record/record-list.ts';
import type { ListPage } from '../../registry/search/listings.ts';
import { type RecordSource, replyWithBytes } from '../reply/replies.ts';
import type { RequestContext } from '../request/request-context.ts';
import { replyWithListingPage, replyWithSearch } from './record-replies.ts';
import { type RegistryRoute, recordFormOf, requireJson } from './registry-route.ts';

type Search = {
  path: string;
  search(context: RequestContext, req: Request): Promise<RecordList>;
  /** Whether answers may have anonymised records, whose anonymous ids differ in every answer. */
  anonymises: boolean;
};

/** Makes the route of a search. */
export function searchRoute({ path, search, anonymises }: Search): RegistryRoute {
  return {
    path,
    negotiates: 'before',
    repeatable: !anonymises,
    async answer(exchange) {
      const list = await search(exchange.context, exchange.req);
      await replyWithSearch(exchange, inForm(list, recordFormOf(exchange.req)));
    },
  };
}

type Listing = { path: string; list: ListPage; sortable: readonly string[]; anonymises: boolean };

/** Makes the route of a listing. @param sortable the fields by which it may be sorted */
export function listingRoute({ path, list, sortable, anonymises }: Listing): RegistryRoute {
  return {
    path,
    negotiates: 'before',
    repeatable: !anonymises,
    async answer(exchange) {
      const { viewer, params } = exchange.context;
      const page = parsePageRequest(params);
      const sorts = parseSort(params, sortable);
      const { records, totalElements } = await list(viewer, page, sorts);
      const listed = { records: inForm(records, recordFormOf(exchange.req)), totalElements };
      await replyWithListingPage(exchange, listed, page, sorts.length > 0);
    },
  };
}

function inForm(list: RecordList, form: BytesForm): RecordSource {
  return { total: list.total, read: (from, to) => list.read(from, to, form) };
}

type AnonymousLookup = (viewer: Viewer, anonymousId: string, form: BytesForm) => Promise<readonly Uint8Array[]>;

/** Makes the route of a record by its anonymous id. @param path ends in `/:anonymousId` */
export function anonymousIdRoute(path: string, lookUp: AnonymousLookup): RegistryRoute {
  return {
    path,
    negotiates: 'after',
    repeatable: false,
    async answer({ context, req, res }) {
      const bytes = await lookUp(context.viewer, readAnonymousId(req.params.anonymousId), recordFormOf(req));
      requireJson(req, res, true);
      await replyWithBytes(req, res, bytes);
    },
  };
}

/** Returns the anonymous id in a path, in lower case. @throws RegistryError `path-invalid` */
export function readAnonymousId(text: unknown): string {
  const uuid = typeof text === 'string' ? canonicalUuid(text) : undefined;
  if (uuid === undefined) throw new RegistryError('path-invalid', { found: String(text), allowed: phrase('uuid') });
  return uuid;
}
