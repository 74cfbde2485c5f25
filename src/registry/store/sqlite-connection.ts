/** An open database file: its connection, the statements that every turn needs, and the files that were opened. */

import { rmSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type FileLook, isSameFile, lookAt } from './file-look.ts';
import { type FileOptions, makeMissingFile, openDatabaseFile, UnusableDatabase } from './sqlite-file.ts';

export type Connection = {
  readonly database: DatabaseSync;
  readonly begin: StatementSync;
  readonly commit: StatementSync;
  readonly dataVersion: StatementSync;
  /** Copies the pages of the log that no reader still needs into the file, without waiting. */
  readonly checkpoint: StatementSync;
  /** The same, and empties the log if nobody needs it. */
  readonly emptying: StatementSync;
  /** The files as they were when the connection was opened. */
  readonly files: FileLook;
};

/** Between two files that a process puts in the place lie seconds; opening one takes milliseconds. */
const MOST_TRIES = 5;

/**
 * Opens a connection to the file. If another process puts another file in its place meanwhile, that one is opened instead: the
 * processes of a registry that follows a database start while the first of them reads it.
 *
 * @throws UnusableDatabase
 */
export function openConnection(file: string, options: FileOptions): Connection {
  for (let tries = 1; ; tries++) {
    if (options.makesFile) makeMissingFile(file);
    const before = lookAt(file);
    try {
      return openUnreplaced(file, before, options);
    } catch (error) {
      if (tries === MOST_TRIES || isSameFile(before, lookAt(file))) throw error;
    }
  }
}

/** @throws UnusableDatabase also if it is another file than before by now */
function openUnreplaced(file: string, before: FileLook, options: FileOptions): Connection {
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
    const emptying = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)');
    emptying.setReturnArrays(true);
    const [begin, commit] = [database.prepare('BEGIN'), database.prepare('COMMIT')];
    return { database, begin, commit, dataVersion, checkpoint, emptying, files };
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Gives up a path that has another file or none by now. The log is copied into the open file, wherever that is, and the
 * files of this connection beside the path are removed, because SQLite would take them for those of the other file and
 * damage it. Files of other connections stay. The open file can still be read.
 *
 * @throws UnusableDatabase
 */
export function detachPath(connection: Connection, file: string): void {
  try {
    connection.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    // The file that was moved away is damaged, or its disk is; no caller needs it any more.
  }
  removeBeside(connection, file);
}

/**
 * Removes the log of this connection from the path; the file that it belongs to is not opened again.
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
