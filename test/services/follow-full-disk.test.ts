/** A followed registry whose disk is full: what was withdrawn is read, cannot be written, and counts all the same. */

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { openWorkplace } from '../support/machine/command-line.ts';
import { aUser, HUMAN, smallSnapshot } from '../support/registry/small-snapshot.ts';
import { openRdpTestDatabase } from '../support/services/rdp-databases.ts';
import { until } from '../support/services/start-follower.ts';

/** What counts for a permission that is withdrawn. */
const URGENT_MS = 5_000;
const OTHERS_MS = 30_000;
const TOKEN = 'token-of-user-2';
/** User 1, by e-mail address or by name. */
const NAMED = /user\.1@example\.org|\bLast1\b/;

const users = Array.from({ length: 6 }, (_, index) =>
  aUser(index + 1, {
    description: 'works on everything',
    genes: [{ geneId: 672, tier: 'TIER1', privacyLevel: null }],
    accessTokens: index === 1 ? [{ token: TOKEN, expiresAt: '2099-01-01T00:00:00Z' }] : [],
  }),
);

/** A file system of its own; `problem` says why there can be none. */
function openDisk(folder: string) {
  mkdirSync(folder);
  const { status, error, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'none', folder], {
    encoding: 'utf8',
  });
  return {
    problem: status === 0 ? undefined : (error?.message ?? stderr.trim()),
    fill: () => void spawnSync('dd', ['if=/dev/zero', `of=${folder}/filling`, 'bs=1k'], { stdio: 'ignore' }),
    empty: () => rmSync(`${folder}/filling`),
    [Symbol.dispose]: () => void (status === 0 && execFileSync('umount', ['--lazy', folder])),
  };
}

test.for([1, 2])(
  'in %i processes nobody is named who has withdrawn, and all is well once there is room',
  async (workers, { skip }) => {
    await using rdp = await openRdpTestDatabase({ snapshot: smallSnapshot({ users }) });
    await using workplace = await openWorkplace();
    using disk = openDisk(workplace.at('disk'));
    if (disk.problem !== undefined) return skip(`no file system can be mounted here: ${disk.problem}`);
    const env = {
      ...{ DATABASE_FOLLOW: rdp.address, DATABASE_FILE: workplace.at('disk/registry.sqlite') },
      SERVER_WORKERS: String(workers),
    };
    await using server = await workplace.serve([], env);
    /** Each question comes on a connection of its own, and those to the next worker. */
    const ofAll = (path: string, headers: Record<string, string> = {}) =>
      Promise.all(
        Array.from({ length: 2 * workers }, async () => {
          const reply = await fetch(server.url + path, { headers: { Connection: 'close', ...headers } });
          return { status: reply.status, text: await reply.text(), tag: reply.headers.get('ETag') };
        }),
      );
    const all = async (path: string, isSo: (reply: { status: number; text: string }) => boolean) =>
      (await ofAll(path)).every(isSo);
    const lists = [
      `/api/genes/search?symbol=BRCA1&taxonId=${HUMAN}`,
      '/api/users/search?nameLike=Last&prefix=false',
      '/api/users/search?descriptionLike=everything',
      '/api/users',
      '/api/genes',
      `/api/federated/genes/search?symbol=BRCA1&taxonId=${HUMAN}`,
      `/export?format=csv&symbol=BRCA1&taxonId=${HUMAN}`,
      `/feeds/genes?symbol=BRCA1&taxonId=${HUMAN}`,
    ];
    await until('it is ready', OTHERS_MS, () => all('/readyz', ({ text }) => text === 'ready'));
    const [before] = await ofAll('/api/users');
    for (const path of lists)
      expect([path, (await ofAll(path)).every(({ text }) => NAMED.test(text))]).toEqual([path, true]);
    disk.fill();
    await rdp.run('UPDATE user SET privacy_level = 0 WHERE user_id = 1', 'DELETE FROM access_token');
    await until('nothing is answered about user 1', URGENT_MS, () =>
      all('/api/users/1', ({ status }) => status === 503),
    );
    for (const path of lists) {
      const answers = await ofAll(path);
      expect([path, answers.filter(({ text }) => NAMED.test(text))]).toEqual([path, []]);
    }
    expect(
      new Set((await ofAll('/api/users', { 'If-None-Match': before?.tag ?? '' })).map(({ status }) => status)),
    ).toEqual(new Set([200]));
    const withToken = async () =>
      new Set((await ofAll('/api/users/3', { Authorization: `Bearer ${TOKEN}` })).map(({ status }) => status));
    await until('the token is refused', URGENT_MS, async () => isDeepStrictEqual(await withToken(), new Set([503])));
    expect(await all('/api/users/3', ({ status }) => status === 200)).toBe(true);
    const told =
      /^ready, but the copy of the followed database cannot be written since \S+: its disk is full; answers leave out 2 people,/;
    await until('the disk is named', URGENT_MS, () => all('/readyz', ({ text }) => told.test(text)));
    expect(await all(lists[5] ?? '', ({ text }) => text.includes('has not taken over all changes'))).toBe(true);
    disk.empty();
    await until('user 1 is hidden', OTHERS_MS, () => all('/api/users/1', ({ status }) => status === 401));
    await until('all is well', OTHERS_MS, () => all('/readyz', ({ text }) => text === 'ready'));
    expect(await withToken()).toEqual(new Set([401]));
  },
);
