/** What is reported to an operator of a followed database, and what she can do about people who are missing in it. */

import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { storedChecksums } from '../../src/registry/follow/checksums.ts';
import { openSqliteStore } from '../../src/registry/store/sqlite-store.ts';
import { openWorkplace, type ServerHere } from '../support/machine/command-line.ts';
import { aUser, HUMAN, smallSnapshot } from '../support/registry/small-snapshot.ts';
import { OWNER } from '../support/services/mariadb.ts';
import { openRdpTestDatabase, serverAddress } from '../support/services/rdp-databases.ts';
import { startFollower, startReadyFollower, temporaryFolder, until } from '../support/services/start-follower.ts';

const URGENT_MS = 5_000;
const OTHERS_MS = 30_000;

const linesOf = (server: ServerHere, msg: string) => server.log().filter((line) => line.msg === msg);
const textOf = async ({ url }: ServerHere, path: string) => (await fetch(url + path)).text();
const isReady = async (server: ServerHere) => (await textOf(server, '/readyz')) === 'ready';

describe('people who are missing in the database', () => {
  const users = Array.from({ length: 30 }, (_, index) => aUser(index + 1));

  test.each([1, 2])('are shown until an operator says that they have left, in processes: %i', async (workers) => {
    await using rdp = await openRdpTestDatabase({ snapshot: smallSnapshot({ users }) });
    await using workplace = await openWorkplace();
    const env = { DATABASE_FOLLOW: rdp.address };
    const start = workers === 1 ? workplace.beginServe : workplace.serve;
    await using server = await start([], { ...env, SERVER_WORKERS: String(workers), LOG_LEVEL: 'info' });
    await until('it is ready', OTHERS_MS, () => isReady(server));
    expect(await workplace.run(['follow', 'confirm'], { env })).toMatchObject({
      code: 1,
      stderr: 'There is nothing to confirm: most people are in the followed database.\n',
    });
    await rdp.run('DELETE FROM user_role WHERE user_id > 2', 'DELETE FROM user WHERE user_id > 2');
    const statuses = async (id: number) =>
      Promise.all(
        Array.from({ length: workers }, async () => {
          const reply = await fetch(`${server.url}/api/users/${id}`, { headers: { Connection: 'close' } });
          return reply.status;
        }),
      );
    await until('it is reported', URGENT_MS, async () =>
      (await textOf(server, '/readyz')).includes('lacks 28 of 30 people'),
    );
    await rdp.run('UPDATE user SET privacy_level = 0 WHERE user_id = 2');
    await until('what is withdrawn counts', URGENT_MS, async () =>
      (await statuses(2)).every((status) => status === 401),
    );
    expect(await statuses(7)).toEqual(Array(workers).fill(200));
    expect(JSON.parse(await textOf(server, '/readyz?verbose'))).toMatchObject({
      ready: true,
      followedDatabase: { hasData: true, missingPeople: { missing: 28, before: 30 }, leftOut: 0 },
    });
    const answer = await textOf(server, `/api/federated/genes/search?symbol=BRCA1&taxonId=${HUMAN}`);
    expect(answer).toContain('has not taken over all changes of its database yet');
    const confirmed = await workplace.run(['follow', 'confirm'], { env });
    expect(confirmed).toMatchObject({ code: 0, stdout: '' });
    expect(confirmed.stderr).toMatch(
      /^Confirmed: the people who are missing in the followed database since 2\S+Z have left\./,
    );
    await until('they are gone', URGENT_MS, async () => (await statuses(7)).every((status) => status === 404));
    await until('all is well', OTHERS_MS, () => isReady(server));
    const logged = linesOf(server, 'following').map(({ what }) => String(what));
    expect(logged.filter((what) => what.includes('isearch-proxy follow confirm'))).toHaveLength(1);
    expect(logged.at(-1)).toBe('people who were missing in the database are there again, or have left');
  });
});

