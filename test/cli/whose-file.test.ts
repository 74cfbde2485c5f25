/** Following a database and owning one's data: neither takes the file of the other, and the service goes along. */

import { existsSync, readdirSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, symlink } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { openWorkplace, type Workplace } from '../support/machine/command-line.ts';
import { isSampled } from '../support/machine/sample.ts';
import { AWAY, makeFollowedCopy } from '../support/registry/followed-copy.ts';
import { READY, readiness, untilReadiness } from '../support/registry/large-registry.ts';
import {
  anonymousIdAt,
  askAccess,
  isAccepted,
  questionsIn,
  requestsAt,
  statusOfAnonymousId,
} from '../support/registry/service-things.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';

const ANONYMISING = { APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: 'true', LOG_LEVEL: 'warn' };
const FOLLOWING = { ...ANONYMISING, DATABASE_FOLLOW: AWAY };

/** A workplace with a registry of its own: two people, a token and a request for access. */
async function openOwn() {
  const workplace = await openWorkplace();
  await workplace.run(['import', '-'], { input: JSON.stringify(smallSnapshot()) });
  expect((await workplace.run(['token', 'create', '2'])).code).toBe(0);
  return workplace;
}

function openFollowing(): Promise<Workplace> {
  return openWorkplace().then((workplace) => {
    makeFollowedCopy(workplace.at('registry.sqlite'));
    return workplace;
  });
}

async function tokenOf(workplace: Workplace, env: Record<string, string>, account = '1'): Promise<string> {
  const { code, stdout, stderr } = await workplace.run(['token', 'create', account], { env });
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return stdout.trimEnd();
}

describe('a registry of its own that is configured to follow a database', () => {
  test('refuses to start, names the file, what would be lost and what to do, and changes nothing', async () => {
    await using workplace = await openOwn();
    const before = await readFile(workplace.at('registry.sqlite'));
    for (const args of [['serve'], ['token', 'create', '2'], ['follow', 'confirm']]) {
      const { code, stderr } = await workplace.run(args, { env: FOLLOWING });
      expect({ args, code, stderr }).toEqual({
        ...{ args, code: 1 },
        stderr:
          `The database file ${workplace.at('registry.sqlite')} cannot be used: it holds a registry of its own, which the ` +
          'database of database.follow would replace; name another file by database.file, or run isearch-proxy follow begin, ' +
          'which puts this one aside and keeps it. It holds 2 people with accounts, 2 access tokens.\n',
      });
    }
    expect(await readFile(workplace.at('registry.sqlite'))).toEqual(before);
    expect(existsSync(workplace.at('registry-state.sqlite'))).toBe(false);
  });

  test.skipIf(isSampled)('starts where its file holds nothing, or where another file is named', async () => {
    await using workplace = await openOwn();
    const env = { ...FOLLOWING, DATABASE_FILE: workplace.at('copy.sqlite') };
    for (let start = 0; start < 2; start++) {
      await using server = await workplace.beginServe([], env);
      expect((await readiness(server.url)).text).toContain('the followed database is being read for the first time');
    }
    // Undoing that is the one change: the file is as it was.
    await using server = await workplace.beginServe();
    expect(await isAccepted(server.url, 'small-admin-token')).toBe(true);
  });

  test('is put aside by follow begin, and comes back where its file is put back', async () => {
    await using workplace = await openOwn();
    const { code, stderr } = await workplace.run(['follow', 'begin'], { env: FOLLOWING });
    expect(code).toBe(0);
    const kept = /now in (\S+)\. /.exec(stderr)?.[1] ?? '';
    expect(kept).toMatch(/registry-own-until-[\dT-]+\.sqlite$/);
    expect(stderr).toContain('They are not copied, because its people may differ from those of the database.');
    expect(readdirSync(workplace.folder).filter((name) => name.endsWith('.sqlite'))).toHaveLength(1);
    await (await workplace.beginServe([], FOLLOWING)).stop();
    await rename(kept, workplace.at('registry.sqlite'));
    await using server = await workplace.beginServe();
    expect(await isAccepted(server.url, 'small-admin-token')).toBe(true);
  });

  test('stays at its place while something reads an older moment of it, so that nothing newer is lost', async () => {
    await using workplace = await openOwn();
    using reader = new DatabaseSync(workplace.at('registry.sqlite'));
    reader.exec('BEGIN; SELECT count(*) FROM access_token');
    const token = await tokenOf(workplace, {});
    const begin = () => workplace.run(['follow', 'begin'], { env: FOLLOWING });
    expect(await begin()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('another program is reading it, such as an export; try again after its end'),
    });
    reader.exec('COMMIT');
    const { code, stderr } = await begin();
    expect(code).toBe(0);
    await rename(/now in (\S+)\. /.exec(stderr)?.[1] ?? '', workplace.at('registry.sqlite'));
    await using server = await workplace.beginServe();
    expect(await isAccepted(server.url, token)).toBe(true);
  });

  test('stays on its own disk, where its file is a link to another one', async () => {
    await using workplace = await openOwn();
    await mkdir(workplace.at('disk'));
    await rename(workplace.at('registry.sqlite'), workplace.at('disk/data.sqlite'));
    await symlink(workplace.at('disk/data.sqlite'), workplace.at('registry.sqlite'));
    const { code, stderr } = await workplace.run(['follow', 'begin'], { env: FOLLOWING });
    expect([code, stderr]).toEqual([0, expect.stringMatching(/now in \S+\/disk\/data-own-until-[\dT-]+\.sqlite\. /)]);
  });

  test.skipIf(isSampled)(
    'is not replaced where its file is put in the place of a copy that is answered from',
    async () => {
      await using own = await openOwn();
      await using workplace = await openFollowing();
      await using server = await workplace.beginServe([], FOLLOWING);
      await copyFile(own.at('registry.sqlite'), workplace.at('new'));
      await rename(workplace.at('new'), workplace.at('registry.sqlite'));
      await untilReadiness(server.url, {
        status: 503,
        text:
          'not ready: the database file cannot be used: it holds a registry of its own, which the database of database.follow ' +
          'would replace; name another file by database.file, or run isearch-proxy follow begin, which puts this one aside and keeps it',
      });
      expect((await workplace.run(['account', 'list'])).stdout).toContain('user.2@example.org');
    },
  );
});

