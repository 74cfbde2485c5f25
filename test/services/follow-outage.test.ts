/** A followed database that goes away: what is answered meanwhile, for how long, and that it all comes back by itself. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { createConnection } from 'mysql2/promise';
import { expect, test } from 'vitest';
import type { Snapshot } from '../../src/domain/record/snapshot.ts';
import { openWorkplace } from '../support/machine/command-line.ts';
import { PATIENCE_MS } from '../support/machine/patience.ts';
import { isStopped } from '../support/machine/worker-processes.ts';
import { ALPHA_SNAPSHOT } from '../support/registry/alpha-registry.ts';
import { aUser, smallSnapshot } from '../support/registry/small-snapshot.ts';
import { type MariaDb, OWNER, startMariaDb } from '../support/services/mariadb.ts';
import { openRdpTestDatabase } from '../support/services/rdp-databases.ts';
import { PADDED, rdpSchema } from '../support/services/rdp-schema.ts';
import {
  followerSettings,
  startFollower,
  startReadyFollower,
  temporaryFolder,
  until,
} from '../support/services/start-follower.ts';
import { writeRdpRows } from '../support/services/write-rdp-rows.ts';

const TIMES = 10;
/** Each but the first begins with what a killed one left. */
const STARTS = 2;
const BACK_MS = 10_000;
const UNCHECKED = 'not ready: the followed database has not been checked since the start';

/** A server of its own, with a registry in it; what is written to it stays when it is killed. */
async function startOwnServer(snapshot: Snapshot): Promise<MariaDb> {
  const server = await startMariaDb(['--innodb-flush-log-at-trx-commit=1']);
  await run(server, `CREATE DATABASE rdp CHARACTER SET utf8mb4 COLLATE ${PADDED}`);
  const connection = await createConnection({ uri: server.address('rdp', OWNER) });
  for (const statement of rdpSchema('1.5')) await connection.query(statement);
  await writeRdpRows(connection, snapshot);
  await connection.end();
  return server;
}

async function run(server: MariaDb, statement: string): Promise<void> {
  const connection = await createConnection({ uri: server.address('', OWNER) });
  await connection.query(statement);
  await connection.end();
}

const users = Array.from({ length: TIMES + 2 }, (_, index) => aUser(index + 1));

test(`killed and started ${TIMES} times, it leaves no wrong answer and no registry that ended`, async () => {
  await using server = await startOwnServer(smallSnapshot({ users }));
  await using registry = await startReadyFollower(server.address('rdp'));
  const ending = new AbortController();
  const answers = new Set<number>();
  const load = (async () => {
    while (!ending.signal.aborted) {
      answers.add(await registry.status(`/api/users/${TIMES + 2}`));
      await pause(5);
    }
  })();
  for (let time = 1; time <= TIMES; time++) {
    await server.kill();
    await until('it is reported', BACK_MS, async () => (await registry.text('/readyz')).startsWith('ready, but'));
    expect(await registry.status(`/api/users/${time}`)).toBe(200);
    await server.restart();
    await run(server, `UPDATE rdp.user SET privacy_level = 0 WHERE user_id = ${time}`);
    await until(`user ${time} is hidden`, BACK_MS, async () => (await registry.status(`/api/users/${time}`)) === 401);
    await until('all is well', BACK_MS, async () => (await registry.text('/readyz')) === 'ready');
  }
  ending.abort();
  await load;
  expect([...answers]).toEqual([200]);
});

test('away for longer than is allowed, it ends the answers until it is back', async () => {
  await using server = await startOwnServer(smallSnapshot({ users }));
  await using folder = await temporaryFolder();
  const options = { folder: folder.path, settings: { DATABASE_FOLLOW_MAX_AGE_SECONDS: '10' } };
  {
    await using registry = await startReadyFollower(server.address('rdp'), options);
    await server.kill();
    expect(await registry.status('/api/users/1')).toBe(200);
    await until('it is too old', 15_000, async () => (await registry.status('/api/users/1')) === 503);
    for (const path of ['/', '/search?symbol=BRCA1', '/userView/1', '/stats', '/suggest/genes?q=B&taxonId=9606']) {
      expect(await registry.status(path), path).toBe(503);
    }
    expect((await (await registry.get('/api/users/1')).json()).message).toBe(
      'This registry could not compare its data with their source for too long. Please ask again later.',
    );
    expect(await registry.text('/readyz')).toMatch(
      /^not ready: the followed database could not be checked for too long, since /,
    );
    expect(await (await fetch(registry.metricsUrl)).text()).toMatch(/^isearch_follow_answering 0$/m);
  }
  // Nor does a start make the data younger.
  await using registry = await startFollower(server.address('rdp'), options);
  expect(await registry.status('/api/users/1')).toBe(503);
  await server.restart();
  await until('it answers again', BACK_MS, async () => (await registry.status('/api/users/1')) === 200);
});

test('started while it is away, a registry answers what it knew a moment ago', async () => {
  await using server = await startOwnServer(smallSnapshot({ users }));
  await using folder = await temporaryFolder();
  {
    await using _first = await startReadyFollower(server.address('rdp'), { folder: folder.path });
    await server.kill();
  }
  await using registry = await startFollower(server.address('rdp'), { folder: folder.path });
  await until('it has found that nobody answers', BACK_MS, async () => (await registry.text('/readyz')) !== UNCHECKED);
  expect(await registry.status('/api/users/1')).toBe(200);
});

