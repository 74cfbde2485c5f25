/** The open database file: notes its errors, opens it again, or opens another file in its place. */

import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, renameSync, statSync } from 'node:fs';
import { displacement, type FileLook, isSameFile, lookAt, withoutLinks } from './file-look.ts';
import { type Connection, detachPath, openConnection, removeBeside } from './sqlite-connection.ts';
import { type FileOptions, toUnusable, UnusableDatabase } from './sqlite-file.ts';

/** The database file, as the code that watches it sees it. */
export type WatchedFile = {
  /** Returns the path of the open file, without symbolic links. */
  path(): string;
  /** Returns the files that are open. */
  files(): FileLook;
  /** Returns the given path with its links resolved now; another path than before if a link was changed. */
  pathNow(): string;
  /**
   * Returns why the open file cannot be relied on, in words that follow "cannot be used:"; undefined if no error of the
   * file itself was met or noted since it was opened.
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
   * Moves the open file to another path on the same disk; the files beside it stay until it is detached.
   *
   * @throws UnusableDatabase if the path now leads to another file, or the other path to one; the error of the file system
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
