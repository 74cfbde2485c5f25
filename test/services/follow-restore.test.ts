/** A followed database that is loaded again while it is asked: nobody is answered from a registry that lost its people. */

import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { ERRORS } from '../../src/api/errors.ts';
import { openWorkplace } from '../support/machine/command-line.ts';
import { freePort } from '../support/machine/free-port.ts';
import { HUMAN } from '../support/registry/small-snapshot.ts';
import { COMMON, IS_FULL_SIZE, MANY, manyFollowed } from '../support/services/many-followed.ts';
import { openRdpTestDatabase, type TestRdpDatabase } from '../support/services/rdp-databases.ts';
import { type Follower, leaderOf, startReadyFollower, until } from '../support/services/start-follower.ts';

const URGENT_MS = 5_000;
const OTHERS_MS = 30_000;
const PEOPLE = IS_FULL_SIZE ? MANY : 2_000;
/** How long the rows of the people take to come back. */
const RESTORE_MS = IS_FULL_SIZE ? 8_000 : 4_000;
const PIECES = 16;
const TABLES = ['user', 'gene', 'user_role'] as const;

/** Sets a copy of the tables aside, which differs in what a backup may differ in. */
async function setAside({ run }: TestRdpDatabase): Promise<void> {
  await run('SET SESSION foreign_key_checks = 0');
  for (const table of TABLES) {
    await run(`CREATE TABLE backup_${table} LIKE \`${table}\``);
    await run(`INSERT INTO backup_${table} SELECT * FROM \`${table}\``);
  }
  await run(
    "UPDATE backup_user SET description = concat('restored, ', description)",
    'UPDATE backup_user SET privacy_level = 0 WHERE user_id = 17',
  );
}

async function insertSlowly({ run }: TestRdpDatabase): Promise<void> {
  for (let piece = 0; piece < PIECES; piece++) {
    const began = performance.now();
    for (const table of TABLES) {
      await run(`INSERT INTO \`${table}\` SELECT * FROM backup_${table} WHERE user_id % ${PIECES} = ${piece}`);
    }
    await pause(Math.max(0, RESTORE_MS / PIECES - (performance.now() - began)));
  }
}

/** Asks on and on, and answers what was answered otherwise than by everybody, and what `/readyz` said. */
function ask({ get, text }: Pick<Follower, 'get' | 'text'>) {
  const ending = new AbortController();
  const wrong: string[] = [];
  const looks: { readyz: string; status: number }[] = [];
  const underWay = (async () => {
    while (!ending.signal.aborted) {
      const [readyz, reply] = await Promise.all([
        text('/readyz'),
        get(`/api/genes/search?symbol=${COMMON.symbol}&taxonId=${HUMAN}`),
      ]);
      const body = await reply.text();
      const found = reply.status === 200 ? (JSON.parse(body) as unknown[]).length : `status ${reply.status}: ${body}`;
      // One person of the backup is private.
      if (found !== PEOPLE && found !== PEOPLE - 1) wrong.push(String(found));
      looks.push({ readyz, status: reply.status });
      await pause(100);
    }
  })();
  return {
    async end() {
      ending.abort();
      await underWay;
      return { wrong, looks };
    },
  };
}