test.each([1, 2])('started again in %i processes, it names nobody who has withdrawn meanwhile', async (workers) => {
  await using server = await startOwnServer(smallSnapshot({ users }));
  await using workplace = await openWorkplace();
  const env = { DATABASE_FOLLOW: server.address('rdp'), SERVER_WORKERS: String(workers) };
  for (let id = 0; id <= 3; id++) {
    await using registry = await workplace.serve([], env);
    const ask = async (path: string) => {
      const reply = await fetch(registry.url + path, { headers: { Connection: 'close' } });
      return { status: reply.status, text: await reply.text() };
    };
    const statuses = async () =>
      Promise.all(Array.from({ length: 4 * workers }, async () => (await ask(`/api/users/${id}`)).status));
    if (id > 0) expect((await statuses()).filter((status) => status !== 503 && status !== 401)).toEqual([]);
    await until('it is ready', PATIENCE_MS, async () => (await ask('/readyz')).text === 'ready');
    if (id > 0) expect(new Set(await statuses())).toEqual(new Set([401]));
    expect((await ask(`/api/users/${id + 1}`)).status).toBe(200);
    registry.signal('SIGTERM');
    await registry.ended();
    await run(server, `UPDATE rdp.user SET privacy_level = 0 WHERE user_id = ${id + 1}`);
  }
});

test('started while it is away, a registry that was killed behind a reading of the whole answers what it knew', async () => {
  await using server = await startOwnServer(smallSnapshot({ users }));
  await using workplace = await openWorkplace();
  const env = { DATABASE_FOLLOW: server.address('rdp') };
  {
    await using registry = await workplace.serve([], env);
    const text = async (path: string) => (await fetch(registry.url + path)).text();
    await until('it is ready', PATIENCE_MS, async () => (await text('/readyz')) === 'ready');
    await run(server, "UPDATE rdp.taxon SET common_name = 'mankind' WHERE taxon_id = 9606");
    await until('the name is another one', 3 * BACK_MS, async () => (await text('/api/taxa/9606')).includes('mankind'));
    registry.signal('SIGKILL');
    await registry.ended();
    await server.kill();
  }
  await using registry = await workplace.beginServe([], env);
  const ready = async () => (await fetch(`${registry.url}/readyz`)).text();
  await until('it has found that nobody answers', BACK_MS, async () => (await ready()) !== UNCHECKED);
  expect((await fetch(`${registry.url}/api/users/1`)).status).toBe(200);
});

test('that accepts connections and answers nothing is reported, and answers go on when it answers', async () => {
  await using server = await startOwnServer(smallSnapshot({ users }));
  await using registry = await startReadyFollower(server.address('rdp'));
  server.pause();
  await until('it is reported', 30_000, async () => (await registry.text('/readyz')).startsWith('ready, but'));
  expect(await registry.status('/api/users/1')).toBe(200);
  server.resume();
  await run(server, 'UPDATE rdp.user SET privacy_level = 0 WHERE user_id = 1');
  await until('user 1 is hidden', BACK_MS, async () => (await registry.status('/api/users/1')) === 401);
  await until('all is well', BACK_MS, async () => (await registry.text('/readyz')) === 'ready');
});

const main = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));

/** Stops a process with all its threads for as long as its files are copied: that is what kill -9 leaves of it. */
async function copyAsKilled(pid: number, from: string, to: string): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  try {
    await until('it has stopped', PATIENCE_MS, async () => isStopped(pid));
    cpSync(from, to, { recursive: true });
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

test(`killed at any of ${TIMES} moments in the middle of reading everything, a registry leaves a sound file`, async () => {
  const snapshot = JSON.parse(gunzipSync(readFileSync(ALPHA_SNAPSHOT)).toString()) as Snapshot;
  await using rdp = await openRdpTestDatabase({ snapshot });
  await using folder = await temporaryFolder();
  await using copies = await temporaryFolder();
  const file = join(folder.path, 'registry.sqlite');
  const env = { ...followerSettings(rdp.address, folder.path), PATH: process.env.PATH ?? '' };
  const found: number[] = [];
  const look = (left: string) => {
    using database = new DatabaseSync(left);
    expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    const { people } = database.prepare('SELECT count(*) AS people FROM user').get() as { people: number };
    expect([0, snapshot.users.length]).toContain(people);
    // Once complete, it stays so.
    expect(people).toBeGreaterThanOrEqual(found.at(-1) ?? 0);
    found.push(people);
  };
  for (let start = 1; start <= STARTS; start++) {
    // As another administrator of the database would, so that everything is read again.
    await rdp.run(`UPDATE taxon SET common_name = 'human ${start}' WHERE taxon_id = 9606`);
    const registry = spawn(process.execPath, [main, 'serve'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    await once(registry.stderr, 'data');
    const moments = Array.from({ length: TIMES / STARTS }, () => Math.random() * 1500).toSorted((a, b) => a - b);
    const began = performance.now();
    for (const [at, momentMs] of moments.entries()) {
      await pause(Math.max(0, began + momentMs - performance.now()));
      if (at + 1 < moments.length)
        await copyAsKilled(registry.pid ?? 0, folder.path, join(copies.path, `${start}-${at}`));
    }
    const ended = once(registry, 'exit');
    registry.kill('SIGKILL');
    await ended;
    for (const at of moments.keys())
      look(at + 1 < moments.length ? join(copies.path, `${start}-${at}`, 'registry.sqlite') : file);
  }
  await using registry = await startReadyFollower(rdp.address, { folder: folder.path });
  expect(JSON.parse(await registry.text('/api/stats')).users).toBeGreaterThan(0);
  expect(existsSync(`${file}-next`)).toBe(false);
});
