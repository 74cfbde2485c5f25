/** A database file holds what this program made in it: anything else beside its rows is refused by name, and stays as it is. */

import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backUpDatabase } from '../../../src/registry/store/database-backup.ts';
import { problemOfFile } from '../../../src/registry/store/database-watch.ts';
import type { FileFormat } from '../../../src/registry/store/file-format.ts';
import { REGISTRY_FORMAT } from '../../../src/registry/store/sqlite-schema.ts';
import { openSqliteStore } from '../../../src/registry/store/sqlite-store.ts';
import { STATE_FORMAT } from '../../../src/registry/store/state-schema.ts';
import { largeSnapshot, makeFile } from '../../support/registry/large-registry.ts';

const OPENS_ALL = 'CREATE TRIGGER open_all AFTER INSERT ON user BEGIN UPDATE user SET privacy_level = 2; END';
/** What somebody put into a file, and how it is reported. */
const PLANTED: readonly (readonly [string, string, string])[] = [
  ['a trigger', OPENS_ALL, 'it holds the trigger "open_all"'],
  ['a view', 'CREATE VIEW everybody AS SELECT * FROM user', 'it holds the view "everybody"'],
  ['a table', 'CREATE TABLE notes (text TEXT)', 'it holds the table "notes"'],
  ['an index', 'CREATE INDEX quick ON user (abs(privacy_level))', 'it holds the index "quick"'],
  ['a virtual table', 'CREATE VIRTUAL TABLE words USING fts5 (text)', 'it holds the table "words'],
  ['a column', 'ALTER TABLE user ADD COLUMN opened INTEGER AS (2)', 'it holds the table "user" in another shape'],
  [
    'a table in the place of ours',
    'DROP TABLE user_change; CREATE TABLE user_change (user_id, revision CHECK (abs(revision) > 0))',
    'it holds the table "user_change" in another shape',
  ],
  ['nothing, and took a table away', 'DROP TABLE user_change', 'it lacks the table "user_change"'],
  ['nothing, and took an index away', 'DROP INDEX user_gene_by_gene', 'it lacks the index "user_gene_by_gene"'],
  ['a long name', `CREATE TABLE "${'x'.repeat(5000)}" (a)`, `it holds the table "${'x'.repeat(60)}", which`],
];

let folder: string;
const at = (name: string) => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'objects-'));
  makeFile(at('sound.sqlite'), largeSnapshot('Ada', 5));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
/** A copy of a file into which somebody put something. */
function planted(source: string, sql: string): string {
  const file = at(`${++count}.sqlite`);
  copyFileSync(source, file);
  plant(file, sql);
  return file;
}

function plant(file: string, sql: string): void {
  using database = new DatabaseSync(file);
  database.exec(`PRAGMA journal_mode = DELETE; ${sql}`);
}

function opening(file: string, format: FileFormat = REGISTRY_FORMAT): () => void {
  return () => openSqliteStore(file, { format })[Symbol.dispose]();
}

describe.each(PLANTED)('a registry file into which somebody put %s', (_, sql, said) => {
  test('is refused at its opening, by name, and left as it is', () => {
    const file = planted(at('sound.sqlite'), sql);
    const before = readFileSync(file);
    expect(opening(file)).toThrow(said);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test('is not what a running registry goes over to', async () => {
    const checked = { file: planted(at('sound.sqlite'), sql), isAlone: true, format: REGISTRY_FORMAT };
    expect(await problemOfFile(checked, new AbortController().signal)).toContain(said);
  });

  test('is no backup', async () => {
    const file = planted(at('sound.sqlite'), sql);
    const target = `${file}.copy`;
    await expect(backUpDatabase({ file, format: REGISTRY_FORMAT, target })).rejects.toThrow(said);
    expect(existsSync(target)).toBe(false);
  });
});

test('what says so is one sentence that names no row and what to do', () => {
  const file = planted(at('sound.sqlite'), OPENS_ALL);
  expect(opening(file)).toThrow(
    `The database file ${file} cannot be used: it holds the trigger "open_all", which this program does not make so; put a backup or a new import of an export in its place.`,
  );
});

test('a trigger in a file of an older format acts neither before nor while it is migrated', () => {
  const file = at('older.sqlite');
  writeFileSync(file, gunzipSync(readFileSync(new URL('format-3.sqlite.gz', import.meta.url))));
  plant(file, 'CREATE TRIGGER open_all AFTER DELETE ON user_gene BEGIN UPDATE user SET privacy_level = 2; END');
  const before = readFileSync(file);
  expect(opening(file)).toThrow('it holds the trigger "open_all"');
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('a file of an older format that does not become one of ours keeps its format', () => {
  const file = at('odd-older.sqlite');
  writeFileSync(file, gunzipSync(readFileSync(new URL('format-4.sqlite.gz', import.meta.url))));
  plant(file, 'CREATE TABLE notes (text TEXT)');
  expect(opening(file)).toThrow('it holds the table "notes"');
  using database = new DatabaseSync(file);
  expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 4 });
});

test('the file of the state of a registry is refused with a trigger in it, too', () => {
  const file = at('state.sqlite');
  opening(file, STATE_FORMAT)();
  opening(file, STATE_FORMAT)();
  plant(file, "CREATE TRIGGER letter AFTER INSERT ON meta BEGIN DELETE FROM meta WHERE key = 'x'; END");
  expect(opening(file, STATE_FORMAT)).toThrow('it holds the trigger "letter"');
});

test('measurements of the indexes, and a change of them in place, are ours', () => {
  const file = planted(at('sound.sqlite'), 'ANALYZE; REINDEX');
  expect(opening(file)).not.toThrow();
});

test('on an open file nobody can change what is beside its rows by writing it, or have it call what is dangerous', () => {
  using store = openSqliteStore(planted(at('sound.sqlite'), 'ANALYZE'));
  store.write((tx) => tx.run('PRAGMA writable_schema = ON'));
  const write = () => store.write((tx) => tx.run("UPDATE sqlite_schema SET sql = 'x'"));
  expect(write).toThrow('may not be modified');
  expect(store.read((tx) => store.query('PRAGMA trusted_schema').first(tx))).toEqual([0]);
});
