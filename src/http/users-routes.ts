/** `/api/users`: researchers, searched, listed, by id and by anonymous id (contract 2.5, 2.6, 2.9, 2.10). */

import { canShowAnonymisedUsers } from '../domain/asker.ts';
import { RegistryError } from '../domain/errors.ts';
import { SORTABLE } from '../domain/paging.ts';
import { parseInteger } from '../domain/parameters.ts';
import { parseUserQuery } from '../domain/user-query.ts';
import type { LocalRegistry } from '../registry/local-registry.ts';
import type { pageOf } from '../registry/record-list.ts';
import { anonymousIdRoute, listingRoute, searchRoute } from './record-routes.ts';
import type { RegistryRoute } from './registry-route.ts';
import { replyWithBytes } from './replies.ts';

export type UsersNeeds = Pick<LocalRegistry, 'searchUsers' | 'listUsers' | 'lookups'> & {
  pageOf: typeof pageOf;
  anonymises: boolean;
};

export function usersRoutes({ searchUsers, listUsers, lookups, pageOf, anonymises }: UsersNeeds): RegistryRoute[] {
  return [
    searchRoute({
      path: '/users/search',
      search: ({ viewer, params }, req) =>
        searchUsers(viewer, parseUserQuery(params), canShowAnonymisedUsers(req.headers['user-agent'])),
      pageOf,
      anonymises,
    }),
    {
      path: '/users/:userId',
      negotiates: 'before',
      repeatable: true,
      async answer({ ask, req, res }) {
        const userId = readId(req.params.userId);
        await replyWithBytes(req, res, await lookups.userById(ask.viewer, userId));
      },
    },
    listingRoute({ path: '/users', list: listUsers, sortable: SORTABLE.users, anonymises }),
    anonymousIdRoute('/users/by-anonymous-id/:anonymousId', (viewer, id) => lookups.userByAnonymousId(viewer, id)),
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