describe('a database of thousands of people that is loaded again', () => {
  test.each([
    ['table by table', ['TRUNCATE user', 'TRUNCATE gene', 'TRUNCATE user_role'], []],
    [
      'in one transaction',
      ['START TRANSACTION', 'DELETE FROM gene', 'DELETE FROM user_role', 'DELETE FROM user'],
      ['COMMIT'],
    ],
  ])('%s, keeps its people, and all is in force within half a minute', async (_, begin, end) => {
    await using rdp = await openRdpTestDatabase({ snapshot: manyFollowed(PEOPLE) });
    await using registry = await startReadyFollower(rdp.address);
    await setAside(rdp);
    const asked = ask(registry);
    await rdp.run(...begin);
    await insertSlowly(rdp);
    await rdp.run(...end);
    const hiddenMs = await until(
      'who is private in the backup is hidden',
      OTHERS_MS,
      async () => (await registry.status('/api/users/17')) === 401,
    );
    const lastMs = await until('the last text is restored', OTHERS_MS, async () =>
      (await Promise.all([1, PEOPLE / 2, PEOPLE].map((id) => registry.text(`/api/users/${id}`)))).every((text) =>
        text.includes('restored, '),
      ),
    );
    await until('all is well', OTHERS_MS, async () => (await registry.text('/readyz')) === 'ready');
    const { wrong, looks } = await asked.end();
    console.log(
      `Loaded again: hidden after ${Math.round(hiddenMs)} ms, all in force after ${Math.round(hiddenMs + lastMs)} ms, ${looks.length} answers.`,
    );
    expect(wrong).toEqual([]);
    expect(hiddenMs).toBeLessThan(URGENT_MS);
    expect(hiddenMs + lastMs).toBeLessThan(OTHERS_MS);
    // Whoever was answered was answered by a registry that says it is ready, and what it is behind with.
    expect(looks.filter(({ readyz, status }) => status === 200 && !readyz.startsWith('ready'))).toEqual([]);
    expect(looks.some(({ readyz }) => readyz.includes('are being read again'))).toBe(true);
    if (end.length === 0)
      expect(looks.some(({ readyz }) => new RegExp(`lacks \\d+ of ${PEOPLE} people`).test(readyz))).toBe(true);
  });

  test('keeps its people while the process that follows it is killed and started again', async () => {
    await using rdp = await openRdpTestDatabase({ snapshot: manyFollowed(PEOPLE) });
    await using workplace = await openWorkplace();
    // Of its own, as a registry has: one that the system gives is taken again only when everybody who has another is ended.
    const SERVER_PORT = String(await freePort());
    await using server = await workplace.serve([], { SERVER_PORT, SERVER_WORKERS: '2', DATABASE_FOLLOW: rdp.address });
    const get = async (path: string) => {
      const reply = await fetch(server.url + path, { headers: { Connection: 'close' } }).catch(() => undefined);
      const body = await reply?.text().catch(() => undefined);
      // What the killed process had under way is lost.
      return reply === undefined || body === undefined
        ? new Response('lost', { status: 599 })
        : new Response(body, reply);
    };
    const text = async (path: string) => (await get(path)).text();
    await until('all are ready', OTHERS_MS, async () => (await text('/readyz')) === 'ready');
    await setAside(rdp);
    const asked = ask({ get, text });
    await rdp.run('TRUNCATE user', 'TRUNCATE gene', 'TRUNCATE user_role');
    const inserted = insertSlowly(rdp);
    for (let time = 0; time < 2; time++) {
      await pause(2_000);
      process.kill(await leaderOf(server), 'SIGKILL');
    }
    await inserted;
    process.kill(await leaderOf(server), 'SIGKILL');
    const hiddenMs = await until('who is private in the backup is hidden', OTHERS_MS, async () =>
      (await Promise.all([get('/api/users/17'), get('/api/users/17')])).every(({ status }) => status === 401),
    );
    const lastMs = await until('the last text is restored', OTHERS_MS, async () =>
      (await text(`/api/users/${PEOPLE}`)).includes('restored, '),
    );
    await until('all is well', OTHERS_MS, async () => (await text('/readyz')) === 'ready');
    const { wrong, looks } = await asked.end();
    console.log(
      `Loaded again, killed three times: hidden after ${Math.round(hiddenMs)} ms, all in force after ${Math.round(hiddenMs + lastMs)} ms, ${looks.length} answers.`,
    );
    // A process that begins again answers nothing before it has read who has withdrawn.
    const expected = ['status 599', ERRORS['data-not-compared-yet'].sentence];
    expect(wrong.filter((found) => !expected.some((one) => found.includes(one)))).toEqual([]);
    expect(hiddenMs + lastMs).toBeLessThan(OTHERS_MS);
    // A process that starts says so, and what it is asked meanwhile it answers once it has started.
    const others = looks.filter(({ readyz }) => !/^(?:lost$|ready|not ready: .*start)/.test(readyz));
    expect(others).toEqual([]);
  });
});
