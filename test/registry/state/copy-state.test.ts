/** The state as it goes from one file to another: nothing that belongs to the service stays behind. */

import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { copyState, STATE_TABLES } from '../../../src/registry/state/copy-state.ts';
import { openSqliteStore } from '../../../src/registry/store/sqlite-store.ts';
import { AUDIT_TABLES, STATE_FORMAT } from '../../../src/registry/store/state-schema.ts';
import type { Store } from '../../../src/registry/store/store.ts';
import { openTemporaryStore } from '../../support/registry/temporary-store.ts';

function rowsOf(store: Store, table: string): readonly (readonly unknown[])[] {
  return store.read((tx) => store.query<[number]>(`SELECT * FROM ${table}`).all(tx));
}

test('every table of the state but the audit log is copied, and the settings one by one', () => {
  using database = openTemporaryStore();
  using state = openSqliteStore(join(dirname(database.file), 'state.sqlite'), { format: STATE_FORMAT });
  const tables = state.read((tx) =>
    state
      .query<[string]>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
      .all(tx)
      .flat(),
  );
  expect(tables).toEqual([...STATE_TABLES, ...AUDIT_TABLES, 'meta'].toSorted());
});

test('what has a number that is taken gets another one, and nothing is overwritten', () => {
  using database = openTemporaryStore();
  const { store } = database;
  using state = openSqliteStore(join(dirname(database.file), 'state.sqlite'), { format: STATE_FORMAT });
  const times = "'2030-01-01T00:00:00.000Z', '2031-01-01T00:00:00.000Z'";
  const token = (id: number, hash: string, email: string) =>
    `INSERT INTO access_token (id, user_id, hash, created_at, expires_at, email) VALUES (${id}, 1, x'${hash}', ${times}, ${email})`;
  store.write((tx) => tx.run(token(1, 'aa', 'NULL')));
  state.write((tx) => {
    tx.run(token(1, 'bb', "'user.1@example.org'"));
    tx.run(token(2, 'aa', "'user.1@example.org'"));
    tx.run("INSERT INTO meta VALUES ('anonymous-id-key', 'key'), ('missing-people-confirmed-at', '2030-01-01')");
  });
  const copied = state.read((fromTx) => store.write((tx) => copyState({ from: state, fromTx, to: store, tx })));
  expect(copied).toMatchObject({ tokens: 1, requests: 0 });
  const hashes = rowsOf(store, 'access_token').map((row) =>
    row.map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value)),
  );
  expect(hashes.map(([id, , hash]) => [id, hash])).toEqual([
    [1, 'aa'],
    [2, 'bb'],
  ]);
  const settings = new Map(rowsOf(store, 'meta') as [string, string][]);
  expect([settings.get('anonymous-id-key'), settings.get('missing-people-confirmed-at')]).toEqual(['key', undefined]);
});
