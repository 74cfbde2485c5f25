/** Numbers of people: each is given once, whatever is removed, exported, imported or put back in between. */

import { chmodSync, copyFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openAccountKeeper } from '../../../src/app/database.ts';
import { loadConfig } from '../../../src/config/config.ts';
import type { Snapshot } from '../../../src/domain/record/snapshot.ts';
import { compileCheck } from '../../../src/lib/schema-check.ts';
import { importPeople } from '../../../src/registry/import/import-people.ts';
import { snapshotChecker } from '../../../src/registry/import/snapshot-check.ts';
import { users } from '../../../src/registry/people/users.ts';
import { GIVEN_IDS_BESIDE } from '../../../src/registry/store/given-ids.ts';
import type { Store } from '../../../src/registry/store/store.ts';
import { sampledCount } from '../../support/machine/sample.ts';
import { aUser, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { exported, importInto, openTemporaryStore } from '../../support/registry/temporary-store.ts';

const HIGHEST = 2_147_483_647;

/** A table of people that names these and nobody else. */
function importNamed(store: Store, names: readonly string[]) {
  const rows = [['e-mail', 'last name'], ...names.map((name) => [`${name}@example.org`, name])];
  const sheets = [{ name: null, rows }];
  return importPeople({ store, sheets, removesMissing: true, remoteSearchUserId: undefined, now: new Date() });
}

function idsByName(store: Store): Map<string, number> {
  return store.read((tx) => new Map([...users(store).all(tx)].map(({ id, lastName }) => [lastName ?? '', id])));
}

/** As a snapshot came out of a version before numbers were remembered. */
function ofVersion3({ highestUserId: _, ...snapshot }: Snapshot): Snapshot {
  return { ...snapshot, version: 3 } as unknown as Snapshot;
}

type Step = { names: string[] } | 'to another file' | 'back again' | 'back again, as version 3';

test('nobody gets the number of somebody else, over any changes, exports and imports', async () => {
  const named = fc.record({ names: fc.uniqueArray(fc.constantFrom('A', 'B', 'C', 'D'), { minLength: 1 }) });
  const other = fc.constantFrom('to another file' as const, 'back again' as const, 'back again, as version 3' as const);
  await fc.assert(
    fc.asyncProperty(fc.array<Step>(fc.oneof(named, other), { minLength: 3, maxLength: 12 }), async (steps) => {
      using files = new DisposableStack();
      const open = () => files.use(openTemporaryStore(smallSnapshot({ users: [] }))).store;
      let store = open();
      const nameOf = new Map<number, string>();
      let people = 0;
      for (const step of steps) {
        const snapshot = exported(store);
        if (step === 'to another file') store = open();
        if (step === 'back again, as version 3') importInto(store, ofVersion3(snapshot));
        else if (typeof step === 'string') importInto(store, snapshot);
        else {
          const before = idsByName(store);
          importNamed(store, step.names);
          for (const [name, id] of idsByName(store)) {
            if (before.get(name) === id) continue;
            // Who comes again is somebody new.
            people += 1;
            expect(nameOf.get(id)).toBe(undefined);
            nameOf.set(id, `${name} ${people}`);
          }
        }
        await nextTurn();
      }
    }),
    {
      numRuns: sampledCount(4, 15),
      examples: [[[{ names: ['A', 'B'] }, { names: ['A'] }, 'to another file', { names: ['A', 'C'] }]]],
    },
  );
});

test('a request for access remembers the number of whom it is about', () => {
  using database = openTemporaryStore();
  const { store } = database;
  store.write((tx) => {
    tx.run(
      "INSERT INTO access_request (id, received_at, user_id, contact, reason) VALUES (1, '2026-01-01T00:00:00Z', 40, 'x@example.org', 'why')",
    );
  });
  importInto(store, smallSnapshot({ users: [aUser(3)] }));
  importNamed(store, ['A']);
  expect(idsByName(store).get('A')).toBe(41);
});

test('a number above the highest is refused, with who would need it, and nothing is changed', () => {
  using database = openTemporaryStore(smallSnapshot({ users: [aUser(HIGHEST - 1)] }));
  const before = exported(database.store);
  expect(importNamed(database.store, ['A', 'B'])).toMatchObject({
    outcome: 'refused',
    faults: [
      { found: "'B@example.org' would need a number above 2147483647", allowed: 'addresses of the registry alone' },
    ],
  });
  expect(exported(database.store)).toEqual(before);
  importNamed(database.store, ['A']);
  expect(idsByName(database.store).get('A')).toBe(HIGHEST);
});

test('a snapshot with a number above the highest is refused in a sentence', () => {
  const check = snapshotChecker((schema) => compileCheck(schema, { allErrors: true }));
  const problems = check(smallSnapshot({ highestUserId: HIGHEST + 1, users: [aUser(HIGHEST + 1)] })).problems;
  expect(problems.map(({ path }) => path)).toEqual(['snapshot.highestUserId']);
});

/** A copy of the file, as `backup` makes it, and as it is put back while nothing is running. */
function openWithBackups() {
  const resources = new DisposableStack();
  const database = resources.use(openTemporaryStore(smallSnapshot({ users: [] })));
  const { file } = database;
  let store = database.store;
  function stopped(work: () => void): void {
    store[Symbol.dispose]();
    work();
    store = database.openAgain();
  }
  return {
    ...{ file, store: () => store },
    backUp: () => stopped(() => copyFileSync(file, `${file}-backup`)),
    putBack: () => stopped(() => copyFileSync(`${file}-backup`, file)),
    [Symbol.dispose]: () => resources.dispose(),
  };
}

test('nobody gets the number of who came after a backup that was put back while nothing was running', async () => {
  const named = fc.record({ names: fc.uniqueArray(fc.constantFrom('A', 'B', 'C', 'D'), { minLength: 1 }) });
  const step = fc.oneof(named, fc.constantFrom('back up' as const, 'put back' as const));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      using registry = openWithBackups();
      registry.backUp();
      const given = new Set<number>();
      for (const taken of steps) {
        await nextTurn();
        if (taken === 'back up') registry.backUp();
        else if (taken === 'put back') registry.putBack();
        else {
          const before = idsByName(registry.store());
          importNamed(registry.store(), taken.names);
          for (const [name, id] of idsByName(registry.store())) {
            if (before.get(name) === id) continue;
            expect(given).not.toContain(id);
            given.add(id);
          }
        }
      }
    }),
    {
      numRuns: sampledCount(4, 15),
      examples: [[[{ names: ['A'] }, 'put back', { names: ['B'] }, 'put back', { names: ['C'] }]]],
    },
  );
});

