/** Accounts and tokens: who a token stands for, and what becomes of tokens when the data are replaced. */

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PUBLIC_VIEWER } from '../../../src/domain/record/model.ts';
import type { Snapshot, SnapshotUser } from '../../../src/domain/record/snapshot.ts';
import { accounts, type SearchTokens, searchTokens } from '../../../src/registry/accounts/accounts.ts';
import { tokenDesk, tokenKeeper } from '../../../src/registry/accounts/token-keeper.ts';
import { sqliteState } from '../../../src/registry/state/sqlite-state.ts';
import type { Store } from '../../../src/registry/store/store.ts';
import { aUser, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { importInto, openTemporaryStore } from '../../support/registry/temporary-store.ts';

const NOW = new Date('2030-06-01T12:00:00Z');
const REMOTE_ID = 9;

function people(...users: SnapshotUser[]): Snapshot {
  return smallSnapshot({ users });
}

function token(secret: string, expiresAt = '2099-01-01T00:00:00Z'): Partial<SnapshotUser> {
  return { accessTokens: [{ token: secret, expiresAt }] };
}

const NORTH = { name: 'north', token: 'token-of-a-partner' };
const SOUTH = { name: 'south', token: 'token-of-another-partner' };

function openAccounts(
  store: Store,
  { now = NOW, remoteSearchUserId = REMOTE_ID as number | null, accepted = [NORTH, SOUTH] } = {},
) {
  const tokens = searchTokens(accepted);
  return { ...accountsOver(store, tokens, { now, remoteSearchUserId }), replace: tokens.replace };
}

type Opening = { now: Date; remoteSearchUserId: number | null };

function accountsOver(store: Store, { current }: SearchTokens, { now, remoteSearchUserId }: Opening) {
  return accounts({
    store,
    tokenStores: [sqliteState(store).tokens],
    acceptedSearchTokens: current,
    remoteSearchUserId: () => remoteSearchUserId ?? undefined,
    now: () => now,
  });
}

function keeper(store: Store, now = NOW) {
  const { tokens } = sqliteState(store);
  return tokenKeeper({ store, tokens, remoteSearchUserId: () => REMOTE_ID, now: () => now });
}

async function refusal(answer: Promise<unknown>): Promise<string> {
  return answer.then(
    () => 'accepted',
    (error) => error.code,
  );
}

describe('a token stands for', () => {
  test('its account, with what its roles make of it', async () => {
    using database = openTemporaryStore(
      people(
        aUser(0, { ...token('of-nobody-special'), roles: [] }),
        aUser(1, token('of-a-member')),
        aUser(2, { ...token('of-a-service'), roles: ['ROLE_SERVICE_ACCOUNT'] }),
        aUser(3, { ...token('of-an-admin'), roles: ['ROLE_ADMIN', 'ROLE_USER'] }),
        aUser(4, { ...token('of-both'), roles: ['ROLE_SERVICE_ACCOUNT', 'ROLE_ADMIN'] }),
      ),
    );
    const { viewerFor } = openAccounts(database.store);
    const plain = { hasAdminRole: false, hasServiceRole: false };
    expect(await viewerFor('of-nobody-special')).toEqual({ ...plain, kind: 'member', userId: 0 });
    expect(await viewerFor('of-a-member')).toEqual({ ...plain, kind: 'member', userId: 1 });
    expect(await viewerFor('of-a-service')).toEqual({ ...plain, kind: 'service', userId: 2, hasServiceRole: true });
    expect(await viewerFor('of-an-admin')).toEqual({ ...plain, kind: 'admin', userId: 3, hasAdminRole: true });
    const both = { kind: 'admin', userId: 4, hasAdminRole: true, hasServiceRole: true };
    expect(await viewerFor('of-both')).toEqual(both);
  });

  test('the account of partners’ administrators, though that is disabled', async () => {
    const remote = aUser(REMOTE_ID, { ...token('of-the-remote-account'), enabled: false, roles: ['ROLE_ADMIN'] });
    using database = openTemporaryStore(people(remote));
    const { viewerFor } = openAccounts(database.store);
    const partner = { kind: 'partner', userId: REMOTE_ID, hasAdminRole: true, hasServiceRole: false };
    expect(await viewerFor('token-of-a-partner')).toEqual({ ...partner, searchToken: 'north' });
    expect(await viewerFor('token-of-another-partner')).toEqual({ ...partner, searchToken: 'south' });
    expect(await viewerFor('of-the-remote-account')).toEqual(partner);
  });

  test('nobody when that account is missing', async () => {
    using database = openTemporaryStore(people(aUser(1)));
    const { viewerFor } = openAccounts(database.store);
    await expect(viewerFor('token-of-a-partner')).rejects.toThrow(
      'The remote search user is not configured correctly: no user can be found with ID 9.',
    );
    const { viewerFor: withoutOne, ...unnamed } = openAccounts(database.store, { remoteSearchUserId: null });
    expect(await refusal(withoutOne('token-of-a-partner'))).toBe('remote-account-missing');
    await expect(withoutOne('token-of-a-partner')).rejects.toThrow(
      'The remote search user is not configured correctly: no account is named for it.',
    );
    expect(await unnamed.searchTokenTrouble()).toBe('no account is named for it');
    expect(unnamed.searchTokenUses()).toContainEqual({ name: 'north', requests: 0, lastUsedAt: null });
  });
});

describe('the token of somebody who has waited', () => {
  test('is looked up again, as often as they wait, and that is no further use', async () => {
    using database = openTemporaryStore(people(aUser(REMOTE_ID)));
    const { viewerFor, viewerNow, replace, searchTokenUses } = openAccounts(database.store);
    const viewer = await viewerFor(NORTH.token);
    const now = await viewerNow(await viewerNow(viewer));
    expect(now).toEqual(viewer);
    expect(searchTokenUses()).toMatchObject([{ requests: 1 }, { requests: 0 }]);
    replace([SOUTH]);
    expect(await refusal(viewerNow(now))).toBe('unknown-token');
  });

  test('is none for somebody who came without one', async () => {
    using database = openTemporaryStore(people(aUser(REMOTE_ID)));
    expect(await openAccounts(database.store).viewerNow(PUBLIC_VIEWER)).toBe(PUBLIC_VIEWER);
  });
});

describe('other search tokens', () => {
  const seen = (name: string, requests: number) => ({
    name,
    requests,
    lastUsedAt: requests === 0 ? null : NOW.toISOString(),
  });

  test('count from the next request on: one that has gone is as unknown as any other', async () => {
    using database = openTemporaryStore(people(aUser(REMOTE_ID)));
    const { viewerFor, replace } = openAccounts(database.store);
    expect(await viewerFor(NORTH.token)).toMatchObject({ kind: 'partner', searchToken: 'north' });
    expect(replace([SOUTH, { name: 'north', token: 'another-token-of-north' }])).toEqual({
      added: 1,
      removed: 1,
      renamed: 0,
    });
    expect(await refusal(viewerFor(NORTH.token))).toBe('unknown-token');
    expect(await viewerFor('another-token-of-north')).toMatchObject({ kind: 'partner', searchToken: 'north' });
    expect(await viewerFor(SOUTH.token)).toMatchObject({ searchToken: 'south' });
    expect(replace([])).toEqual({ added: 0, removed: 2, renamed: 0 });
    expect(await refusal(viewerFor(SOUTH.token))).toBe('unknown-token');
  });

  test('begin with no use; one that stays keeps its own, under another name too', async () => {
    using database = openTemporaryStore(people(aUser(REMOTE_ID)));
    const { viewerFor, replace, searchTokenUses } = openAccounts(database.store);
    for (const { token } of [NORTH, SOUTH, SOUTH]) await viewerFor(token);
    expect(
      replace([
        { name: 'north', token: 'another-token-of-north' },
        { ...SOUTH, name: 'token-2' },
      ]),
    ).toEqual({
      added: 1,
      removed: 1,
      renamed: 1,
    });
    expect(searchTokenUses()).toEqual([seen('north', 0), seen('token-2', 2)]);
    expect(await viewerFor(SOUTH.token)).toMatchObject({ searchToken: 'token-2' });
    replace([NORTH, SOUTH]);
    expect(searchTokenUses()).toEqual([seen('north', 0), seen('south', 3)]);
  });

  test('that let nobody in are reported, and those of a list without any are no trouble', async () => {
    using database = openTemporaryStore(people(aUser(REMOTE_ID)));
    const unnamed = openAccounts(database.store, { remoteSearchUserId: null, accepted: [] });
    expect(await unnamed.searchTokenTrouble()).toBe(undefined);
    unnamed.replace([NORTH]);
    expect(await unnamed.searchTokenTrouble()).toBe('no account is named for it');
  });
});

describe('a token is refused', () => {
  test('letter by letter: nothing but the very token opens', async () => {
    using database = openTemporaryStore(people(aUser(1, token('Some-Token'))));
    const { viewerFor } = openAccounts(database.store);
    for (const wrong of [
      '',
      'some-token',
      'Some-Token ',
      ' Some-Token',
      'Some-Toke',
      'Some-Token\0',
      'token-of-a-partner ',
    ]) {
      expect(await refusal(viewerFor(wrong)), wrong).toBe('unknown-token');
    }
    const hashes = database.store.query<[Uint8Array]>('SELECT hash FROM access_token');
    const stored = database.store.read((tx) => hashes.first(tx)?.[0]) ?? new Uint8Array();
    for (const hash of ['hex', 'base64', 'latin1'] as const) {
      expect(await refusal(viewerFor(Buffer.from(stored).toString(hash)))).toBe('unknown-token');
    }
  });

  test('from the moment it expires', async () => {
    using database = openTemporaryStore(people(aUser(1, token('t', '2030-06-01T12:00:00+00:00'))));
    expect((await openAccounts(database.store).viewerFor('t')).userId).toBe(1);
    const later = openAccounts(database.store, { now: new Date(NOW.getTime() + 1) });
    expect(await refusal(later.viewerFor('t'))).toBe('expired-token');
  });

  test('while its account is disabled', async () => {
    using database = openTemporaryStore(people(aUser(1, { ...token('t'), enabled: false })));
    expect(await refusal(openAccounts(database.store).viewerFor('t'))).toBe('invalid-token');
    importInto(database.store, people(aUser(1)));
    expect((await openAccounts(database.store).viewerFor('t')).userId).toBe(1);
  });
});

describe('the id of a token', () => {
  const later = new Date(NOW.getTime() + 2000);

  test('is not given again when the token is revoked, so that an old page revokes no other one', async () => {
    using database = openTemporaryStore(people(aUser(1)));
    const { create, list, revoke } = keeper(database.store);
    await create(1, 'first', later);
    const [{ id: first } = { id: 0 }] = await list();
    await revoke(first);
    await create(1, 'second', later);
    expect(await revoke(first)).toBe(false);
    expect((await list()).map(({ label }) => label)).toEqual(['second']);
  });

  test('is not given again after a restore', async () => {
    using database = openTemporaryStore(people(aUser(1)));
    const before = (await sqliteState(database.store).tokens.list()).length;
    await keeper(database.store).create(1, 'first', later);
    const [{ id: first } = { id: 0 }] = (await keeper(database.store).list()).slice(before);
    // As a backup from before has it.
    database.store.write((tx) => {
      tx.run('DELETE FROM access_token');
      tx.run("DELETE FROM meta WHERE key = 'highest-token-id'");
    });
    await keeper(database.store, later).create(1, 'second', later);
    expect((await keeper(database.store).list()).map(({ id }) => id)).not.toContain(first);
  });
});

describe('the last use of a token', () => {
  test('is stored to the hour, outlives a restart, and is written once an hour', async () => {
    using database = openTemporaryStore(people(aUser(1, token('t'))));
    const minutesLater = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
    const lastUse = async () => (await sqliteState(database.store).tokens.list())[0]?.lastUsedAt;
    expect(await lastUse()).toBeNull();
    await openAccounts(database.store, { now: minutesLater(59) }).viewerFor('t');
    expect(await lastUse()).toBe('2030-06-01T12:00:00.000Z');
    const changes = () => database.store.read((tx) => database.store.query('SELECT total_changes()').first(tx)?.[0]);
    const before = changes();
    for (const minutes of [1, 30, 59])
      await openAccounts(database.store, { now: minutesLater(minutes) }).viewerFor('t');
    expect(changes()).toBe(before);
    await openAccounts(database.store, { now: minutesLater(61) }).viewerFor('t');
    expect(await lastUse()).toBe('2030-06-01T13:00:00.000Z');
    // A clock that goes back takes nothing back.
    await openAccounts(database.store).viewerFor('t');
    expect(await lastUse()).toBe('2030-06-01T13:00:00.000Z');
  });

  test('is not that of one which was refused', async () => {
    using database = openTemporaryStore(people(aUser(1, { ...token('t'), enabled: false })));
    expect(await refusal(openAccounts(database.store).viewerFor('t'))).toBe('invalid-token');
    expect((await sqliteState(database.store).tokens.list())[0]?.lastUsedAt).toBeNull();
  });
});

describe('tokens made here', () => {
  test('are long, different, stored as hashes, and listed without the secret', async () => {
    using database = openTemporaryStore(people(aUser(1), aUser(2, { enabled: false })));
    const keys = keeper(database.store);
    const expiresAt = new Date('2031-01-01T00:00:00Z');
    const secrets = [
      await keys.create(1, 'portal', expiresAt),
      await keys.create(1, null, expiresAt),
      await keys.create(2, '', expiresAt),
    ];
    expect(new Set(secrets).size).toBe(3);
    expect(secrets.join()).toMatch(/^[\w-]{32},[\w-]{32},[\w-]{32}$/);
    const times = { createdAt: NOW.toISOString(), expiresAt: expiresAt.toISOString(), lastUsedAt: null };
    const shared = { email: 'user.1@example.org', ...times };
    const first = NOW.getTime() / 1000;
    expect(await keys.list()).toEqual([
      { id: first, userId: 1, label: 'portal', ...shared, mayBeUsed: true },
      { id: first + 1, userId: 1, label: null, ...shared, mayBeUsed: true },
      { id: first + 2, userId: 2, label: '', ...shared, email: 'user.2@example.org', mayBeUsed: false },
    ]);
    database.store.dropDeleted();
    const bytes = readFileSync(database.file);
    for (const secret of secrets) expect(bytes.includes(secret ?? '')).toBe(false);
  });

  test('need an account', async () => {
    using database = openTemporaryStore(people(aUser(1)));
    const keys = keeper(database.store);
    expect(await keys.create(5, null, NOW)).toBeUndefined();
    expect(keys.account(5)).toBeUndefined();
    expect(keys.account(1)).toEqual({ email: 'user.1@example.org', mayUseTokens: true });
    expect(await keys.list()).toEqual([]);
    expect(await keys.revoke(1)).toBe(false);
  });
});

test('an administrator sees their own tokens first, the newest first, and one that came with followed data cannot be revoked here', async () => {
  using data = openTemporaryStore(people(aUser(1, token('brought')), aUser(2, token('of-another'))));
  using state = openTemporaryStore(people());
  const { tokens: made } = sqliteState(state.store);
  const followed = { ...sqliteState(data.store).tokens, noteUse: undefined };
  const keeper = tokenKeeper({ store: data.store, tokens: made, remoteSearchUserId: () => undefined, now: () => NOW });
  const person = { name: ' Ada ', lastName: null, email: 'ada@example.org' };
  const lookups = { userById: async () => [Buffer.from(JSON.stringify(person))] };
  const { create, list } = tokenDesk({ keeper, made, tokenStores: [made, followed], lookups, now: () => NOW });
  const viewer = { kind: 'admin', userId: 1, hasAdminRole: true, hasServiceRole: false } as const;
  const order = (label: string, userId?: number) => ({ label, days: 1, userId });
  for (const one of [order('first'), order('of 2', 2), order('second')]) await create(viewer, one);
  const { tokens, total } = await list(viewer);
  expect(tokens.map(({ label, isOwn, mayBeRevoked }) => [label, isOwn, mayBeRevoked])).toEqual([
    ['second', true, true],
    ['first', true, true],
    ['imported', true, false],
    ['of 2', false, true],
  ]);
  expect(total).toBe(4);
  expect(tokens[0]).toMatchObject({ user: { id: 1, fullName: 'Ada' }, expiresAt: '2030-06-02T12:00:00.000Z' });
  expect(JSON.stringify(tokens)).not.toContain('@');
  expect((await list({ ...viewer, userId: undefined })).tokens.map(({ isOwn }) => isOwn)).toEqual([
    false,
    false,
    false,
  ]);
  expect(await refusal(create({ ...viewer, userId: undefined }, order('nobody')))).toBe('account-unfit');
  const [stored] = await made.list();
  const many = { ...made, list: async () => Array(1001).fill(stored) };
  const manyKept = tokenKeeper({
    store: data.store,
    tokens: many,
    remoteSearchUserId: () => undefined,
    now: () => NOW,
  });
  const shown = await tokenDesk({ keeper: manyKept, made: many, tokenStores: [many], lookups, now: () => NOW }).list(
    viewer,
  );
  expect([shown.tokens.length, shown.total]).toEqual([1000, 1001]);
});

describe('an import', () => {
  test('keeps the tokens of accounts that stay, and drops those of people who are gone or replaced', async () => {
    using database = openTemporaryStore(people(aUser(1), aUser(2), aUser(3)));
    const keys = keeper(database.store);
    const created = [1, 2, 3].map((id) => keys.create(id, null, new Date('2099-01-01')));
    const [stays = '', replaced = '', gone = ''] = await Promise.all(created);
    importInto(database.store, people(aUser(1, { name: 'Married' }), aUser(2, { email: 'somebody.else@example.org' })));
    const { viewerFor } = openAccounts(database.store);
    expect((await viewerFor(stays)).userId).toBe(1);
    expect(await refusal(viewerFor(replaced))).toBe('unknown-token');
    expect(await refusal(viewerFor(gone))).toBe('unknown-token');
    expect((await keys.list()).map(({ userId }) => userId)).toEqual([1]);
    // Not even when the former account comes back.
    importInto(database.store, people(aUser(1), aUser(2), aUser(3)));
    expect(await refusal(openAccounts(database.store).viewerFor(replaced))).toBe('unknown-token');
  });

  test('decides whose each of its tokens is, and how long it is valid', async () => {
    using database = openTemporaryStore(people(aUser(1, token('moves')), aUser(2, token('ends'))));
    importInto(database.store, people(aUser(1), aUser(2, token('moves'))));
    expect((await openAccounts(database.store).viewerFor('moves')).userId).toBe(2);
    importInto(database.store, people(aUser(1), aUser(2, token('ends', '2030-01-01'))));
    expect(await refusal(openAccounts(database.store).viewerFor('ends'))).toBe('expired-token');
    expect(await keeper(database.store).list()).toHaveLength(2);
  });

  test('does not revive a token that was revoked, unless it brings it again', async () => {
    using database = openTemporaryStore(people(aUser(1, token('t'))));
    await keeper(database.store).revoke(1);
    importInto(database.store, people(aUser(1)));
    expect(await refusal(openAccounts(database.store).viewerFor('t'))).toBe('unknown-token');
  });
});
