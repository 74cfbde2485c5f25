/** `backup`: a whole copy of one moment, whatever goes on meanwhile, that a running registry takes over when it is put back. */

import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { backUpDatabase } from '../../src/registry/store/database-backup.ts';
import { REGISTRY_FORMAT } from '../../src/registry/store/sqlite-schema.ts';
import { openWorkplace, type Workplace } from '../support/machine/command-line.ts';
import { damageFile } from '../support/machine/damage-file.ts';
import { PATIENT } from '../support/machine/patience.ts';
import { sampledCount, sampleOf } from '../support/machine/sample.ts';
import { largeSnapshot, makeFile, READY, untilReadiness } from '../support/registry/large-registry.ts';

const PEOPLE = 60;
/** Their import lasts for many copies of the data before it, however slow the machine is at either. */
const PEOPLE_TO_IMPORT = { sampled: 300, whole: 1_000 };

let workplace: Workplace;

beforeAll(async () => {
  workplace = await openWorkplace();
  makeFile(workplace.at('registry.sqlite'), largeSnapshot('Ancient', PEOPLE));
});

afterAll(() => workplace?.[Symbol.asyncDispose]());

/** The same as the command does, in this process. */
function copyOf(file: string, target: string): Promise<number> {
  return backUpDatabase({ file: workplace.at(file), format: REGISTRY_FORMAT, target: workplace.at(target) });
}

/** What a file holds by itself, and whether it is whole. */
function held(name: string): { name: unknown; check: unknown } {
  using database = new DatabaseSync(workplace.at(name));
  const { name: named } = database.prepare('SELECT name FROM user WHERE id = 7').get() ?? {};
  return { name: named, check: database.prepare('PRAGMA integrity_check').get()?.integrity_check };
}

test('no backup overwrites another file, and none is left in part', async () => {
  const { at } = workplace;
  await writeFile(at('kept.sqlite'), 'kept');
  await mkdir(at('damaged'));
  makeFile(at('damaged/registry.sqlite'), largeSnapshot('Damaged', PEOPLE));
  await damageFile(at('damaged/registry.sqlite'), 0.3, 0.9);
  const cases: [string, string, string][] = [
    ['kept.sqlite', 'registry.sqlite', 'a file of this name exists already; choose another name.'],
    ['no-such-folder/one.sqlite', 'registry.sqlite', 'its folder is not there; make it first.'],
    ['none.sqlite', 'none-yet.sqlite', 'there is no such file yet'],
    ['damaged.sqlite', 'damaged/registry.sqlite', 'it is damaged'],
  ];
  for (const [target, file, said] of cases) await expect(copyOf(file, target)).rejects.toThrow(said);
  expect(await readFile(at('kept.sqlite'), 'utf8')).toBe('kept');
  const made = (await readdir(workplace.folder)).filter((name) => /^(?:none|damaged)\.sqlite/.test(name));
  expect(made).toEqual([]);
});

test('a file of an older version stays as it is, and so does the copy: that version goes on with either', async () => {
  const { at } = workplace;
  const older = gunzipSync(await readFile(new URL('../registry/store/format-15.sqlite.gz', import.meta.url)));
  await mkdir(at('older'));
  await writeFile(at('older/registry.sqlite'), older);
  const env = { DATABASE_FILE: at('older/registry.sqlite') };
  expect(await workplace.run(['backup', at('older/copy.sqlite')], { env })).toMatchObject({ code: 0 });
  for (const name of ['older/registry.sqlite', 'older/copy.sqlite']) {
    using database = new DatabaseSync(at(name));
    expect(database.prepare('PRAGMA user_version').get(), name).toEqual({ user_version: 15 });
  }
  // What this version makes of the copy is what it makes of the file.
  const exported = (file: string) => workplace.run(['export'], { env: { DATABASE_FILE: at(file) } });
  const [ofFile, ofCopy] = [await exported('older/registry.sqlite'), await exported('older/copy.sqlite')];
  expect(ofFile).toMatchObject({ code: 0 });
  expect(ofCopy.stdout).toBe(ofFile.stdout);
});

