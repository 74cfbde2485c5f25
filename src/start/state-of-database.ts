/** Reads the state of the service out of the database of `state.url`, into a file that is removed at the end. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore, type SqliteStore } from '../registry/store/sqlite-store.ts';
import { STATE_FORMAT } from '../registry/store/state-schema.ts';

type StateRead = Disposable & {
  store: SqliteStore;
  file: string;
};

/** @throws UnusableState, UnusableDatabase */
export async function stateOfDatabase(url: string): Promise<StateRead> {
  using resources = new DisposableStack();
  // Only this account may enter the folder.
  const folder = mkdtempSync(join(tmpdir(), 'isearch-proxy-state-'));
  resources.defer(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'state.sqlite');
  const store = resources.use(openSqliteStore(file, { format: STATE_FORMAT }));
  // The driver is loaded only here.
  const { readMysqlState } = await import('../registry/state/read-mysql-state.ts');
  await readMysqlState(url, store);
  const opened = resources.move();
  return { store, file, [Symbol.dispose]: () => opened.dispose() };
}
