/** Another file in the place of the one that a running registry has open: reported at once, opened when it is whole. */

import { existsSync } from 'node:fs';
import { copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { GIVEN_IDS_BESIDE } from '../../src/registry/store/given-ids.ts';
import { openWorkplace, type Workplace } from '../support/machine/command-line.ts';
import { damageFile } from '../support/machine/damage-file.ts';
import { isSampled } from '../support/machine/sample.ts';
import {
  largeSnapshot,
  makeFile,
  notReady,
  READY,
  readiness,
  untilReadiness,
} from '../support/registry/large-registry.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';

const OTHER_FILE = notReady('another file has been put in its place and is not opened yet');
const GONE = notReady('it was moved or deleted; put it back, or put another registry there');
const PEOPLE = 60;
const LATEST = largeSnapshot('Latest', PEOPLE);

let workplace: Workplace;

beforeAll(async () => {
  workplace = await openWorkplace();
  for (const name of ['Ancient', 'Modern']) makeFile(workplace.at(`${name}.sqlite`), largeSnapshot(name, PEOPLE));
  await workplace.write('Latest.json', JSON.stringify(LATEST));
});

afterAll(async () => {
  await workplace?.[Symbol.asyncDispose]();
});

/** Serves a copy of a registry in a file of its own. */
async function serveCopy(name: string) {
  const file = workplace.at(name);
  await copyFile(workplace.at('Ancient.sqlite'), file);
  const env = { DATABASE_FILE: file, LOG_LEVEL: 'warn' };
  const server = await workplace.beginServe([], env);
  const nameOf7 = async () => {
    const response = await fetch(`${server.url}/api/users/7`);
    return response.status === 200 ? ((await response.json()) as { name: string }).name : response.status;
  };
  const tag = async () => (await fetch(`${server.url}/api/users/7`)).headers.get('etag');
  return {
    ...{ file, server, nameOf7, tag },
    ready: () => readiness(server.url),
    until: (expected: { status: number; text: string }) => untilReadiness(server.url, expected),
    importLatest: () => makeFile(file, LATEST),
    /** The same as an operator does it. */
    runImport: async () => expect((await workplace.run(['import', 'Latest.json'], { env })).code).toBe(0),
    /** Puts a copy of another file in its place, as one step. */
    async replaceBy(other: string) {
      await copyFile(workplace.at(other), `${file}.new`);
      await rename(`${file}.new`, file);
    },
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  };
}

/** What a file holds by itself, and whether it is whole. */
function held(file: string): { name: unknown; check: unknown } {
  using database = new DatabaseSync(file);
  const { name } = database.prepare('SELECT name FROM user WHERE id = 7').get() ?? {};
  return { name, check: database.prepare('PRAGMA integrity_check').get()?.integrity_check };
}

describe.concurrent('a registry that is put in the place of the one that is served', () => {
  test.concurrent('answers once it is whole; until then the one before does, and /readyz is 503', async () => {
    await using registry = await serveCopy('replaced.sqlite');
    const { file, server, nameOf7, tag, ready, until, replaceBy } = registry;
    expect([await nameOf7(), await ready()]).toEqual(['Ancient', READY]);
    const before = await tag();
    await replaceBy('Modern.sqlite');
    expect(await ready()).toEqual(OTHER_FILE);
    expect((await fetch(`${server.url}/livez`)).status).toBe(200);
    const answers = new Set([await nameOf7()]);
    while ((await ready()).status !== 200) answers.add(await nameOf7());
    expect([...answers].filter((name) => name !== 'Modern')).toEqual(['Ancient']);
    await until(READY);
    expect(await nameOf7()).toBe('Modern');
    expect(await tag()).not.toBe(before);
    expect(server.log().filter(({ msg }) => msg !== 'database')).toEqual([]);
    expect((await server.stop()).code).toBe(0);
    expect(held(file)).toEqual({ name: 'Modern', check: 'ok' });
  });

  test.skipIf(isSampled).concurrent('is not taken for the same because its data have the same name', async () => {
    await using registry = await serveCopy('edited.sqlite');
    const { nameOf7, tag, until, replaceBy } = registry;
    await copyFile(workplace.at('Ancient.sqlite'), workplace.at('by-hand.sqlite'));
    {
      using database = new DatabaseSync(workplace.at('by-hand.sqlite'));
      database.exec(`UPDATE user_record SET person = replace(person, 'Ancient', 'Changed')`);
    }
    expect(await nameOf7()).toBe('Ancient');
    const before = await tag();
    await replaceBy('by-hand.sqlite');
    await until(OTHER_FILE);
    await until(READY);
    expect(await nameOf7()).toBe('Changed');
    expect(await tag()).not.toBe(before);
  });

  test
    .skipIf(isSampled)
    .concurrent('does not get the log of the one before, which keeps all that was imported', async () => {
      await using registry = await serveCopy('logged.sqlite');
      const { file, server, nameOf7, until, replaceBy, importLatest } = registry;
      importLatest();
      expect(await nameOf7()).toBe('Latest');
      await rename(file, `${file}.before`);
      await replaceBy('Modern.sqlite');
      await until(READY);
      expect(await nameOf7()).toBe('Modern');
      expect(held(`${file}.before`)).toEqual({ name: 'Latest', check: 'ok' });
      importLatest();
      expect(await nameOf7()).toBe('Latest');
      await server.stop();
      expect(held(file)).toEqual({ name: 'Latest', check: 'ok' });
    });

  test.skipIf(isSampled).concurrent('is opened with a log of its own, where it brings one', async () => {
    await using registry = await serveCopy('all-three.sqlite');
    const { file, nameOf7, until } = registry;
    const other = workplace.at('other.sqlite');
    await copyFile(workplace.at('Modern.sqlite'), other);
    using database = new DatabaseSync(other);
    database.exec(`UPDATE user_record SET person = replace(person, 'Modern', 'Logged')`);
    for (const part of ['-wal', '-shm', '']) await copyFile(other + part, `${file}.new${part}`);
    for (const part of ['-wal', '-shm', '']) await rename(`${file}.new${part}`, file + part);
    await until(READY);
    expect(await nameOf7()).toBe('Logged');
  });
});

test.concurrent('a backup that takes the place of a file, served or not, gives nobody the number of who came after it', async () => {
  await using registry = await serveCopy('numbers.sqlite');
  const { file, server, until, replaceBy } = registry;
  const kept = await vi.waitFor(() => readFile(file + GIVEN_IDS_BESIDE, 'utf8'));
  expect(Number(kept)).toBe(PEOPLE);
  const add = async (name: string) => {
    const input = `e-mail,last name,level\n${name}@example.org,${name},public\n`;
    await workplace.write(`${name}.csv`, input);
    const { code, stderr } = await workplace.run(['import', `${name}.csv`], { env: { DATABASE_FILE: file } });
    expect(code).toBe(0);
    return Number(/\(user (\d+)\)/.exec(stderr)?.[1]);
  };
  const olga = await add('Olga');
  await replaceBy('Ancient.sqlite');
  await until(OTHER_FILE);
  await until(READY);
  expect([olga, await add('Nora')]).toEqual([PEOPLE + 1, PEOPLE + 2]);
  await server.stop();
  await replaceBy('Ancient.sqlite');
  expect(await add('Paul')).toBe(PEOPLE + 3);
});

test.concurrent('a file of numbers that cannot be read is reported in the log, and answers are given', async () => {
  const file = workplace.at('unnumbered.sqlite');
  await writeFile(file + GIVEN_IDS_BESIDE, 'many');
  await using registry = await serveCopy('unnumbered.sqlite');
  await vi.waitFor(() =>
    expect(JSON.stringify(registry.server.log())).toContain('numbers of people who have left may be given again: '),
  );
  expect([await registry.nameOf7(), await registry.ready()]).toEqual(['Ancient', READY]);
});

describe.concurrent('what is no whole registry', () => {
  test.skipIf(isSampled).concurrent('is reported, and answers go on, until there is one', async () => {
    await using registry = await serveCopy('junk.sqlite');
    const { file, server, nameOf7, until, replaceBy } = registry;
    await writeFile(workplace.at('junk'), 'no database at all '.repeat(1000));
    await replaceBy('junk');
    await until(notReady('it is no SQLite database'));
    expect(await nameOf7()).toBe('Ancient');
    new DatabaseSync(workplace.at('foreign')).exec('CREATE TABLE other (x)');
    await replaceBy('foreign');
    await until(notReady('it is a database, but not that of a registry'));
    expect(await nameOf7()).toBe('Ancient');
    await copyFile(workplace.at('Modern.sqlite'), workplace.at('damaged'));
    await damageFile(workplace.at('damaged'), 0.3, 0.9);
    await replaceBy('damaged');
    await until(notReady('it is damaged; put a backup or a new import of an export in its place'));
    expect(await nameOf7()).toBe('Ancient');
    // It stays so: what was found wanting is not taken after a while.
    await pause(6500);
    expect((await readiness(server.url)).status).toBe(503);
    const logged = server.log().map(({ level, file, what }) => ({ level, file, what }));
    expect(logged.length).toBeLessThanOrEqual(6);
    expect(logged.every((line) => line.level === 50 && line.file === file)).toBe(true);
    await replaceBy('Modern.sqlite');
    await until(READY);
    expect(await nameOf7()).toBe('Modern');
  });
});

describe.concurrent('a file that is taken away', () => {
  test.concurrent('is reported, is still answered from, and is ready when it is put back', async () => {
    await using registry = await serveCopy('away.sqlite');
    const { file, server, nameOf7, ready, until, importLatest } = registry;
    await rename(file, `${file}.away`);
    expect([await ready(), await nameOf7()]).toEqual([GONE, 'Ancient']);
    await pause(1500);
    expect([await ready(), await nameOf7()]).toEqual([GONE, 'Ancient']);
    await rename(`${file}.away`, file);
    await until(READY);
    expect(await nameOf7()).toBe('Ancient');
    importLatest();
    expect(await nameOf7()).toBe('Latest');
    await server.stop();
    expect(held(file)).toEqual({ name: 'Latest', check: 'ok' });
  });

  test.concurrent('leaves nothing behind that would spoil the next one, also when the registry is stopped', async () => {
    await using registry = await serveCopy('left.sqlite');
    const { file, server, importLatest } = registry;
    importLatest();
    await rm(file);
    expect((await server.stop()).code).toBe(0);
    expect(['', '-wal', '-shm'].filter((part) => existsSync(file + part))).toEqual([]);
  });

  test.skipIf(isSampled).concurrent('can be made again by an import', async () => {
    await using registry = await serveCopy('again.sqlite');
    const { file, nameOf7, until, runImport } = registry;
    await rm(file);
    await pause(1500);
    await runImport();
    await until(READY);
    expect(await nameOf7()).toBe('Latest');
  });

  test
    .skipIf(isSampled)
    .concurrent('is opened again where only its log was taken, with all that was in the log', async () => {
      await using registry = await serveCopy('log-gone.sqlite');
      const { file, server, nameOf7, ready, until, importLatest } = registry;
      importLatest();
      await rm(`${file}-wal`);
      await rm(`${file}-shm`);
      expect(await ready()).toEqual(notReady('the files beside it (-wal, -shm) have been taken away or replaced'));
      expect(await nameOf7()).toBe('Latest');
      await until(READY);
      expect(await nameOf7()).toBe('Latest');
      await server.stop();
      expect(held(file)).toEqual({ name: 'Latest', check: 'ok' });
    });
});

test.skipIf(isSampled).concurrent('imports and tokens made while a registry runs are no trouble', async () => {
  await using registry = await serveCopy('usual.sqlite');
  const { server, file, ready, runImport } = registry;
  await pause(2500);
  const env = { DATABASE_FILE: file };
  for (let turn = 0; turn < 2; turn++) {
    await runImport();
    expect(await ready()).toEqual(READY);
    expect((await workplace.run(['token', 'create', '1'], { env })).code).toBe(0);
    expect((await workplace.run(['export'], { env })).code).toBe(0);
    await pause(1300);
    expect(await ready()).toEqual(READY);
  }
  expect(server.log()).toEqual([]);
});

test.skipIf(isSampled).concurrent('a small registry can be put in the place of one that holds nothing', async () => {
  await using registry = await serveCopy('empty.sqlite');
  const { file, until, replaceBy } = registry;
  const env = { DATABASE_FILE: workplace.at('nothing.sqlite') };
  await (await workplace.beginServe([], env)).stop();
  await replaceBy('nothing.sqlite');
  await until({ status: 503, text: 'not ready: the database holds nothing yet; import a snapshot' });
  makeFile(file, smallSnapshot());
  await until(READY);
});
