/** Database files that hold a snapshot, each of its own: a copy of one that was filled before in this process. */

import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempDisposableSync } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileInput, importSnapshotFrom } from '../../../src/files/snapshot-file.ts';
import { openSqliteStore } from '../../../src/registry/store/sqlite-store.ts';

/** Files that are filled already, by the text of their snapshot. */
const filled = new Map<string, Promise<string>>();
const folderOfFilled = mkdtempDisposableSync(join(tmpdir(), 'registries-'));
process.once('exit', () => folderOfFilled.remove());

/** A file is filled once and then copied: reading, checking and importing cost more than all the rest of a small registry. */
export async function fillDatabase(database: string, snapshotFile: string): Promise<void> {
  if (existsSync(database)) return;
  const key = createHash('sha256')
    .update(await readFile(snapshotFile))
    .digest('hex');
  const file = filled.get(key) ?? importedFile(snapshotFile, join(folderOfFilled.path, key));
  filled.set(key, file);
  await copyFile(await file, database);
  using copy = new DatabaseSync(database);
  copy.prepare("UPDATE meta SET value = ? WHERE key = 'generation'").run(randomBytes(8).toString('hex'));
}

async function importedFile(snapshotFile: string, file: string): Promise<string> {
  using store = openSqliteStore(file);
  await importSnapshotFrom(fileInput(snapshotFile), store, () => {});
  return file;
}