/** Every way to a new account, by the name of the command. Each returns the number of the account that it made. */
const WAYS = {
  'a table of people': (store: Store, name: string) => {
    importNamed(store, [name]);
    return idsByName(store).get(name);
  },
  'account create': (store: Store, name: string) => numberOf(keeperOf(store).create(`${name}@example.org`, 'admin')),
  'token create --for-partners': (store: Store) => numberOf(keeperOf(store).forPartners()),
};

function keeperOf(store: Store) {
  return openAccountKeeper(store, loadConfig({ files: [], env: { DATABASE_FILE: store.path } }));
}

function numberOf(outcome: ReturnType<ReturnType<typeof keeperOf>['forPartners']>): number | undefined {
  return outcome.outcome === 'done' ? outcome.account.id : undefined;
}

test.each(Object.entries(WAYS))('%s gives a number that no restore gives again', (_, make) => {
  using registry = openWithBackups();
  registry.backUp();
  const before = make(registry.store(), 'A');
  for (const again of Object.values(WAYS)) {
    registry.putBack();
    expect(again(registry.store(), 'B')).toBeGreaterThan(before ?? Number.NaN);
  }
});

test('a backup that is put back has, in its exports, the numbers of those who came after it', () => {
  using registry = openWithBackups();
  registry.backUp();
  importNamed(registry.store(), ['A', 'B']);
  registry.putBack();
  expect(exported(registry.store()).highestUserId).toBe(2);
});

describe('the file that remembers the highest number', () => {
  test('is as open to others as the database is, and no more', () => {
    using registry = openWithBackups();
    chmodSync(registry.file, 0o640);
    importNamed(registry.store(), ['A']);
    expect(statSync(registry.file + GIVEN_IDS_BESIDE).mode & 0o777).toBe(0o640);
  });

  test.each([
    ['2147483648', "holds '2147483648'"],
    ['x', "holds 'x'"],
    ['-1', "holds '-1'"],
  ])('with %s in it refuses new people and changes nothing', (text, reason) => {
    using registry = openWithBackups();
    importNamed(registry.store(), ['A']);
    writeFileSync(registry.file + GIVEN_IDS_BESIDE, text);
    expect(() => importNamed(registry.store(), ['A', 'B'])).toThrow(reason);
    expect([...idsByName(registry.store()).keys()]).toEqual(['A']);
  });

  test('is no folder and no pipe', () => {
    using registry = openWithBackups();
    mkdirSync(registry.file + GIVEN_IDS_BESIDE);
    expect(() => importNamed(registry.store(), ['A'])).toThrow('must hold the highest number');
  });

  test('that is empty remembers nothing, and the data do', () => {
    using registry = openWithBackups();
    importNamed(registry.store(), ['A']);
    writeFileSync(registry.file + GIVEN_IDS_BESIDE, '');
    importNamed(registry.store(), ['A', 'B']);
    expect(idsByName(registry.store()).get('B')).toBe(2);
  });
});
