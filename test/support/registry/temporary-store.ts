/** A database file of its own, for as long as a test needs it. */

import { copyFileSync, existsSync, mkdtempDisposableSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Snapshot } from '../../../src/domain/record/snapshot.ts';
import { presentSnapshot } from '../../../src/domain/record/snapshot-versions.ts';
import { exportSnapshot } from '../../../src/registry/import/snapshot-export.ts';
import { importSnapshot } from '../../../src/registry/import/snapshot-import.ts';
import { openSqliteStore, type SqliteStore } from '../../../src/registry/store/sqlite-store.ts';
import type { Store } from '../../../src/registry/store/store.ts';

export type TemporaryStore = Disposable & {
  store: SqliteStore;
  file: string;
  /** Opens the same file once more, as another process would. */
  openAgain(options?: Parameters<typeof openSqliteStore>[1]): SqliteStore;
};

const folderOfBlank = mkdtempDisposableSync(join(tmpdir(), 'blank-store-'));
process.once('exit', () => folderOfBlank.remove());
const blank = join(folderOfBlank.path, 'registry.sqlite');

/** Its tables are made once in this process and then copied: to make them takes longer than most tests. */
export function openTemporaryStore(snapshot?: Snapshot): TemporaryStore {
  const resources = new DisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'store-'));
  resources.defer(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'registry.sqlite');
  if (!existsSync(blank)) openSqliteStore(blank)[Symbol.dispose]();
  copyFileSync(blank, file);
  const openAgain = (options = {}) => resources.use(openSqliteStore(file, options));
  const store = openAgain();
  if (snapshot !== undefined) importInto(store, snapshot);
  return { store, file, openAgain, [Symbol.dispose]: () => resources.dispose() };
}

export function importInto(store: Store, snapshot: Snapshot, now = new Date()): void {
  importSnapshot({ store, snapshot: presentSnapshot(snapshot), now, onProgress: () => {} });
}

export function exportedText(store: Store): string {
  return [...exportSnapshot(store)].join('');
}

export function exported(store: Store): Snapshot {
  return JSON.parse(exportedText(store)) as Snapshot;
}
