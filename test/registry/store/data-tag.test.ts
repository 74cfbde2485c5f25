/** The name of the data: equal for all who have the file, another one after every change, and of one content for ever. */

import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { users } from '../../../src/registry/people/users.ts';
import { sqliteState } from '../../../src/registry/state/sqlite-state.ts';
import { aUser, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { exportedText, importInto } from '../../support/registry/temporary-store.ts';
import { geneInfo, openLoading } from '../import/loading.ts';

/** A registry that two have open, and what operators and programs do with it. */
function openShared() {
  const database = openLoading(smallSnapshot());
  const { store, file } = database;
  const other = database.openAgain();
  const people = users(store);
  const copy = `${file}.backup`;
  const steps = {
    hide: () => store.write((tx) => people.put(tx, [aUser(2, { privacyLevel: 0 })], new Date())),
    show: () => store.write((tx) => people.put(tx, [aUser(2, { privacyLevel: 2 })], new Date())),
    remove: () => store.write((tx) => people.remove(tx, [2])),
    import: () => importInto(store, smallSnapshot()),
    load: () => database.genes(geneInfo({ geneId: 672, symbol: 'BRCA1' })),
    backUp() {
      rmSync(copy, { force: true });
      using connection = new DatabaseSync(file);
      connection.prepare('VACUUM INTO ?').run(copy);
    },
    restore() {
      if (!existsSync(copy)) return;
      copyFileSync(copy, `${copy}.copy`);
      renameSync(`${copy}.copy`, file);
      store.file.reopen();
      other.file.reopen();
    },
    /** As `.restore` of the program sqlite3 does it: the file stays, and gets the pages of the copy. */
    async restoreInPlace() {
      if (!existsSync(copy)) return;
      using connection = new DatabaseSync(copy);
      await backup(connection, file);
    },
  };
  return { store, other, steps, [Symbol.dispose]: () => database[Symbol.dispose]() };
}

type Step = keyof ReturnType<typeof openShared>['steps'];

const STEPS: readonly Step[] = ['hide', 'show', 'remove', 'import', 'load', 'backUp', 'restore', 'restoreInPlace'];
/** With what a counter would count again. */
const EXAMPLES: [Step[]][] = [
  [['backUp', 'hide', 'restoreInPlace', 'remove']],
  [['backUp', 'import', 'hide', 'restore', 'show']],
];

test('over any changes, backups and restores a name is that of one content, and the same for everybody', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { minLength: 3, maxLength: 10 }), async (sequence) => {
      using shared = openShared();
      const tagOf = (store = shared.store) => store.read((tx) => tx.dataTag());
      const contents = new Map([[tagOf(), exportedText(shared.store)]]);
      for (const step of sequence) {
        // Whoever reads keeps to one moment for this turn, and whoever leaves a file waits for that.
        await nextTurn();
        await shared.steps[step]();
        await nextTurn();
        const tag = tagOf();
        expect(tagOf(shared.other)).toBe(tag);
        const content = exportedText(shared.store);
        expect(content).toBe(contents.get(tag) ?? content);
        contents.set(tag, content);
      }
    }),
    { numRuns: 6, examples: EXAMPLES },
  );
});

test('what is no part of the data, such as a token made here, leaves the name', async () => {
  using shared = openShared();
  const before = shared.store.read((tx) => tx.dataTag());
  const token = { hash: new Uint8Array(32), userId: 2, email: null, label: 'x' };
  const [createdAt, expiresAt] = ['2026-01-01T00:00:00Z', '2099-01-01T00:00:00Z'];
  await sqliteState(shared.store).tokens.create({ ...token, createdAt, expiresAt });
  await nextTurn();
  expect(shared.store.read((tx) => tx.dataTag())).toBe(before);
});

test('it reveals nothing of the data or the file', () => {
  using shared = openShared();
  const [tag, generation] = shared.store.read((tx) => [tx.dataTag(), tx.generation()]);
  expect(tag).toMatch(/^[\w-]{22}$/);
  expect(tag).not.toContain(generation);
});