test('what a killed backup left is removed by the next one to that name, and by no other', async () => {
  const { at } = workplace;
  const left = ['.part', '.part-journal', '.part-0a1b2c3d', '.part-0a1b2c3d-journal', '.2.part', '.parts'].map(
    (end) => `killed.sqlite${end}`,
  );
  await mkdir(at('killed.sqlite.part-00000000'));
  for (const name of left) await writeFile(at(name), 'half');
  await copyOf('registry.sqlite', 'killed.sqlite');
  expect(held('killed.sqlite')).toEqual({ name: 'Ancient', check: 'ok' });
  const there = (await readdir(workplace.folder)).filter((name) => name.startsWith('killed'));
  expect(there.toSorted()).toEqual([
    'killed.sqlite',
    'killed.sqlite.2.part',
    'killed.sqlite.part-00000000',
    'killed.sqlite.parts',
  ]);
});

// Their files are beside each other only now and then, so they are made many times.
test.for(sampleOf([...Array(20).keys()], 3))(
  'of backups to one name the last that was begun makes it, %i',
  async () => {
    await rm(workplace.at('twice.sqlite'), { force: true });
    const copies = Array.from({ length: 3 }, () => copyOf('registry.sqlite', 'twice.sqlite'));
    const results = await Promise.allSettled(copies);
    const message = `No backup was made in ${workplace.at('twice.sqlite')}: another backup to this name was begun meanwhile.`;
    expect(results).toEqual([
      ...Array(2).fill({ status: 'rejected', reason: expect.objectContaining({ message }) }),
      { status: 'fulfilled', value: expect.any(Number) },
    ]);
    expect(held('twice.sqlite')).toEqual({ name: 'Ancient', check: 'ok' });
    expect((await readdir(workplace.folder)).filter((name) => name.startsWith('twice'))).toEqual(['twice.sqlite']);
  },
);

test('a backup is whole at any moment of an import, and puts the old data back into a running registry', async () => {
  const people = sampledCount(PEOPLE_TO_IMPORT.sampled, PEOPLE_TO_IMPORT.whole);
  await workplace.write('Latest.json', JSON.stringify(largeSnapshot('Latest', people)));
  await using server = await workplace.beginServe();
  const nameOf7 = async () => ((await (await fetch(`${server.url}/api/users/7`)).json()) as { name: string }).name;
  expect(await nameOf7()).toBe('Ancient');

  await mkdir(workplace.at('backups'));
  const first = await workplace.run(['backup', 'backups/first.sqlite']);
  expect(first).toMatchObject({ code: 0, stdout: '' });
  expect(first.stderr).toMatch(/^Backed up \S+registry\.sqlite to \S+first\.sqlite \(\d+\.\d MB\) in \d+\.\d s\.\n$/);
  expect(await readdir(workplace.at('backups'))).toEqual(['first.sqlite']);
  // Windows knows no such modes.
  if (process.platform !== 'win32') expect((await stat(workplace.at('backups/first.sqlite'))).mode & 0o777).toBe(0o600);

  let isImporting = true;
  const importing = workplace.run(['import', 'Latest.json']).finally(() => {
    isImporting = false;
  });
  const names = ['backups/first.sqlite'];
  for (; isImporting; names.push(`backups/${names.length}.sqlite`)) {
    await copyOf('registry.sqlite', `backups/${names.length}.sqlite`);
  }
  expect(await importing).toMatchObject({ code: 0 });
  expect(await nameOf7()).toBe('Latest');
  expect(names.length, 'no copy began while people were imported').toBeGreaterThan(1);
  for (const name of names) {
    expect([name, held(name)]).toEqual([name, { name: expect.stringMatching(/^(?:Ancient|Latest)$/), check: 'ok' }]);
  }

  await rename(workplace.at('backups/first.sqlite'), workplace.at('registry.sqlite'));
  await vi.waitFor(async () => expect(await nameOf7()).toBe('Ancient'), { ...PATIENT, interval: 100 });
  await untilReadiness(server.url, READY);
});
