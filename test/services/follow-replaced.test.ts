/** The copy of a followed database that is replaced by an older one while it is answered from, as a restore of files does it. */

import { renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openWorkplace } from '../support/machine/command-line.ts';
import { aUser, smallSnapshot } from '../support/registry/small-snapshot.ts';
import { openRdpTestDatabase } from '../support/services/rdp-databases.ts';
import { until } from '../support/services/start-follower.ts';

const URGENT_MS = 5_000;
const OTHERS_MS = 30_000;
/** Long enough that whatever is opened is opened. */
const SETTLED_MS = 8_000;
const ASK_EVERY_MS = 50;

const workers = 2;

test('an older copy in the place of the file shows nobody again who has withdrawn since, in any process', async () => {
  const users = [1, 2, 3].map((id) => aUser(id));
  await using rdp = await openRdpTestDatabase({ snapshot: smallSnapshot({ users }) });
  await using workplace = await openWorkplace();
  await using server = await workplace.serve([], { DATABASE_FOLLOW: rdp.address, SERVER_WORKERS: String(workers) });
  const statuses = (path: string) =>
    Promise.all(
      Array.from({ length: workers }, async () => {
        const reply = await fetch(server.url + path, { headers: { Connection: 'close' } });
        await reply.arrayBuffer();
        return reply.status;
      }),
    );
  const are = async (path: string, wanted: number) => (await statuses(path)).every((status) => status === wanted);
  await until('all are ready', OTHERS_MS, () => are('/readyz', 200));
  const [file, older] = ['registry.sqlite', 'older.sqlite'].map(workplace.at) as [string, string];
  {
    using database = new DatabaseSync(file);
    database.prepare('VACUUM INTO ?').run(older);
  }
  await rdp.run('UPDATE user SET privacy_level = 0 WHERE user_id = 1');
  await until('user 1 is hidden', URGENT_MS, () => are('/api/users/1', 401));
  // Long after the last change, so that nothing is compared any more but what the server reports.
  await pause(4_000);
  renameSync(older, file);
  const seen = new Set<number>();
  const endMs = performance.now() + SETTLED_MS;
  while (performance.now() < endMs) {
    for (const status of await statuses('/api/users/1')) seen.add(status);
    await pause(ASK_EVERY_MS);
  }
  await until('all is well', OTHERS_MS, () => are('/readyz', 200));
  expect(await are('/api/users/1', 401)).toBe(true);
  expect(await are('/api/users/2', 200)).toBe(true);
  expect([...seen].filter((status) => status !== 401 && status !== 503)).toEqual([]);
});
