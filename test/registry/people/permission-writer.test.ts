/** What was withdrawn of many people is written without their records, and nothing becomes more open by it. */

import { expect, test } from 'vitest';
import type { PrivacyLevel } from '../../../src/domain/record/model.ts';
import type { SnapshotUser } from '../../../src/domain/record/snapshot.ts';
import { permissionWriter } from '../../../src/registry/people/permission-writer.ts';
import { users } from '../../../src/registry/people/users.ts';
import type { Store } from '../../../src/registry/store/store.ts';
import { narrowAccounts } from '../../support/registry/narrow-accounts.ts';
import { aUser, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { openTemporaryStore } from '../../support/registry/temporary-store.ts';

const gene = (geneId: number, privacyLevel: 0 | 1 | 2 | null = null) =>
  ({ geneId, tier: 'TIER1', privacyLevel }) as const;

const ADA = aUser(1, {
  shared: true,
  roles: ['ROLE_ADMIN', 'ROLE_USER'],
  genes: [gene(672), gene(7157, 1)],
  accessTokens: [
    { token: 'one', expiresAt: '2037-01-01T00:00:00Z' },
    { token: 'other', expiresAt: '2037-01-01T00:00:00Z' },
  ],
});
const BO = aUser(2, { privacyLevel: 0, genes: [gene(672), gene(7157)] });

const snapshot = smallSnapshot({ users: [ADA, BO] });

function found(store: Store, id: number): Partial<SnapshotUser> {
  const { enabled, privacyLevel, shared, hideGenelist, roles, genes } = store.read((tx) =>
    users(store).find(tx, id),
  ) as SnapshotUser;
  return { enabled, privacyLevel, shared, hideGenelist, roles, genes };
}

const tokens = (store: Store) =>
  store.read((tx) => store.query<[number, string]>('SELECT user_id, expires_at FROM access_token ORDER BY id').all(tx));
test.each([
  ['a closed account', { enabled: false }],
  ['a lower level', { privacyLevel: 1 }],
  ['consent that is withdrawn', { shared: false }],
  ['a hidden list', { hideGenelist: true }],
  ['a role that is taken away', { roles: ['ROLE_USER'] }],
] as const)('%s counts, and is noted; the contrary does not', (_, change) => {
  using temporary = openTemporaryStore(snapshot);
  const { store } = temporary;
  const before = found(store, 1);
  expect(narrowAccounts(store, new Map([[1, ADA]]))).toEqual([]);
  const revision = store.read((tx) => tx.usersRevision());
  expect(narrowAccounts(store, new Map([[1, { ...ADA, ...change }]]))).toEqual([1]);
  expect(found(store, 1)).toEqual({ ...before, ...change });
  expect(store.read((tx) => tx.usersRevision())).toBe(revision + 1);
  expect(narrowAccounts(store, new Map([[1, ADA]]))).toEqual([]);
  expect(found(store, 1)).toEqual({ ...before, ...change });
});

test('a token that is gone is none any more, and one that expires earlier does; a new one waits for its record', () => {
  using temporary = openTemporaryStore(snapshot);
  const { store } = temporary;
  const accessTokens = [
    { token: 'other', expiresAt: '2030-01-01T00:00:00Z' },
    { token: 'third', expiresAt: '2037-01-01T00:00:00Z' },
  ];
  expect(narrowAccounts(store, new Map([[1, { ...ADA, accessTokens }]]))).toEqual([1]);
  expect(tokens(store)).toEqual([[1, '2030-01-01T00:00:00.000Z']]);
});

test('an account that is gone is seen by nobody and lets nobody in', () => {
  using temporary = openTemporaryStore(snapshot);
  const { store } = temporary;
  expect(
    narrowAccounts(
      store,
      new Map([
        [1, undefined],
        [99, undefined],
      ]),
    ),
  ).toEqual([1]);
  expect(found(store, 1)).toMatchObject({ enabled: false, shared: false, hideGenelist: true, roles: [] });
  expect(tokens(store)).toEqual([]);
});

test('genes become more private, or are gone, and not the other way, whatever is read afterwards', () => {
  using temporary = openTemporaryStore(snapshot);
  const { store } = temporary;
  const permissions = permissionWriter(store);
  const withdrawnBy = (...levels: (readonly [number, readonly (readonly [number, PrivacyLevel | null])[]])[]) =>
    store.read((tx) =>
      permissions.withdrawnGenes(tx, new Map(levels.map(([id, levels]) => [id, new Map(levels)] as const))),
    );
  const ofBo = [2, [672, 7157, 12189].map((geneId) => [geneId, 2] as const)] as const;
  const withdrawn = withdrawnBy([1, [[672, 0]]], ofBo, [99, [[672, 0]]]);
  expect([...withdrawn.keys()]).toEqual([1]);
  store.write((tx) => permissions.writeWithdrawnGenes(tx, withdrawn));
  expect(found(store, 1).genes).toEqual([gene(672, 0)]);
  expect(found(store, 2).genes).toEqual(BO.genes);
  expect(withdrawnBy([1, [[672, 0]]]).size).toBe(0);
  expect(withdrawnBy([1, ADA.genes.map(({ geneId }) => [geneId, 2] as const)]).size).toBe(0);
  store.write((tx) => permissions.writeWithdrawnGenes(tx, withdrawnBy([1, []])));
  expect(found(store, 1).genes).toEqual([]);
});
