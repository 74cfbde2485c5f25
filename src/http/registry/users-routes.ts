/** `/api/users`: search, listing, and records of researchers by id and anonymous id (rdp-protocol 2.5, 2.6, 2.9, 2.10). */

import { phrase, RegistryError } from '../../domain/errors.ts';
import { SORTABLE } from '../../domain/query/paging.ts';
import { parseInteger } from '../../domain/query/parameters.ts';
import { canShowAnonymisedUsers, parseUserQuery } from '../../domain/query/user-query.ts';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import { replyWithBytes } from '../reply/replies.ts';
import { anonymousIdRoute, listingRoute, searchRoute } from './record-routes.ts';
import { type RegistryRoute, recordFormOf } from './registry-route.ts';

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
