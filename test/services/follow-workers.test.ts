/** Several processes over one followed database: each of them answers from what the leader has read, and no later. */

import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openWorkplace } from '../support/machine/command-line.ts';
import { aUser, smallSnapshot } from '../support/registry/small-snapshot.ts';
import { openRdpTestDatabase } from '../support/services/rdp-databases.ts';
import { leaderOf, until } from '../support/services/start-follower.ts';

/** What counts for a permission that is withdrawn. */
const URGENT_MS = 5_000;
const OTHERS_MS = 30_000;
const PEOPLE = 40;

test.each([2, 4])('%i workers open what was read again at once, while changes go on', async (workers) => {
  const users = Array.from({ length: PEOPLE }, (_, index) => aUser(index + 1));
  await using rdp = await openRdpTestDatabase({ snapshot: smallSnapshot({ users }) });
  await using workplace = await openWorkplace();
  await using server = await workplace.serve([], {
    SERVER_WORKERS: String(workers),
    DATABASE_FOLLOW: rdp.address,
    LOG_LEVEL: 'info',
  });
  /** Each question comes on a connection of its own, and those to the next worker. */
  const ofAll = (path: string) =>
    Promise.all(
      Array.from({ length: workers }, async () => {
        const reply = await fetch(server.url + path, { headers: { Connection: 'close' } });
        return { status: reply.status, text: await reply.text() };
      }),
    );
  const allSay = async (path: string, isSo: (reply: { status: number; text: string }) => boolean) =>
    (await ofAll(path)).every(isSo);
  await until('all are ready', OTHERS_MS, () => allSay('/readyz', ({ text }) => text === 'ready'));

  const ending = new AbortController();
  const changes = (async () => {
    for (let time = 0; !ending.signal.aborted; time++) {
      await rdp.run(`UPDATE user SET description = 'text ${time}' WHERE user_id = ${(time % 10) + 1}`);
      await pause(50);
    }
  })();
  const tookMs: number[] = [];
  for (let round = 1; round <= 2; round++) {
    await rdp.run(`UPDATE taxon SET common_name = 'mankind ${round}' WHERE taxon_id = 9606`);
    await until('the name is another one', OTHERS_MS, () =>
      allSay('/api/taxa/9606', ({ text }) => text.includes(`mankind ${round}`)),
    );
    const id = 20 + round;
    await rdp.run(`UPDATE user SET privacy_level = 0 WHERE user_id = ${id}`);
    const hidden = () => allSay(`/api/users/${id}`, ({ status }) => status === 401);
    tookMs.push(await until(`user ${id} is hidden by all`, URGENT_MS, hidden));
  }
  ending.abort();
  await changes;
  expect(Math.max(...tookMs)).toBeLessThan(URGENT_MS);
  expect(await ofAll('/readyz')).toEqual(Array(workers).fill({ status: 200, text: 'ready' }));
  expect(server.log().filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

test('a leader that is killed as it puts the new file in the place leaves no worker behind with the log from before', async () => {
  const users = Array.from({ length: PEOPLE }, (_, index) => aUser(index + 1));
  await using rdp = await openRdpTestDatabase({ snapshot: smallSnapshot({ users }) });
  await using workplace = await openWorkplace();
  const beganMs = performance.now();
  await using server = await workplace.serve([], { SERVER_WORKERS: '2', DATABASE_FOLLOW: rdp.address });
  const allAre = async (path: string, status: number) => {
    const asked = Array.from({ length: 2 }, async () => {
      const reply = await fetch(server.url + path, { headers: { Connection: 'close' } }).catch(() => undefined);
      await reply?.arrayBuffer();
      return reply?.status;
    });
    return (await Promise.all(asked)).every((found) => found === status);
  };
  await until('all are ready', OTHERS_MS, () => allAre('/readyz', 200));
  const startMs = performance.now() - beganMs;
  process.kill(await leaderOf(server), 'SIGKILL');
  const file = workplace.at('registry.sqlite');
  {
    // What the leader does before the other file comes: the log goes into this one, and is taken away.
    using database = new DatabaseSync(file);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    for (const beside of ['-wal', '-shm']) rmSync(file + beside);
  }
  const ending = new AbortController();
  const changes = (async () => {
    for (let time = 0; !ending.signal.aborted; time++) {
      await rdp.run(`UPDATE user SET description = 'text ${time}' WHERE user_id = ${(time % 10) + 1}`);
      await pause(50);
    }
  })();
  await rdp.run('UPDATE user SET privacy_level = 0 WHERE user_id = 20');
  // The killed process has to start first.
  await until('user 20 is hidden by all', startMs + URGENT_MS, () => allAre('/api/users/20', 401));
  await until('all are ready again', OTHERS_MS, () => allAre('/readyz', 200));
  ending.abort();
  await changes;
});
