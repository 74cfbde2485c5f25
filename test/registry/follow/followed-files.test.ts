/** What is known of the file that is answered from ends when somebody puts another one in its place. */

import { copyFileSync, renameSync } from 'node:fs';
import { expect, test } from 'vitest';
import { storedChecksums } from '../../../src/registry/follow/checksums.ts';
import type { PolledDatabase } from '../../../src/registry/follow/database.ts';
import { currentFile } from '../../../src/registry/follow/followed-files.ts';
import { dataAge } from '../../../src/registry/follow/status.ts';
import { openTemporaryStore } from '../../support/registry/temporary-store.ts';

const LABEL = 'mysql://reader@db.example.org:3306/rdp';
const database = () => ({ label: LABEL }) as PolledDatabase;

function openFollowed() {
  const temporary = openTemporaryStore();
  const { store, file } = temporary;
  const kept = storedChecksums(store);
  const comparedAt = new Date(Date.now() - 20_000);
  const users = new Map([['user', new Map([[1, 'as it was']])]] as const);
  store.write((tx) =>
    kept.writeAll(tx, { source: LABEL, comparedAt, reference: new Map(), users, omitted: { count: 0, sentences: [] } }),
  );
  return {
    store,
    kept,
    replaceByCopy() {
      store.dropDeleted();
      copyFileSync(file, `${file}.older`);
      renameSync(`${file}.older`, file);
      store.file.reopen();
    },
    [Symbol.dispose]: () => temporary[Symbol.dispose](),
  };
}

test('it is known until another one is opened, and then that is read again', () => {
  using followed = openFollowed();
  const { store } = followed;
  const here = currentFile({ store, database, withhold() {} });
  expect([here.isOpen(), here.hasData, [...here.memory.takenOver('user')]]).toEqual([true, true, [1]]);
  store.write((tx) => followed.kept.doubtUsers(tx, [1]));
  expect(here.isOpen()).toBe(true);
  followed.replaceByCopy();
  expect(here.isOpen()).toBe(false);
  const next = currentFile({ store, database, withhold() {} });
  expect([next.isOpen(), next.hasData, [...next.memory.outstanding()]]).toEqual([true, true, []]);
});

test('a file that was read as a whole keeps when that was, also for a program that starts later', () => {
  using followed = openFollowed();
  const ageMs = performance.now() - (dataAge(followed.store).comparedAtMs() ?? 0);
  expect(ageMs).toBeGreaterThan(19_000);
  expect(ageMs).toBeLessThan(60_000);
});