test('people who are missing for longer than a minute end the answers, over a restart, until they return', async () => {
  const users = Array.from({ length: 30 }, (_, index) => aUser(index + 1));
  await using rdp = await openRdpTestDatabase({ snapshot: smallSnapshot({ users }) });
  await using folder = await temporaryFolder();
  await rdp.run(
    'SET SESSION foreign_key_checks = 0',
    'CREATE TABLE kept LIKE user',
    'INSERT INTO kept SELECT * FROM user',
  );
  const file = await (async () => {
    await using registry = await startReadyFollower(rdp.address, { folder: folder.path });
    // Long after the last change, so that nothing is compared any more but what the server reports.
    await pause(4_000);
    await rdp.run('TRUNCATE user');
    await until('it is reported', URGENT_MS, async () =>
      (await registry.text('/readyz')).includes('lacks 30 of 30 people'),
    );
    expect(await registry.status('/api/users/1')).toBe(200);
    return registry.file;
  })();
  {
    using store = openSqliteStore(file);
    const aMinuteAgo = new Date(Date.now() - 60_001).toISOString();
    store.write((tx) => storedChecksums(store).writeHeld(tx, [['user', aMinuteAgo, 30, 30]]));
  }
  await using registry = await startFollower(rdp.address, { folder: folder.path });
  const said = /^not ready: the followed database lacks 30 of 30 people since /;
  await until('they are reported', URGENT_MS, async () => said.test(await registry.text('/readyz')));
  expect(await registry.status('/api/users/1')).toBe(503);
  await rdp.run('INSERT INTO user SELECT * FROM kept');
  await until('all is well', OTHERS_MS, async () => (await registry.text('/readyz')) === 'ready');
  expect(await registry.status('/api/users/30')).toBe(200);
});

test('search tokens are judged once the accounts are known, and an account that may write is reported', async () => {
  await using rdp = await openRdpTestDatabase({ snapshot: smallSnapshot() });
  const address = serverAddress(rdp.name, OWNER);
  const tokens = { APP_SETTINGS_ISEARCH_AUTH_TOKENS: 'token-of-a-partner', LOG_LEVEL: 'info' };
  for (const [userId, lines] of [
    ['1', 0],
    ['99', 1],
  ] as const) {
    await using workplace = await openWorkplace();
    const env = { ...tokens, DATABASE_FOLLOW: address, APP_SETTINGS_ISEARCH_USER_ID: userId };
    await using server = await workplace.beginServe([], env);
    await until('it is ready', OTHERS_MS, () => isReady(server));
    const rights = () => linesOf(server, 'following').filter((line) => 'rights' in line);
    await until('its rights are reported', URGENT_MS, async () => rights().length > 0);
    expect(rights()).toMatchObject([{ level: 40, what: expect.stringContaining('may do more than read') }]);
    expect(linesOf(server, 'search tokens')).toHaveLength(lines);
  }
});

test('an account that may only read is not reported', async () => {
  await using rdp = await openRdpTestDatabase({ snapshot: smallSnapshot() });
  await using workplace = await openWorkplace();
  await using server = await workplace.beginServe([], { DATABASE_FOLLOW: rdp.address, LOG_LEVEL: 'info' });
  await until('it is ready', OTHERS_MS, () => isReady(server));
  await until('it has looked again', URGENT_MS, async () => linesOf(server, 'request').length > 2);
  expect(linesOf(server, 'following').filter(({ level }) => Number(level) > 30)).toEqual([]);
});

test('what cannot be held is left out, and /readyz?verbose says how much that is', async () => {
  await using rdp = await openRdpTestDatabase({ snapshot: smallSnapshot() });
  await rdp.run('SET SESSION foreign_key_checks = 0', 'UPDATE gene_info SET taxon_id = -1 WHERE gene_id = 7157');
  await using registry = await startReadyFollower(rdp.address);
  expect(await registry.status('/api/genes')).toBe(200);
  expect(JSON.parse(await registry.text('/readyz?verbose'))).toMatchObject({ followedDatabase: { leftOut: 3 } });
});

test('a database of RDP 1.4 is answered with the addresses that 1.4 shows', async () => {
  const contact = { contactEmail: 'contact@example.org', contactEmailVerified: true };
  const users = [aUser(1, contact), aUser(2, contact)];
  for (const [version, shown] of [
    ['1.4', 'user.1@example.org'],
    ['1.5', 'contact@example.org'],
  ] as const) {
    await using rdp = await openRdpTestDatabase({ version, snapshot: smallSnapshot({ users, ontologies: [] }) });
    await using registry = await startReadyFollower(rdp.address);
    expect(JSON.parse(await registry.text('/api/users/1')).email).toBe(shown);
    await rdp.run("UPDATE user SET description = 'changed' WHERE user_id = 1");
    await until('the change is there', URGENT_MS, async () =>
      (await registry.text('/api/users/1')).includes('changed'),
    );
    expect(JSON.parse(await registry.text('/api/users/1')).email).toBe(shown);
  }
});
