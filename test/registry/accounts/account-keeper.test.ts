/** Accounts as an operator names and makes them, where addresses are alike and ids have run out. */

import { expect, test } from 'vitest';
import { accountKeeper } from '../../../src/registry/accounts/account-keeper.ts';
import { aUser, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { openTemporaryStore } from '../../support/registry/temporary-store.ts';

const USERS = [aUser(1), aUser(2)];

test.each([
  ['same@example.org', { account: { id: 2 } }],
  ['Same@example.org', { account: { id: 1 } }],
  ['SAME@example.org', { outcome: 'ambiguous', accounts: [{ id: 1 }, { id: 2 }] }],
  [1, { account: { id: 1 } }],
])('where addresses differ only in letter case, an operator finds with %s', (name, found) => {
  using database = openTemporaryStore(smallSnapshot({ users: USERS }));
  database.store.write((tx) => tx.run("UPDATE user SET email = iif(id = 1, 'Same', 'same') || '@example.org'"));
  const options = { store: database.store, remoteSearchUserId: () => undefined };
  expect(accountKeeper(options as never).find(name)).toMatchObject(found);
});

test('where all ids were given, no account is made, for nobody and for no partners', () => {
  using database = openTemporaryStore(smallSnapshot({ users: USERS }));
  const options = { store: database.store, remoteSearchUserId: () => undefined, givenIds: { highest: () => 2 } };
  const { create, forPartners } = accountKeeper({ ...options, highestId: 2 } as never);
  expect([create('new@example.org', 'user'), forPartners()]).toEqual(Array(2).fill({ outcome: 'no-id-left' }));
});
