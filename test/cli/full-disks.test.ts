/** A disk that is full or read-only, by a small file system of its own: called by its name, and what only reads works on it. */

import { execFileSync, spawnSync } from 'node:child_process';
import { copyFile, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openWorkplace, type Workplace } from '../support/machine/command-line.ts';
import { sampleOf } from '../support/machine/sample.ts';
import { ACCESS_FORM } from '../support/registry/access-form.ts';
import { AWAY, makeFollowedCopy } from '../support/registry/followed-copy.ts';
import { aUser, smallSnapshot } from '../support/registry/small-snapshot.ts';

/** A registry on a file system of its own; `problem` says why there can be none. */
async function openDisk(size: string) {
  await using opened = new AsyncDisposableStack();
  const workplace = opened.use(await openWorkplace());
  const folder = workplace.at('disk');
  await mkdir(folder);
  const { status, error, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'none', folder], {
    encoding: 'utf8',
  });
  const problem = status === 0 ? undefined : (error?.message ?? stderr.trim());
  if (problem === undefined) opened.defer(() => void execFileSync('umount', ['--lazy', folder]));
  const resources = opened.move();
  return { workplace, folder, problem, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/** Takes all room that is left. */
function fill(folder: string): void {
  spawnSync('dd', ['if=/dev/zero', `of=${folder}/filling`, 'bs=1k'], { stdio: 'ignore' });
}

const FAULTS = {
  full: fill,
  'read-only': (folder: string) => void execFileSync('mount', ['-o', 'remount,ro', folder]),
};

async function outputOf(workplace: Workplace, ...args: string[]) {
  const { code, stderr } = await workplace.run(args);
  return [code, stderr.trimEnd()];
}

test.for(['full', 'read-only'] as const)(
  'on a disk that is %s what reads works, and what writes names it',
  async (fault, { skip }) => {
    await using disk = await openDisk('24m');
    const { workplace, folder, problem } = disk;
    if (problem !== undefined) return skip(`no file system can be mounted here: ${problem}`);
    const file = `${folder}/registry.sqlite`;
    workplace.env.DATABASE_FILE = file;
    await workplace.run(['import', '-'], { input: JSON.stringify(smallSnapshot()) });
    const before = await workplace.run(['export']);
    makeFollowedCopy(`${folder}/followed.sqlite`);
    const following = { env: { DATABASE_FOLLOW: AWAY, DATABASE_FILE: `${folder}/followed.sqlite` } };
    await workplace.run(['token', 'create', '2', '--label', 'beside'], following);
    FAULTS[fault](folder);

    expect(await workplace.run(['export'])).toEqual(before);
    expect((await workplace.run(['token', 'list'])).stdout).toContain('user.1@example.org');
    expect((await workplace.run(['token', 'list'], following)).stdout).toContain('beside');
    expect((await workplace.run(['account', 'list'])).stdout).toContain('user.2@example.org');
    expect((await workplace.run(['backup', 'copy.sqlite'])).code).toBe(0);
    const sentence = `The database file ${file} cannot be used: its disk is ${fault}.`;
    expect(await outputOf(workplace, 'token', 'create', '1')).toEqual([1, sentence]);
    expect(await outputOf(workplace, 'account', 'disable', '2')).toEqual([1, sentence]);
    expect(await outputOf(workplace, 'serve')).toEqual([1, sentence]);
    expect(await outputOf(workplace, 'backup', `${folder}/copy.sqlite`)).toEqual([
      1,
      `No backup was made in ${folder}/copy.sqlite: its disk is ${fault}.`,
    ]);
    const template = `${folder}/people.xlsx`;
    expect(await outputOf(workplace, 'import', '--template', template)).toEqual([
      1,
      `${template} cannot be written: its disk is ${fault}.\nRun isearch-proxy import --help for its usage.`,
    ]);
    const none = `${folder}/folder/none.sqlite`;
    workplace.env.DATABASE_FILE = none;
    expect(await outputOf(workplace, 'serve')).toEqual([
      1,
      `The database file ${none} cannot be used: its disk is ${fault}.`,
    ]);
    const left = (await readdir(folder)).filter((name) => name.includes('.part') || name.includes('people'));
    expect(left).toEqual([]);
  },
);

const KILLED = [
  ['full', 'with its index'],
  ['full', 'alone'],
  ['read-only', 'with its index'],
  ['read-only', 'alone'],
] as const;

test.for(sampleOf(KILLED, 1))(
  'on a disk that is %s what a killed program left in the log, %s, is read',
  async ([fault, beside], { skip }) => {
    await using disk = await openDisk('24m');
    const { workplace, folder, problem } = disk;
    if (problem !== undefined) return skip(`no file system can be mounted here: ${problem}`);
    await workplace.run(['import', '-'], { input: JSON.stringify(smallSnapshot()) });
    const server = await workplace.beginServe();
    await workplace.run(['account', 'create', 'head@example.org', '--role', 'admin']);
    const before = await workplace.run(['export']);
    // The end of a process leaves the files as they are at that moment.
    const parts = beside === 'alone' ? ['', '-wal'] : ['', '-wal', '-shm'];
    for (const part of parts)
      await copyFile(workplace.at(`registry.sqlite${part}`), `${folder}/registry.sqlite${part}`);
    await server.stop();
    workplace.env.DATABASE_FILE = `${folder}/registry.sqlite`;
    expect((await stat(`${folder}/registry.sqlite-wal`)).size).toBeGreaterThan(0);
    FAULTS[fault](folder);

    expect(await workplace.run(['export'])).toEqual(before);
    expect((await workplace.run(['account', 'list'])).stdout).toContain('head@example.org');
    expect(await workplace.run(['token', 'list'])).toMatchObject({ code: 0 });
    expect(await outputOf(workplace, 'backup', 'copy.sqlite')).toMatchObject([0, expect.stringContaining('Backed up')]);
    workplace.env.DATABASE_FILE = workplace.at('copy.sqlite');
    expect(await workplace.run(['export'])).toEqual(before);
  },
);

test('a request for access that cannot be stored is an error, and the process goes on', async ({ skip }) => {
  await using disk = await openDisk('24m');
  const { workplace, folder, problem } = disk;
  if (problem !== undefined) return skip(`no file system can be mounted here: ${problem}`);
  const settings = {
    DATABASE_FILE: `${folder}/registry.sqlite`,
    APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: 'true',
  };
  const hidden = aUser(2, { privacyLevel: 0, genes: [{ geneId: 672, tier: 'TIER1', privacyLevel: null }] });
  const input = JSON.stringify(smallSnapshot({ users: [hidden] }));
  await workplace.run(['import', '-'], { input, env: settings });
  await using server = await workplace.beginServe([], { ...settings, LOG_LEVEL: 'error' });
  const genes = await (await fetch(`${server.url}/api/genes/search?symbol=BRCA1&taxonId=9606`)).json();
  const [{ anonymousId }] = genes as [{ anonymousId: string }];
  FAULTS.full(folder);
  const body = new URLSearchParams(ACCESS_FORM);
  const path = `/search/gene/by-anonymous-id/${anonymousId}/request-access`;
  const replies = await Promise.all([1, 2, 3].map(() => fetch(server.url + path, { method: 'POST', body })));
  expect(replies.map(({ status }) => status)).toEqual([500, 500, 500]);
  expect((await fetch(`${server.url}/livez`)).status).toBe(200);
  await rm(`${folder}/filling`);
  expect((await fetch(server.url + path, { method: 'POST', body })).status).toBe(200);
  expect((await server.stop()).code).toBe(0);
});

test('a file that is not built as its format says is left as it was, and one sentence says so', async () => {
  await using workplace = await openWorkplace();
  const file = workplace.at('registry.sqlite');
  await workplace.run(['import', '-'], { input: JSON.stringify(smallSnapshot()) });
  const formOf = () => {
    using database = new DatabaseSync(file);
    return Object.values(database.prepare('PRAGMA user_version').get() ?? {});
  };
  {
    using database = new DatabaseSync(file);
    database.exec('PRAGMA user_version = 4');
  }
  const [code, sentence] = await outputOf(workplace, 'token', 'list');
  expect([code, sentence]).toEqual([1, expect.stringContaining('it names an older format, but has other tables')]);
  expect(formOf()).toEqual([4]);
});

test('what is no registry yet is reported in one sentence, and nothing is made of it', async () => {
  await using workplace = await openWorkplace();
  const file = workplace.at('registry.sqlite');
  expect(await outputOf(workplace, 'load', 'genes', 'absent.gz')).toEqual([
    1,
    'absent.gz cannot be read: there is no such file.',
  ]);
  await expect(stat(file)).rejects.toThrow('ENOENT');
  await writeFile(file, 'x');
  expect(await outputOf(workplace, 'export')).toEqual([
    1,
    `The database file ${file} cannot be used: it is no SQLite database, but has 1 byte; put a backup or a new import of an export in its place.`,
  ]);
  await rm(file);
  await workplace.write('empty', '');
  await copyFile(workplace.at('empty'), file);
  expect(await outputOf(workplace, 'export')).toEqual([
    1,
    `${file} has nothing to export yet. Import a snapshot or load genes first.`,
  ]);
});