describe('a registry that no longer follows', () => {
  const refusal = 'it is the copy of a followed database, but database.follow is not set; set it again, or run';

  test('refuses to go on with the copy alone, which shows whoever has withdrawn, and says how it can', async () => {
    await using workplace = await openFollowing();
    for (const args of [
      ['serve'],
      ['token', 'create', '2'],
      ['account', 'create', 'x@example.org', '--role', 'admin'],
    ]) {
      const { code, stderr } = await workplace.run(args, { env: ANONYMISING });
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(refusal) });
      expect(stderr).toContain('It is the copy of mysql://reader@127.0.0.1:9/rdp.\n');
    }
  });

  test('takes tokens, requests, feeds and the key of anonymous ids along by follow end, and back by follow begin', async () => {
    await using workplace = await openFollowing();
    const file = workplace.at('registry.sqlite');
    let token = '';
    let id = '';
    let reference: string | undefined;
    {
      await using server = await workplace.beginServe([], FOLLOWING);
      token = await tokenOf(workplace, FOLLOWING);
      id = await anonymousIdAt(server.url);
      ({ reference } = await askAccess(server.url, id, 'ann@example.org'));
      await (await fetch(`${server.url}/feeds/genes?symbol=BRCA1&format=json`)).arrayBuffer();
      expect(await requestsAt(server.url, token)).toEqual([reference]);
    }
    const questions = questionsIn(workplace.at('registry-state.sqlite'));
    expect(questions).toBe(1);
    const ended = await workplace.run(['follow', 'end'], { env: ANONYMISING });
    expect(ended).toMatchObject({ code: 0, stdout: '' });
    expect(ended.stderr).toContain(
      'Copied: 1 access token, 1 request for access, 1 feed and 0 subscriptions, and the key of anonymous ids.\n',
    );
    expect(existsSync(workplace.at('registry-state.sqlite'))).toBe(false);
    {
      await using server = await workplace.beginServe([], ANONYMISING);
      expect(server.log()).toEqual([]);
      expect(await readiness(server.url)).toEqual(READY);
      expect(await isAccepted(server.url, token)).toBe(true);
      expect(await statusOfAnonymousId(server.url, id)).toBe(200);
      expect(await requestsAt(server.url, token)).toEqual([reference]);
      // Somebody whom the database never had.
      expect((await workplace.run(['account', 'create', 'olga@example.org', '--role', 'user'])).code).toBe(0);
      token = await tokenOf(workplace, ANONYMISING);
      expect(questionsIn(file)).toBe(questions);
    }
    expect((await workplace.run(['serve'], { env: FOLLOWING })).stderr).toContain('it holds a registry of its own');
    const begun = await workplace.run(['follow', 'begin'], { env: FOLLOWING });
    expect(begun.stderr).toContain(
      'Copied, because this registry followed the same database before: 2 access tokens, 1 request for access,',
    );
    // Its database does not answer, so a copy that was read earlier stands for the first reading.
    makeFollowedCopy(file);
    await using server = await workplace.beginServe([], FOLLOWING);
    expect(await isAccepted(server.url, token)).toBe(true);
    expect(await statusOfAnonymousId(server.url, id)).toBe(200);
    expect(await requestsAt(server.url, token)).toEqual([reference]);
    expect(questionsIn(workplace.at('registry-state.sqlite'))).toBe(questions);
  });

  test('says that the state in a database is used further, and that revoked tokens are accepted again', async () => {
    await using workplace = await openFollowing();
    await (await workplace.beginServe([], FOLLOWING)).stop();
    expect((await workplace.run(['follow', 'end'], { env: ANONYMISING })).code).toBe(0);
    const env = { ...FOLLOWING, STATE_URL: 'mysql://writer@127.0.0.1:9/state' };
    const { code, stderr } = await workplace.run(['follow', 'begin'], { env });
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining(
        'It accepts access tokens again that were revoked since then. Revoke them again.\n',
      ),
    });
  });

  test('is ended once, although a registry still runs on the copy, which then says that it is not the file any more', async () => {
    await using workplace = await openFollowing();
    await using server = await workplace.beginServe([], FOLLOWING);
    const id = await anonymousIdAt(server.url);
    expect((await workplace.run(['follow', 'end'], { env: FOLLOWING })).code).toBe(0);
    // Nothing is written to a file that nobody reads afterwards.
    expect(await askAccess(server.url, id, 'ann@example.org')).toMatchObject({ status: 503, retryAfter: '10' });
    expect((await readiness(server.url)).status).toBe(503);
    expect(await workplace.run(['follow', 'end'], { env: FOLLOWING })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('does not contain the state of the service. Set database.follow'),
    });
  });

  test.skipIf(isSampled)('says at a start that a file of a state lies there which nobody reads', async () => {
    await using workplace = await openOwn();
    const other = await openFollowing();
    await (await other.beginServe([], FOLLOWING)).stop();
    await copyFile(other.at('registry-state.sqlite'), workplace.at('registry-state.sqlite'));
    await other[Symbol.asyncDispose]();
    await using server = await workplace.beginServe([], ANONYMISING);
    expect(server.log()).toMatchObject([
      {
        level: 40,
        msg: 'state',
        file: workplace.at('registry-state.sqlite'),
        what: expect.stringContaining('no process reads it'),
      },
    ]);
    expect((await workplace.run(['follow', 'end'])).stderr).toBe(
      `${workplace.at('registry.sqlite')} is not the copy of a followed database, so there is nothing to end.\n`,
    );
  });
});

