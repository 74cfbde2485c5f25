/** `/api/users`: researchers, searched, listed, by id and by anonymous id (contract 2.5, 2.6, 2.9, 2.10). */

import { canShowAnonymisedUsers } from '../domain/asker.ts';
import { RegistryError } from '../domain/errors.ts';
import { parsePageRequest, parseSort, SORTABLE } from '../domain/paging.ts';
import { parseInteger } from '../domain/parameters.ts';
import { parseUserQuery } from '../domain/user-query.ts';
import type { LocalRegistry } from '../registry/local-registry.ts';
import type { pageOf } from '../registry/record-list.ts';
import { readAnonymousId } from './genes-routes.ts';
import { replyWithPage, replyWithSearch } from './record-replies.ts';
import { type RegistryRoute, requireJson } from './registry-route.ts';
import { replyWithBytes } from './replies.ts';

export type UsersNeeds = Pick<LocalRegistry, 'searchUsers' | 'listUsers' | 'lookups'> & {
  pageOf: typeof pageOf;
  /** Whether answers may hold anonymised records, which differ every time. */
  anonymises: boolean;
};

export function usersRoutes({ searchUsers, listUsers, lookups, pageOf, anonymises }: UsersNeeds): RegistryRoute[] {
  return [
    {
      path: '/users/search',
      negotiates: 'before',
      repeatable: !anonymises,
      async answer(exchange) {
        const { viewer, params } = exchange.ask;
        const showsAnonymised = canShowAnonymisedUsers(exchange.req.headers['user-agent']);
        const list = await searchUsers(viewer, parseUserQuery(params), showsAnonymised);
        await replyWithSearch(exchange, list, pageOf);
      },
    },
    {
      path: '/users',
      negotiates: 'before',
      repeatable: !anonymises,
      async answer(exchange) {
        const { viewer, params } = exchange.ask;
        const page = parsePageRequest(params);
        const sorts = parseSort(params, SORTABLE.users);
        await replyWithPage(exchange, await listUsers(viewer, page, sorts), page, sorts.length > 0);
      },
    },
    {
      path: '/users/by-anonymous-id/:anonymousId',
      negotiates: 'after',
      repeatable: false,
      async answer({ ask, req, res }) {
        const bytes = await lookups.userByAnonymousId(ask.viewer, readAnonymousId(req.params.anonymousId));
        requireJson(req, res, true);
        await replyWithBytes(req, res, bytes);
      },
    },
    {
      path: '/users/:userId',
      negotiates: 'before',
      repeatable: true,
      async answer({ ask, req, res }) {
        const userId = readId(req.params.userId);
        await replyWithBytes(req, res, await lookups.userById(ask.viewer, userId));
      },
    },
  ];
}

/**
 * A record's number in a path.
 *
 * @throws RegistryError `path-invalid`
 */
export function readId(text: unknown): number {
  const id = typeof text === 'string' ? parseInteger(text) : undefined;
  if (id === undefined) {
    throw new RegistryError('path-invalid', { found: String(text), allowed: 'a whole number of at most 32 bits' });
  }
  return id;
}
