/**
 * `/api/users` and `/api/genes`: search, listing, and records by id and anonymous id (rdp-protocol 2.5 to 2.7, 2.9,
 * 2.10). Lists are bare arrays, or pages in their envelope (1.13).
 */

import type { Request, Response } from 'express';
import { phrase, RegistryError } from '../../domain/errors.ts';
import { parseGeneQuery } from '../../domain/query/gene-query.ts';
import {
  asksForPages,
  type PageRequest,
  pageEnvelope,
  pageLinks,
  parsePageRequest,
  parseSort,
  SORTABLE,
} from '../../domain/query/paging.ts';
import { canonicalUuid, parseInteger } from '../../domain/query/parameters.ts';
import { canShowAnonymisedUsers, parseUserQuery } from '../../domain/query/user-query.ts';
import type { Viewer } from '../../domain/record/model.ts';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import type { BytesForm } from '../../registry/record/record-bytes.ts';
import type { RecordList } from '../../registry/record/record-list.ts';
import type { ListPage } from '../../registry/search/listings.ts';
import { type RecordSource, replyWithBytes, replyWithRecords } from '../reply/replies.ts';
import { addHeader } from '../reply/reply-headers.ts';
import type { RequestContext } from '../request/request-context.ts';
import { type RegistryRoute, recordFormOf, requireJson } from './registry-route.ts';

type ReplyExchange = { context: RequestContext; req: Request; res: Response };

/** Longer links are left out, as clients read no more than 8 or 16 KB of headers. */
const LONGEST_LINKS = 4096;

/**
 * Sends the result of a search: the bare array that partners expect, or one page in the envelope with `page` or `size`.
 * Both are within the limits of the specification.
 *
 * @throws RegistryError `parameter-invalid` for an invalid page
 */
async function replyWithSearch(exchange: ReplyExchange, list: RecordSource): Promise<void> {
  const { context, req, res } = exchange;
  if (!asksForPages(context.params)) {
    await replyWithRecords(req, res, list, { before: '[', after: () => ']' });
    return;
  }
  const page = parsePageRequest(context.params);
  await replyWithListingPage(exchange, { records: pageOf(list, page), totalElements: list.total }, page, false);
}

/** Returns the records of one page of a list. */
function pageOf(list: RecordSource, { page, size }: PageRequest): RecordSource {
  const start = Math.min(page * size, list.total);
  const end = Math.min(start + size, list.total);
  return { total: end - start, read: (from, to) => list.read(start + from, Math.min(start + to, end)) };
}

/** Sends a page of a listing. */
async function replyWithListingPage(
  { context, req, res }: ReplyExchange,
  { records, totalElements }: { records: RecordSource; totalElements: number },
  page: PageRequest,
  sorted: boolean,
): Promise<void> {
  setPageLinks(res, context, page, totalElements);
  await replyWithRecords(req, res, records, {
    before: '{"content":[',
    after: (written) => `],${JSON.stringify(pageEnvelope(page, totalElements, written, sorted)).slice(1)}`,
  });
}

/** Adds links to the neighbouring pages (RFC 8288), relative to the requested address and without the caller's token. */
export function setPageLinks(res: Response, context: RequestContext, page: PageRequest, totalElements: number): void {
  const params = new URLSearchParams(context.params);
  params.delete('auth');
  params.delete('page');
  const others = params.size === 0 ? '' : `${params}&`;
  const links = pageLinks(page, totalElements).map(({ rel, page }) => `<?${others}page=${page}>; rel="${rel}"`);
  const header = links.join(', ');
  if (header !== '' && header.length <= LONGEST_LINKS) addHeader(res, 'Link', header);
}

type Search = {
  path: string;
  search(context: RequestContext, req: Request): Promise<RecordList>;
  /** Whether answers may have anonymised records, whose anonymous ids differ in every answer. */
  anonymises: boolean;
};

/** Makes the route of a search. */
function searchRoute({ path, search, anonymises }: Search): RegistryRoute {
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
function listingRoute({ path, list, sortable, anonymises }: Listing): RegistryRoute {
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
function anonymousIdRoute(path: string, lookUp: AnonymousLookup): RegistryRoute {
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

type UsersRoutesOptions = Pick<LocalRegistry, 'searchUsers' | 'listUsers' | 'lookups'> & {
  anonymises: boolean;
};

export function usersRoutes({ searchUsers, listUsers, lookups, anonymises }: UsersRoutesOptions): RegistryRoute[] {
  return [
    searchRoute({
      path: '/users/search',
      search: ({ viewer, params }, req) =>
        searchUsers(viewer, parseUserQuery(params), canShowAnonymisedUsers(req.headers['user-agent'])),
      anonymises,
    }),
    {
      path: '/users/:userId',
      negotiates: 'before',
      repeatable: true,
      async answer({ context, req, res }) {
        const userId = readId(req.params.userId);
        await replyWithBytes(req, res, await lookups.userById(context.viewer, userId, recordFormOf(req)));
      },
    },
    listingRoute({ path: '/users', list: listUsers, sortable: SORTABLE.users, anonymises }),
    anonymousIdRoute('/users/by-anonymous-id/:anonymousId', (...args) => lookups.userByAnonymousId(...args)),
  ];
}

/**
 * Returns the number of a record in a path.
 *
 * @throws RegistryError `path-invalid`
 */
export function readId(text: unknown): number {
  const id = typeof text === 'string' ? parseInteger(text) : undefined;
  if (id === undefined) {
    throw new RegistryError('path-invalid', { found: String(text), allowed: phrase('integer') });
  }
  return id;
}

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
