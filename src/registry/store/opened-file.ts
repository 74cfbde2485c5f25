/** The database file while it is open: what errors say of it, and how it is opened anew, or another one in its place. */

import { randomBytes } from 'node:crypto';
import { displacement, type FileLook, isSameFile, lookAt } from './file-look.ts';
import { type Connection, leavePath, openConnection } from './sqlite-connection.ts';
import { type FileOptions, toUnusable, UnusableDatabase } from './sqlite-file.ts';

/** What watches over the file. */
export type WatchedFile = {
  readonly path: string;
  /** The files that are open. */
  files(): FileLook;
  /**
   * Why what is open cannot be relied on, in words that follow "cannot be used:". Undefined as long as nobody has met
   * an error of the file itself, or told one, since it was opened.
   */
  fault(): string | undefined;
  distrust(reason: string): void;
  /** Leaves a path at which another file stands, or none; what is open is read from as before. @throws UnusableDatabase */
  leave(): void;
  /**
   * Opens what is at the path now in place of what is open; it counts as other data, whatever it holds. Not while a
   * moment is held.
   *
   * @throws UnusableDatabase, and what is open stays, unless it was the same file
   */
  reopen(): void;
};

export type OpenedFile = WatchedFile &
  Disposable & {
    connection(): Connection;
    /** Tells data apart that have the same name in two files, or in one that was mended: empty for the first opening. */
    opening(): string;
    /** Runs work on the file. @throws UnusableDatabase for errors of the file, which are noted */
    guarded<T>(work: () => T): T;
    noteFault(error: unknown): void;
    /** @throws UnusableDatabase where the path leads to something else by now: what is written there would be lost */
    refuseElsewhere(): void;
  };

type OpenFileOptions = {
  path: string;
  options: FileOptions;
  /** Ends what is under way on the connection, after an error and before another one is opened. */
  endTurn(): void;
};

/** @throws UnusableDatabase */
export function openFile({ path, options, endTurn }: OpenFileOptions): OpenedFile {
  let connection = openConnection(path, options);
  let fault: string | undefined;
  let opening = '';

  function close({ database }: Connection): void {
    if (database.isOpen) database.close();
  }

  return {
    path,
    connection: () => connection,
    opening: () => opening,
    files: () => connection.files,
    fault: () => fault,
    distrust(reason) {
      fault = reason;
    },
    guarded(work) {
      try {
        return work();
      } catch (thrown) {
        const error = toUnusable(thrown, path);
        if (error instanceof UnusableDatabase && error.isFault) fault ??= error.reason;
        // SQLite may have ended the transaction by itself: what is asked next is asked in a new one.
        endTurn();
        throw error;
      }
    },
    noteFault(thrown) {
      const error = toUnusable(thrown, path);
      fault ??= error instanceof UnusableDatabase ? error.reason : `SQLite failed on it (${(error as Error).message})`;
    },
    refuseElsewhere() {
      const reason = displacement(connection.files, lookAt(path));
      if (reason !== undefined) throw new UnusableDatabase(path, reason);
    },
    leave: () => leavePath(connection, path),
    reopen() {
      endTurn();
      const old = connection;
      // Connections of one process to one file share what is known of the files beside it, which may be others by now.
      if (isSameFile(old.files, lookAt(path))) close(old);
      else leavePath(old, path);
      connection = openConnection(path, { ...options, makesFile: false });
      close(old);
      opening = `-${randomBytes(4).toString('hex')}`;
      fault = undefined;
    },
    [Symbol.dispose]() {
      endTurn();
      if (!isSameFile(connection.files, lookAt(path))) leavePath(connection, path);
      close(connection);
    },
  };
}
