/** What is withdrawn in a followed database, in what befalls a registry; over a database that is played. */

import { copyFileSync, renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { type StoredHold, storedChecksums } from '../../../src/registry/follow/checksums.ts';
import { followDatabase } from '../../../src/registry/follow/follower.ts';
import { users } from '../../../src/registry/people/users.ts';
import { PERSON_TABLES, type PersonTable, type WriteTimes } from '../../../src/registry/rdp-database/changes.ts';
import type { RdpDatabase } from '../../../src/registry/rdp-database/rdp-database.ts';
import { UnreadableRdpDatabase } from '../../../src/registry/rdp-database/unreadable.ts';
import { PATIENT } from '../../support/machine/patience.ts';
import { aUser, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { openTemporaryStore } from '../../support/registry/temporary-store.ts';

const LABEL = 'mysql://reader@db.example.org:3306/rdp';
const IDS = [1, 2, 3];
const A_WHILE_AGO = '2026-01-01 12:00:00';

/** A database of people who have nothing but an account; `sum` is what a checksum of one gives. */
const { people, about } = vi.hoisted(() => ({
  people: new Map<number, { level: 0 | 2; sum: string }>(),
  about: { isAway: false, firstLook: Promise.resolve() },
}));

function fakeDatabase(): RdpDatabase {
  const sums = () => new Map([...people].map(([id, { sum }]) => [id, sum]));
  const checksums = (table: PersonTable) => (table === 'user' ? sums() : new Map<number, string>());
  const userOf = (id: number) => aUser(id, { roles: [], genes: [], privacyLevel: people.get(id)?.level ?? 0 });
  const times = (): WriteTimes => ({
    now: '2026-01-01 13:00:00',
    tables: new Map(PERSON_TABLES.map((table) => [table, A_WHILE_AGO])),
    empty: new Set(),
    lacking: { version: '1.5', missing: [] },
  });
  return {
    label: LABEL,
    async readWriteTimes() {
      await about.firstLook;
      if (about.isAway) throw new UnreadableRdpDatabase('It is away.');
      return times();
    },
    readRights: async () => [],
    readReferenceChecksums: async () => new Map(),
    readPersonChecksums: async (tables: readonly PersonTable[]) =>
      new Map(tables.map((table) => [table, checksums(table)])),
    readPermissions: async () => ({
      accounts: new Map([...people.keys()].map((id) => [id, { ...userOf(id), accessTokens: [] }])),
      roleHolders: new Set(),
      genes: new Map(),
    }),
    readUsers: async (ids: readonly number[]) => ({
      version: '1.5',
      users: ids.filter((id) => people.has(id)).map(userOf),
      checksums: new Map(PERSON_TABLES.map((table) => [table, checksums(table)])),
      ...{ ownGenes: [], ownOrgans: [], omitted: { count: 0, sentences: [] } },
    }),
    [Symbol.asyncDispose]: async () => {},
  } as unknown as RdpDatabase;
}

vi.mock('../../../src/registry/rdp-database/rdp-database.ts', () => ({ openRdpDatabase: () => fakeDatabase() }));

type About = Partial<Pick<Parameters<typeof followDatabase>[0], 'confirmed'>> & { held?: StoredHold[] };

/** A registry whose file is that of the database as it is at the start, and what becomes of it. */
function startFollowing({ confirmed = async () => undefined, held = [] }: About = {}) {
  const resources = new AsyncDisposableStack();
  for (const id of IDS) people.set(id, { level: 2, sum: 'first' });
  resources.defer(() => people.clear());
  const snapshot = smallSnapshot({ users: IDS.map((id) => aUser(id, { roles: [], genes: [] })) });
  const { store, file } = resources.use(openTemporaryStore(snapshot));
  const kept = storedChecksums(store);
  store.write((tx) => {
    kept.writeAll(tx, {
      ...{ source: LABEL, comparedAt: new Date(), reference: new Map(), omitted: { count: 0, sentences: [] } },
      users: new Map([['user', new Map(IDS.map((id) => [id, 'first']))]]),
    });
    kept.writeHeld(tx, held);
  });
  store.dropDeleted();
  copyFileSync(file, `${file}.older`);
  const faults: unknown[] = [];
  const following = resources.use(
    followDatabase({
      ...{ address: LABEL, store, everyMs: 20, fullCheckMs: 100, maxAgeMs: 60_000, confirmed },
      report: {
        ...{ trouble() {}, missing() {}, statusChanged() {}, omitted() {}, mayDoMore() {}, wholeRead() {} },
        ...{ wholeReadFailed() {}, fault: (error) => faults.push(error) },
      },
    }),
  );
  return {
    ...{ faults, status: following.status },
    ...{ store, file },
    levelOf: (id: number) => store.read((tx) => users(store).find(tx, id)?.privacyLevel),
    /** Puts the file from before everything in the place, as a restore of files does. */
    putBack() {
      renameSync(`${file}.older`, file);
      store.file.reopen();
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

test('an older copy in the place of its file shows nobody who has withdrawn since', async () => {
  await using registry = startFollowing();
  const { levelOf, status } = registry;
  people.set(1, { level: 0, sum: 'second' });
  await vi.waitUntil(() => levelOf(1) === 0 && !status().isTooOld, PATIENT);
  registry.putBack();
  expect([levelOf(1), status().isTooOld]).toEqual([2, true]);
  await vi.waitUntil(() => !status().isTooOld, PATIENT);
  expect([levelOf(1), levelOf(2), registry.faults]).toEqual([0, 2, []]);
});

test('nothing is answered behind a start before what was withdrawn meanwhile is known', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  about.firstLook = promise;
  await using registry = startFollowing();
  people.set(1, { level: 0, sum: 'second' });
  expect([registry.levelOf(1), registry.status().isUnchecked]).toEqual([2, true]);
  resolve();
  await vi.waitUntil(() => !registry.status().isUnchecked, PATIENT);
  expect(registry.levelOf(1)).toBe(0);
});

test('behind a start while the database is away, answers go on from the file', async () => {
  about.isAway = true;
  await using registry = startFollowing();
  expect(registry.status().isUnchecked).toBe(true);
  await vi.waitUntil(() => !registry.status().isUnchecked, PATIENT);
  expect(registry.status()).toMatchObject({ isTooOld: false, trouble: { of: 'source', reason: 'It is away.' } });
  about.isAway = false;
});

test('a withdrawal is in force while somebody is missing and the state answers nothing', async () => {
  await using registry = startFollowing({ confirmed: () => new Promise(() => {}) });
  people.delete(3);
  people.set(1, { level: 0, sum: 'second' });
  await vi.waitUntil(() => registry.levelOf(1) === 0, { timeout: 5_000 });
  await vi.waitUntil(() => registry.levelOf(3) === undefined, PATIENT);
});

test('people who were missing for a minute before a start are shown no longer where the database is away', async () => {
  const aMinuteAgo = new Date(Date.now() - 60_001).toISOString();
  about.isAway = true;
  await using registry = startFollowing({ held: [['user', aMinuteAgo, 2, 3]] });
  expect(registry.status()).toMatchObject({ isTooOld: true, missingPeople: { missing: 2, before: 3 } });
  about.isAway = false;
  await vi.waitUntil(() => !registry.status().isTooOld, PATIENT);
  expect(registry.status().missingPeople).toBe(undefined);
});

test('what is withdrawn while another program writes counts at once, and is written when that has ended', async () => {
  await using registry = startFollowing();
  const { store, status } = registry;
  await vi.waitUntil(() => !status().isUnchecked, PATIENT);
  const isWithheld = () => [1, 2].map((id) => store.read((tx) => tx.isWithheld(id)));
  using other = new DatabaseSync(registry.file);
  other.exec('BEGIN IMMEDIATE');
  people.set(1, { level: 0, sum: 'second' });
  await vi.waitUntil(() => isWithheld()[0], { timeout: 5_000 });
  expect([isWithheld(), registry.levelOf(1), status().withheld]).toEqual([[true, false], 2, { count: 1, ids: [1] }]);
  await vi.waitUntil(() => status().trouble !== undefined, PATIENT);
  expect(status().trouble).toMatchObject({
    of: 'copy',
    reason: expect.stringContaining('another program has been writing'),
  });
  other.exec('ROLLBACK');
  await vi.waitUntil(() => registry.levelOf(1) === 0, PATIENT);
  await vi.waitUntil(() => status().trouble === undefined, PATIENT);
  expect([isWithheld(), status().withheld.count, registry.faults]).toEqual([[false, false], 0, []]);
});
