/** One opened database file: its connection, the statements that every turn needs, and which files those were. */

import { rmSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type FileLook, isSameFile, lookAt } from './file-look.ts';
import { type FileOptions, makeMissingFile, openDatabaseFile, UnusableDatabase } from './sqlite-file.ts';

export type Connection = {
  readonly database: DatabaseSync;
  readonly begin: StatementSync;
  readonly commit: StatementSync;
  readonly dataVersion: StatementSync;
  /** Copies from the log into the file what nobody stands in the way of, and waits for nobody. */
  readonly checkpoint: StatementSync;
  /** The files as they were when it was opened. */
  readonly files: FileLook;
};

/** @throws UnusableDatabase */
export function openConnection(file: string, options: FileOptions): Connection {
  if (options.makesFile) makeMissingFile(file);
  const before = lookAt(file);
  const database = openDatabaseFile(file, options);
  try {
    const files = lookAt(file);
    if (!isSameFile(before, files)) {
      throw new UnusableDatabase(file, 'another file was put in its place while it was opened; try again');
    }
    const dataVersion = database.prepare('PRAGMA data_version');
    dataVersion.setReturnArrays(true);
    const checkpoint = database.prepare('PRAGMA wal_checkpoint(PASSIVE)');
    checkpoint.setReturnArrays(true);
    const [begin, commit] = [database.prepare('BEGIN'), database.prepare('COMMIT')];
    return { database, begin, commit, dataVersion, checkpoint, files };
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Leaves a path at which another file stands by now, or none. What is in the log goes into the file that is open,
 * wherever it is, and the files beside it leave the path: SQLite would take them for those of the other file, and spoil
 * it. Files that are not those of this connection stay. It can be read from as before.
 *
 * @throws UnusableDatabase
 */
export function detachPath(connection: Connection, file: string): void {
  try {
    connection.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    // The file that was taken away is damaged, or its disk is: nobody asked for it.
  }
  removeBeside(connection, file);
}

/**
 * Takes the log of this connection away from the path, for a file that nobody opens any more.
 *
 * @throws UnusableDatabase
 */
export function removeBeside({ files }: Connection, file: string): void {
  const now = lookAt(file);
  try {
    if (now.wal !== undefined && now.wal.id === files.wal?.id) rmSync(`${file}-wal`, { force: true });
    if (now.shm !== undefined && now.shm.id === files.shm?.id) rmSync(`${file}-shm`, { force: true });
  } catch (error) {
    const reason = 'the files beside it (-wal, -shm) are of the one before it, and cannot be removed by this account';
    throw new UnusableDatabase(file, reason, { cause: error });
  }
}
