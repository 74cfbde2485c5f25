/** The database: consistent to whoever reads, changed as a whole or not at all, and unusable only with a reason. */

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { lookAt, nameOfFiles } from '../../../src/registry/store/file-look.ts';
import { SCHEMA, SCHEMA_VERSION } from '../../../src/registry/store/sqlite-schema.ts';
import { openSqliteStore } from '../../../src/registry/store/sqlite-store.ts';
import type { ReadTransaction, Store } from '../../../src/registry/store/store.ts';
import { PATIENT } from '../../support/machine/patience.ts';
import { aUser, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { exported, importInto, openTemporaryStore } from '../../support/registry/temporary-store.ts';

const other = smallSnapshot({ comment: 'other', users: [aUser(7)] });

const COMMENT = "SELECT value FROM meta WHERE key = 'comment'";
const USER_IDS = 'SELECT id FROM user ORDER BY id';
const INSERT = "INSERT INTO meta VALUES ('x', 'y')";

function comment(store: Store) {
  return store.read((tx) => store.query<[string]>(COMMENT).first(tx)?.[0]);
}

function userIds(store: Store) {
  return store.read((tx) => store.query<[number]>(USER_IDS).all(tx).flat());
}

function generationOf(store: Store) {
  return store.read((tx) => tx.generation());
}

function copyDatabase(from: string, to: string) {
  using connection = new DatabaseSync(from);
  connection.prepare('VACUUM INTO ?').run(to);
}

describe('a moment', () => {
  test('lasts for a turn of the event loop, whatever others write', async () => {
    using database = openTemporaryStore(smallSnapshot());
    const { store } = database;
    const writer = database.openAgain();
    const generation = generationOf(store);
    expect(comment(store)).toBe('small');
    importInto(writer, other);
    expect(comment(store)).toBe('small');
    await Promise.resolve();
    expect([userIds(store), generationOf(store)]).toEqual([[1, 2], generation]);
    await nextTurn();
    expect([comment(store), userIds(store)]).toEqual(['other', [7]]);
    expect(generationOf(store)).not.toBe(generation);
  });

  test('of an immediate is over for what arrives next, however soon that is', async () => {
    using database = openTemporaryStore(smallSnapshot());
    const { store } = database;
    const writer = database.openAgain();
    const seen: (string | undefined)[] = [];
    const pipe = new PassThrough();
    await using server = createServer((socket) => {
      socket.on('data', () => {
        seen.push(comment(store));
        pipe.write('.');
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    await once(client, 'connect');
    const written = Array.from({ length: 20 }, (_, number) => `comment ${number}`);
    for (const text of written) {
      await nextTurn();
      comment(store);
      writer.write((tx) => tx.run("UPDATE meta SET value = ? WHERE key = 'comment'", text));
      client.write('.');
      await once(pipe, 'data');
    }
    client.destroy();
    expect(seen).toEqual(written);
  });

  test('that is held lasts until it is let go', async () => {
    using database = openTemporaryStore(smallSnapshot());
    const { store } = database;
    comment(store);
    {
      using _moment = store.holdMoment();
      importInto(database.openAgain(), other);
      await nextTurn();
      expect([comment(store), userIds(store)]).toEqual(['small', [1, 2]]);
    }
    expect([comment(store), userIds(store)]).toEqual(['other', [7]]);
  });

  test('is a new one after a change of one’s own', () => {
    using database = openTemporaryStore(smallSnapshot());
    const { store } = database;
    const generation = generationOf(store);
    importInto(store, other);
    expect(comment(store)).toBe('other');
    expect(generationOf(store)).not.toBe(generation);
  });

  test('of the same data has the same name after a change that is no import', async () => {
    using database = openTemporaryStore(smallSnapshot());
    const generation = generationOf(database.store);
    database.openAgain().write((tx) => tx.run(INSERT));
    await nextTurn();
    expect(generationOf(database.store)).toBe(generation);
  });
});

test('only a transaction reads, only that of a change changes, and none outlasts its answer: the types refuse all else', () => {
  using database = openTemporaryStore(smallSnapshot());
  const { store } = database;
  const users = store.query<[number]>(USER_IDS);
  expectTypeOf(users.all).parameter(0).toEqualTypeOf<ReadTransaction>();
  expectTypeOf<Store>().not.toExtend<ReadTransaction>();
  // A promise may be settled when the moment is over, or the change committed.
  expectTypeOf(store.read<Promise<number>>)
    .parameter(0)
    .returns.toBeNever();
  expectTypeOf(store.write<Promise<number>>)
    .parameter(0)
    .returns.toBeNever();
  // @ts-expect-error: a moment that is only read
  expect(() => store.read((tx) => tx.run('DELETE FROM user'))).toThrow(TypeError);
  expect(userIds(store)).toEqual([1, 2]);
});

describe('a change', () => {
  test('that fails in the middle leaves nothing behind, and the next one works', () => {
    using database = openTemporaryStore(smallSnapshot());
    const { store } = database;
    const before = exported(store);
    const failing = () =>
      store.write((tx) => {
        tx.run('DELETE FROM user');
        throw new Error('in the middle');
      });
    expect(failing).toThrow('in the middle');
    expect(exported(store)).toEqual(before);
    importInto(store, other);
    expect(userIds(store)).toEqual([7]);
  });

  test('an import that fails after everything was deleted leaves the data as they were', () => {
    using database = openTemporaryStore(smallSnapshot());
    const before = exported(database.store);
    // It passed no check: the second of the two cannot be written.
    const unsound = smallSnapshot({ users: [aUser(1), aUser(1)] });
    expect(() => importInto(database.store, unsound)).toThrow('UNIQUE');
    expect(exported(database.store)).toEqual(before);
  });

  test('for which there is no room says so, and leaves the data as they were', () => {
    using database = openTemporaryStore(smallSnapshot());
    const { store } = database;
    const before = exported(store);
    store.read((tx) => {
      const [pages = 0] = store.query<[number]>('PRAGMA page_count').first(tx) ?? [];
      store.query<[number]>(`PRAGMA max_page_count = ${pages + 5}`).first(tx);
    });
    const large = smallSnapshot({ users: [aUser(1, { description: 'x'.repeat(900_000) })] });
    expect(() => importInto(store, large)).toThrow(
      `The database file ${database.file} cannot be used: its disk is full.`,
    );
    expect(exported(store)).toEqual(before);
  });

  test('waits for another, and gives up with a sentence', async () => {
    using database = openTemporaryStore(smallSnapshot());
    const hasty = database.openAgain({ busyTimeoutMs: 30 });
    database.store.write(() => {
      expect(() => importInto(hasty, other)).toThrow(
        `The database file ${database.file} cannot be used: another program has been writing to it for too long`,
      );
      expect(() => hasty.write((tx) => tx.run(INSERT))).toThrow('another program has been writing');
      expect(comment(hasty)).toBe('small');
    });
    importInto(hasty, other);
    expect(userIds(hasty)).toEqual([7]);
  });
});

test('what is deleted while somebody reads is gone from the bytes of file and log once they have ended', async () => {
  using database = openTemporaryStore(smallSnapshot());
  const { store, file } = database;
  const hasText = () => ['', '-wal'].some((end) => readFileSync(file + end, 'latin1').includes('QZXTEXT'));
  store.write((tx) => tx.run("INSERT INTO meta VALUES ('qux', 'QZXTEXT')"));
  using reader = new DatabaseSync(file);
  reader.exec('BEGIN');
  reader.prepare(COMMENT).get();
  store.write((tx) => tx.run("DELETE FROM meta WHERE key = 'qux'"));
  store.dropDeleted();
  expect(hasText()).toBe(true);
  reader.exec('COMMIT');
  await expect.poll(hasText, PATIENT).toBe(false);
});

describe('a file that is no longer at its place', () => {
  const elsewhere = 'cannot be used: it was moved or deleted';

  test('is written to no more, as that would be lost, and is read as before', async () => {
    using database = openTemporaryStore(smallSnapshot());
    const { store, file } = database;
    renameSync(file, `${file}.away`);
    expect(() => importInto(store, other)).toThrow(elsewhere);
    expect(() => store.write((tx) => tx.run(INSERT))).toThrow(elsewhere);
    await expect(store.writeInTurn((tx) => tx.run('DELETE FROM user'))).rejects.toThrow(elsewhere);
    expect([comment(store), userIds(store)]).toEqual(['small', [1, 2]]);
    renameSync(`${file}.away`, file);
    importInto(store, other);
    expect(userIds(store)).toEqual([7]);
  });

  test('does not take a change that was begun while it was there', () => {
    using database = openTemporaryStore(smallSnapshot());
    const { store, file } = database;
    const replaceMeanwhile = () =>
      store.write((tx) => {
        tx.run('DELETE FROM user');
        renameSync(file, `${file}.away`);
        writeFileSync(file, 'another file');
      });
    expect(replaceMeanwhile).toThrow('another file has been put in its place');
    expect(userIds(store)).toEqual([1, 2]);
  });

  test('is opened again with another generation, though the data have the same name', () => {
    using database = openTemporaryStore(smallSnapshot());
    const { store, file } = database;
    const generation = generationOf(store);
    copyDatabase(file, `${file}.copy`);
    renameSync(`${file}.copy`, file);
    store.file.reopen();
    expect(generationOf(store)).toMatch(new RegExp(`^${generation}-`));
    expect(userIds(store)).toEqual([1, 2]);
  });

  test('stays open where the one in its place cannot be opened', () => {
    using database = openTemporaryStore(smallSnapshot());
    const { store, file } = database;
    const users = store.query<[number]>(USER_IDS);
    renameSync(file, `${file}.away`);
    expect(() => store.file.reopen()).toThrow('there is no such file');
    writeFileSync(file, 'x'.repeat(5000));
    expect(() => store.file.reopen()).toThrow('it is no SQLite database');
    expect(store.read((tx) => users.all(tx).flat())).toEqual([1, 2]);
  });
});

describe('a file that another process puts in the place while it is opened', () => {
  /** Called when a connection has been opened, before anything is asked of it. */
  function whenOpened(act: () => void): Disposable {
    const { exec } = DatabaseSync.prototype;
    DatabaseSync.prototype.exec = function (sql) {
      if (sql === 'PRAGMA trusted_schema = OFF') act();
      exec.call(this, sql);
    };
    return { [Symbol.dispose]: () => void Object.assign(DatabaseSync.prototype, { exec }) };
  }

  test.each([
    ['once', 1],
    ['three times', 3],
  ])('is the one that is opened, where that happens %s', (_, times) => {
    using database = openTemporaryStore(other);
    const served = `${database.file}.served`;
    openSqliteStore(served)[Symbol.dispose]();
    const files = Array.from({ length: times }, (_, at) => `${database.file}.${at}`);
    for (const file of files) copyDatabase(database.file, file);
    using _opened = whenOpened(() => {
      const next = files.shift();
      if (next !== undefined) renameSync(next, served);
    });
    using store = openSqliteStore(served);
    expect(userIds(store)).toEqual([7]);
  });

  test('again and again is refused, and not tried for ever', () => {
    using database = openTemporaryStore(other);
    const served = `${database.file}.served`;
    openSqliteStore(served)[Symbol.dispose]();
    let number = 0;
    using _opened = whenOpened(() => {
      copyFileSync(database.file, `${served}.${++number}`);
      renameSync(`${served}.${number}`, served);
    });
    expect(() => openSqliteStore(served)).toThrow('another file was put in its place while it was opened; try again');
  });
});

describe('a file', () => {
  test('is made with its folder, and found again', () => {
    using database = openTemporaryStore();
    const file = join(dirname(database.file), 'new', 'deep', 'x.sqlite');
    openSqliteStore(file)[Symbol.dispose]();
    const again = openSqliteStore(file, { makesFile: false });
    expect(exported(again).users).toEqual([]);
    again[Symbol.dispose]();
  });

  test('has one name with its log for all who have it open, also one that was just made or put in the place', async () => {
    using resources = new DisposableStack();
    const database = resources.use(openTemporaryStore());
    const { store, file } = database;
    const nameOf = (one: typeof store) => nameOfFiles(one.file.files());
    const others = [database.openAgain(), database.openAgain()];
    const first = nameOf(store);
    importInto(store, smallSnapshot());
    expect([...others, database.openAgain()].map(nameOf)).toEqual([first, first, first]);
    copyDatabase(file, `${file}-next`);
    expect(await store.replaceInTurn(`${file}-next`, () => true)).toBe(true);
    await nextTurn();
    for (const one of others) one.file.reopen();
    expect(nameOf(store)).not.toBe(first);
    expect([...others.map(nameOf), nameOfFiles(lookAt(file))]).toEqual(Array(3).fill(nameOf(store)));
  });

  test('is not made by who only reads', () => {
    using database = openTemporaryStore();
    const file = join(dirname(database.file), 'absent.sqlite');
    expect(() => openSqliteStore(file, { makesFile: false })).toThrow(/cannot be used: there is no such file yet; /);
    expect(existsSync(file)).toBe(false);
  });

  test('that is empty is taken as new', () => {
    using database = openTemporaryStore();
    const file = join(dirname(database.file), 'empty.sqlite');
    writeFileSync(file, '');
    openSqliteStore(file)[Symbol.dispose]();
    expect(readFileSync(file).subarray(0, 15).toString()).toBe('SQLite format 3');
  });

  test.each<[string, (file: string) => void, string]>([
    ['that is a folder', (file) => mkdirSync(file), 'it is a directory.'],
    ['that is no database', (file) => writeFileSync(file, 'x'.repeat(5000)), 'it is no SQLite database.'],
    [
      'that is a stub of one',
      (file) => writeFileSync(file, 'SQLite format 3\0abc'),
      'it is no SQLite database, but has 19 bytes;',
    ],
  ])('%s cannot be used', (_, make, reason) => {
    using database = openTemporaryStore();
    const file = join(dirname(database.file), 'odd.sqlite');
    make(file);
    expect(() => openSqliteStore(file)).toThrow(`The database file ${file} cannot be used: ${reason}`);
  });

  test('in a folder that this account may not write to is named with the reason', ({ skip }) => {
    skip(process.getuid?.() === 0, 'an administrator may write everywhere');
    using database = openTemporaryStore();
    const folder = join(dirname(database.file), 'locked');
    mkdirSync(folder, { mode: 0o500 });
    const reason = `cannot be made, as this account may not write to the folder ${folder}; let it, or configure another file.`;
    expect(() => openSqliteStore(join(folder, 'x.sqlite'))).toThrow(`it ${reason}`);
    expect(() => openSqliteStore(join(folder, 'deep', 'er', 'x.sqlite'))).toThrow(
      `its folder ${join(folder, 'deep', 'er')} ${reason}`,
    );
  });
});

test('with other tables the format has another number, by which older files are known', () => {
  const tables = createHash('sha256').update(SCHEMA).digest('hex').slice(0, 16);
  // Whoever changes the tables raises the number, says in migrations.ts how to get there, and writes both here.
  expect([SCHEMA_VERSION, tables]).toEqual([21, '749a0ade99d9327f']);
});
