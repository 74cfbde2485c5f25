/** The open database file: notes its errors, opens it again, or opens another file in its place. */

import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { displacement, type FileLook, isSameFile, lookAt, withoutLinks } from './file-look.ts';
import { type FileOptions, makeMissingFile, openDatabaseFile, toUnusable, UnusableDatabase } from './sqlite-file.ts';

export type Connection = {
  readonly database: DatabaseSync;
  readonly begin: StatementSync;
  readonly commit: StatementSync;
  readonly dataVersion: StatementSync;
  /** Copies the pages of the log that no reader still needs into the file, without waiting. */
  readonly checkpoint: StatementSync;
  /** The same, and empties the log if nobody needs it. */
  readonly emptying: StatementSync;
  /** Returns the statement, which the connection prepares once. @param sql one of few, as it contains no value */
  prepared(sql: string): StatementSync;
  /** The files as they were when the connection was opened. */
  readonly files: FileLook;
};

/** Between two files that a process puts in the place lie seconds; opening one takes milliseconds. */
const MOST_TRIES = 5;

/**
 * Opens a connection to the file. If another process replaces the file meanwhile, it opens the new one. This happens in
 * a registry that follows a database: its processes start while the first of them reads the database.
 *
 * @throws UnusableDatabase
 */
function openConnection(file: string, options: FileOptions): Connection {
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
    return { database, begin, commit, dataVersion, checkpoint, emptying, prepared: preparedOnce(database), files };
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Gives up a path that has another file or none by now. It copies the log into the open file, wherever that is. It
 * removes the files of this connection beside the path, because SQLite would use them for the other file and damage it.
 * Files of other connections stay. The open file can still be read.
 *
 * @throws UnusableDatabase
 */
function detachPath(connection: Connection, file: string): void {
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
function removeBeside({ files }: Connection, file: string): void {
  const now = lookAt(file);
  try {
    if (now.wal !== undefined && now.wal.id === files.wal?.id) rmSync(`${file}-wal`, { force: true });
    if (now.shm !== undefined && now.shm.id === files.shm?.id) rmSync(`${file}-shm`, { force: true });
  } catch (error) {
    const reason =
      'the files beside it (-wal, -shm) belong to the file before it, and this account may not remove them';
    throw new UnusableDatabase(file, reason, { cause: error });
  }
}

/** The database file, as the code that watches it sees it. */
export type WatchedFile = {
  /** Returns the path of the open file, without symbolic links. */
  path(): string;
  /** Returns the files that are open. */
  files(): FileLook;
  /** Returns the given path with its links resolved now; another path than before if a link was changed. */
  pathNow(): string;
  /**
   * Returns why the open file may be damaged, in words after "cannot be used:". Undefined if no error of the file
   * itself occurred since it was opened.
   */
  fault(): string | undefined;
  distrust(reason: string): void;
  /** Gives up a path that has another file or none; the open file can still be read. @throws UnusableDatabase */
  detach(): void;
  /**
   * Replaces the open file by another whole registry of this format, gives it the same permissions, and opens it.
   *
   * @throws UnusableDatabase if the path now leads to another file, the error of the file system
   */
  replaceBy(next: string): void;
  /**
   * Moves the open file to another path on the same disk. The files beside it stay until it is detached.
   *
   * @throws UnusableDatabase if the path leads to another file now, or if there is a file at the other path; the error
   * of the file system
   */
  moveTo(target: string): void;
  /**
   * Opens the file that is at the path now instead of the open one; its data count as new, whatever they are. Not to be
   * called while a moment is held.
   *
   * @throws UnusableDatabase; then the file that was open stays open, unless it was the same file
   */
  reopen(): void;
};

type OpenedFile = WatchedFile &
  Disposable & {
    connection(): Connection;
    /** Returns a text that distinguishes data with the same tag in two files or in a repaired one; empty for the first opening. */
    opening(): string;
    /** Runs work on the file and notes its errors. @throws UnusableDatabase for errors of the file */
    guarded<T>(work: () => T): T;
    noteFault(error: unknown): void;
    /** @throws UnusableDatabase if the path now leads to another file, because writes to the open one would be lost */
    refuseElsewhere(): void;
    /** @throws UnusableDatabase if there is a file at a path to which this one is to be moved */
    refuseTaken(target: string): void;
  };

type OpenFileOptions = {
  path: string;
  options: FileOptions;
  /** Ends the transaction of this turn, after an error and before another file is opened. */
  endTurn(): void;
};

/** Opens the database file. @throws UnusableDatabase */
export function openFile({ path: given, options, endTurn }: OpenFileOptions): OpenedFile {
  let path = withoutLinks(given);
  let connection = openConnection(path, options);
  let fault: string | undefined;
  let opening = '';

  function close({ database }: Connection): void {
    if (database.isOpen) database.close();
  }

  const pathNow = () => withoutLinks(given);

  function refuseElsewhere(): void {
    const reason = displacement(connection.files, lookAt(pathNow()));
    if (reason !== undefined) throw new UnusableDatabase(given, reason, { isReplaced: true });
  }

  function refuseTaken(target: string): void {
    if (!existsSync(target)) return;
    throw new UnusableDatabase(given, `it cannot be moved to ${target}, because there is a file already`);
  }

  /** Detaches from the path only if the file has been replaced; if only a link was changed, the log stays. */
  function detach(): void {
    if (!isSameFile(connection.files, lookAt(path))) detachPath(connection, path);
  }

  function reopen(): void {
    endTurn();
    const next = pathNow();
    // Connections of one process to one file share what they know of the files beside it, which may have been replaced.
    if (isSameFile(connection.files, lookAt(next))) close(connection);
    else detach();
    openAt(next);
  }

  function openAt(next: string): void {
    const old = connection;
    connection = openConnection(next, { ...options, makesFile: false });
    path = next;
    close(old);
    opening = `-${randomBytes(4).toString('hex')}`;
    fault = undefined;
  }

  return {
    path: () => path,
    connection: () => connection,
    opening: () => opening,
    files: () => connection.files,
    pathNow,
    fault: () => fault,
    distrust(reason) {
      fault = reason;
    },
    guarded(work) {
      try {
        return work();
      } catch (thrown) {
        const error = toUnusable(thrown, given);
        if (error instanceof UnusableDatabase && error.isFault) fault ??= error.reason;
        // SQLite may have rolled back the transaction by itself, so the next query begins a new one.
        endTurn();
        throw error;
      }
    },
    noteFault(thrown) {
      const error = toUnusable(thrown, given);
      fault ??= error instanceof UnusableDatabase ? error.reason : `SQLite failed on it (${(error as Error).message})`;
    },
    refuseElsewhere,
    refuseTaken,
    detach,
    replaceBy(next) {
      refuseElsewhere();
      chmodSync(next, statSync(path).mode);
      removeBeside(connection, path);
      renameSync(next, path);
      endTurn();
      openAt(path);
    },
    moveTo(target) {
      refuseElsewhere();
      refuseTaken(target);
      renameSync(path, target);
    },
    reopen,
    [Symbol.dispose]() {
      endTurn();
      detach();
      close(connection);
    },
  };
}

/** A list in a statement makes one for each length, so there might be many. */
const MOST_PREPARED = 200;

function preparedOnce(database: DatabaseSync): (sql: string) => StatementSync {
  const statements = new Map<string, StatementSync>();
  return (sql) => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    if (statements.size >= MOST_PREPARED) statements.clear();
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
}
