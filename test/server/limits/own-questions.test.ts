/** Questions to this registry alone, which no use case of the network counts: what is at their addresses asks nobody else. */

import { expect } from 'vitest';
import { asksNobodyElse } from '../../../src/server/begin-reply.ts';
import { mountedPaths } from '../../support/server/mounted-routes.ts';
import { test } from '../../support/worlds.ts';

test('nothing but the lists, searches and records of this registry is admitted as its own', async ({
  alpha: registry,
}) => {
  const own = (await mountedPaths(registry)).filter(asksNobodyElse);
  expect(own.toSorted()).toEqual([
    '/api/genes',
    '/api/genes/by-anonymous-id/{anonymousId}',
    '/api/genes/search',
    '/api/ontologies',
    '/api/ontologies/{ontologyName}/terms',
    '/api/ontologies/{ontologyName}/terms/{termId}',
    '/api/stats',
    '/api/taxa/{taxonId}',
    '/api/users',
    '/api/users/by-anonymous-id/{anonymousId}',
    '/api/users/search',
    '/api/users/{userId}',
  ]);
});