describe('a state that is restored while the registry runs', () => {
  test('is read and written once it is whole; until then /readyz says so, and nothing is taken that would be lost', async () => {
    await using workplace = await openFollowing();
    await using server = await workplace.beginServe([], FOLLOWING);
    const state = workplace.at('registry-state.sqlite');
    const before = await tokenOf(workplace, FOLLOWING);
    const backup = workplace.at('backup.sqlite');
    expect((await workplace.run(['backup', backup], { env: FOLLOWING })).code).toBe(0);
    const after = await tokenOf(workplace, FOLLOWING);
    const id = await anonymousIdAt(server.url);
    const ready = await readiness(server.url);
    await rename(backup, state);
    expect(await readiness(server.url)).toEqual({
      status: 503,
      text: 'not ready: the file of the state cannot be used: another file has been put in its place and is not opened yet',
    });
    expect(await askAccess(server.url, id, 'ann@example.org')).toEqual({
      status: 503,
      reference: undefined,
      retryAfter: '10',
    });
    await untilReadiness(server.url, ready);
    expect([await isAccepted(server.url, before), await isAccepted(server.url, after)]).toEqual([true, false]);
    const made = await tokenOf(workplace, FOLLOWING);
    expect(await isAccepted(server.url, made)).toBe(true);
    const { reference } = await askAccess(server.url, id, 'ann@example.org');
    expect(await requestsAt(server.url, made)).toEqual([reference]);
    await server.stop();
    await using again = await workplace.beginServe([], FOLLOWING);
    expect(await isAccepted(again.url, made)).toBe(true);
    expect(await requestsAt(again.url, made)).toEqual([reference]);
  });
});
