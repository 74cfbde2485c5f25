/** Paths with symbolic links on them: SQLite lays its log beside the file itself, and never beside a link. */

import { copyFileSync, existsSync, linkSync, mkdirSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { backUpDatabase } from '../../../src/registry/store/database-backup.ts';
import { REGISTRY_FORMAT } from '../../../src/registry/store/sqlite-schema.ts';
import { openSqliteStore, type SqliteStore } from '../../../src/registry/store/sqlite-store.ts';
import { aUser, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { importInto, openTemporaryStore } from '../../support/registry/temporary-store.ts';

const before = smallSnapshot({ users: [aUser(7, { name: 'Before' })] });
const after = smallSnapshot({ users: [aUser(7, { name: 'After' })] });

/** A folder of its own, `disk/registry.sqlite` in it, and how a link leads there. */
function openFolder() {
  const temporary = openTemporaryStore();
  const folder = `${temporary.file}-files`;
  mkdirSync(join(folder, 'disk'), { recursive: true });
  const at = (name: string) => join(folder, name);
  return { at, real: at('disk/registry.sqlite'), [Symbol.dispose]: () => temporary[Symbol.dispose]() };
}

type Folder = ReturnType<typeof openFolder>;

/** Each makes what leads to the real file, and answers the path that is configured. */
const LINKS: Record<string, (folder: Folder) => string> = {
  'to the file'({ at, real }) {
    symlinkSync(real, at('link.sqlite'));
    return at('link.sqlite');
  },
  'to the file, relative to its folder'({ at }) {
    symlinkSync('disk/registry.sqlite', at('link.sqlite'));
    return at('link.sqlite');
  },
  'to a folder'({ at }) {
    symlinkSync('disk', at('data'));
    return at('data/registry.sqlite');
  },
  'to a link, relative to a folder behind a link'({ at }) {
    mkdirSync(at('elsewhere/deep'), { recursive: true });
    symlinkSync('elsewhere/deep', at('data'));
    symlinkSync('../../second.sqlite', at('elsewhere/deep/first.sqlite'));
    symlinkSync('disk/registry.sqlite', at('second.sqlite'));
    return at('data/first.sqlite');
  },
};

function nameOf(store: SqliteStore) {
  return store.read((tx) => store.query<[string]>('SELECT name FROM user WHERE id = 7').first(tx)?.[0]);
}

/** What a file holds by itself, and whether it is whole. */
function held(file: string) {
  using database = new DatabaseSync(file);
  const { name } = database.prepare('SELECT name FROM user WHERE id = 7').get() ?? {};
  return { name, check: database.prepare('PRAGMA integrity_check').get()?.integrity_check };
}

describe.each(Object.entries(LINKS))('a database behind a link %s', (_kind, link) => {
  test('is replaced while others read it, and none of its log gets into the file that follows', () => {
    using folder = openFolder();
    const path = link(folder);
    using store = openSqliteStore(path);
    importInto(store, before);
    using reader = openSqliteStore(path, { makesFile: false });
    const moment = reader.holdMoment();
    importInto(store, smallSnapshot({ comment: 'in the log alone', users: [aUser(7, { name: 'Logged' })] }));
    {
      using next = openSqliteStore(folder.at('disk/next'));
      importInto(next, after);
    }
    store.file.replaceBy(folder.at('disk/next'));
    expect([nameOf(store), existsSync(folder.at('disk/next'))]).toEqual(['After', false]);
    importInto(store, smallSnapshot({ users: [aUser(7, { name: 'Written later' })] }));
    moment[Symbol.dispose]();
    expect(held(folder.real)).toEqual({ name: 'Written later', check: 'ok' });
  });

  test('is left where another file is put in its place while others read it', () => {
    using folder = openFolder();
    const path = link(folder);
    using store = openSqliteStore(path, { busyTimeoutMs: 100 });
    importInto(store, before);
    using reader = openSqliteStore(path, { makesFile: false });
    using _moment = reader.holdMoment();
    importInto(store, smallSnapshot({ users: [aUser(7, { name: 'Logged' })] }));
    using other = openSqliteStore(folder.at('other'));
    importInto(other, after);
    other[Symbol.dispose]();
    renameSync(folder.at('other'), folder.real);
    store.file.reopen();
    expect([nameOf(store), held(folder.real)]).toEqual(['After', { name: 'After', check: 'ok' }]);
  });
});

test('a link that is made to lead elsewhere leaves the file before whole, with its log, and refuses writes meanwhile', () => {
  using folder = openFolder();
  symlinkSync('disk/registry.sqlite', folder.at('link.sqlite'));
  using store = openSqliteStore(folder.at('link.sqlite'));
  importInto(store, before);
  using other = openSqliteStore(folder.at('other.sqlite'));
  importInto(other, after);
  rmSync(folder.at('link.sqlite'));
  symlinkSync('other.sqlite', folder.at('link.sqlite'));
  expect(() => importInto(store, before)).toThrow('another file has been put in its place and is not opened yet');
  store.file.detach();
  expect(existsSync(`${folder.real}-wal`)).toBe(true);
  store.file.reopen();
  expect([nameOf(store), held(folder.real)]).toEqual(['After', { name: 'Before', check: 'ok' }]);
  importInto(store, smallSnapshot({ users: [aUser(7, { name: 'Later' })] }));
  expect(nameOf(other)).toBe('Later');
});

test('a backup reads behind a link, and never takes the place of one', async () => {
  using folder = openFolder();
  symlinkSync('disk/registry.sqlite', folder.at('link.sqlite'));
  using store = openSqliteStore(folder.at('link.sqlite'));
  importInto(store, before);
  const file = folder.at('link.sqlite');
  await backUpDatabase({ file, format: REGISTRY_FORMAT, target: folder.at('backup.sqlite') });
  expect(held(folder.at('backup.sqlite'))).toEqual({ name: 'Before', check: 'ok' });
  symlinkSync('nowhere.sqlite', folder.at('dangling.sqlite'));
  const target = folder.at('dangling.sqlite');
  await expect(backUpDatabase({ file, format: REGISTRY_FORMAT, target })).rejects.toThrow(
    'a file of this name exists already',
  );
  expect(readlinkSync(target)).toBe('nowhere.sqlite');
});

test('a file is whole without its log before another one takes its place, as who does that may be killed in between', async () => {
  using folder = openFolder();
  const { at, real } = folder;
  using store = openSqliteStore(real);
  importInto(store, before);
  store.dropDeleted();
  // The log of a file that somebody else has open is not emptied when it is closed.
  using other = openSqliteStore(real);
  expect(nameOf(other)).toBe('Before');
  store.write((tx) => tx.run("UPDATE user SET name = 'Latest' WHERE id = 7"));
  {
    using next = openSqliteStore(at('next.sqlite'));
    importInto(next, after);
  }
  linkSync(real, at('left.sqlite'));
  expect(await store.replaceInTurn(at('next.sqlite'), () => true)).toBe(true);
  expect(nameOf(store)).toBe('After');
  copyFileSync(at('left.sqlite'), at('alone.sqlite'));
  expect(held(at('alone.sqlite'))).toEqual({ name: 'Latest', check: 'ok' });
});
