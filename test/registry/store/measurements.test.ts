/** What `ANALYZE` or somebody wrote into a file about its indexes makes no query slower. */

import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backUpDatabase } from '../../../src/registry/store/database-backup.ts';
import { REGISTRY_FORMAT } from '../../../src/registry/store/sqlite-schema.ts';
import { openSqliteStore, type SqliteStore } from '../../../src/registry/store/sqlite-store.ts';
import { largeSnapshot, makeFile } from '../../support/registry/large-registry.ts';

/** Says of every table that it has one row, and of every index that it finds a million. */
const PLANTED = `
  ANALYZE;
  DELETE FROM sqlite_stat1;
  INSERT INTO sqlite_stat1 SELECT tbl_name, name, '1 1000000 1000000' FROM sqlite_schema WHERE type = 'index';
`;
const MEASURED = "SELECT name FROM sqlite_schema WHERE name LIKE 'sqlite_stat%'";
const WAY = "EXPLAIN QUERY PLAN SELECT reason FROM access_request WHERE mailbox = 'ada@example.org'";

let folder: string;
let soundWay: unknown;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'measurements-'));
  makeFile(at('sound.sqlite'), largeSnapshot('Ada', 5));
  using sound = new DatabaseSync(at('sound.sqlite'));
  soundWay = sound.prepare(WAY).get()?.detail;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function at(name: string): string {
  return join(folder, name);
}

function copyWith(name: string, sql: string): string {
  copyFileSync(at('sound.sqlite'), at(name));
  using database = new DatabaseSync(at(name));
  database.exec(`PRAGMA journal_mode = DELETE; ${sql}`);
  return at(name);
}

function measuredIn(file: string): unknown[] {
  using database = new DatabaseSync(file);
  return database.prepare(MEASURED).all();
}

function wayIn(store: SqliteStore): unknown {
  return store.read((tx) => store.query(WAY).first(tx)?.at(-1));
}

test('an import writes none', () => {
  expect(measuredIn(at('sound.sqlite'))).toEqual([]);
});

test('they choose no way in a file that is opened, and are gone from it', () => {
  const file = copyWith('planted.sqlite', PLANTED);
  using foreign = new DatabaseSync(file);
  expect(foreign.prepare(WAY).get()?.detail).not.toBe(soundWay);
  using first = openSqliteStore(file);
  using second = openSqliteStore(file);
  expect([wayIn(first), wayIn(second)]).toEqual([soundWay, soundWay]);
  expect(measuredIn(file)).toEqual([]);
});

test('they choose none in a file that is put in the place of the open one, for any process', () => {
  const file = copyWith('open.sqlite', '');
  using first = openSqliteStore(file);
  using second = openSqliteStore(file);
  renameSync(copyWith('next.sqlite', PLANTED), file);
  for (const { file: opened } of [first, second]) opened.reopen();
  expect([wayIn(first), wayIn(second)]).toEqual([soundWay, soundWay]);
  expect(measuredIn(file)).toEqual([]);
});

test('a backup of a file that was not opened otherwise leaves it as it is', async () => {
  const file = copyWith('kept.sqlite', PLANTED);
  await backUpDatabase({ file, format: REGISTRY_FORMAT, target: at('copy.sqlite') });
  expect(measuredIn(file)).toHaveLength(1);
});
