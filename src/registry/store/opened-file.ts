/** The database file while it is open: what errors say of it, and how it is opened anew, or another one in its place. */

import { randomBytes } from 'node:crypto';
import { chmodSync, renameSync, statSync } from 'node:fs';
import { displacement, type FileLook, isSameFile, lookAt, withoutLinks } from './file-look.ts';
import { type Connection, detachPath, openConnection, removeBeside } from './sqlite-connection.ts';
import { type FileOptions, toUnusable, UnusableDatabase } from './sqlite-file.ts';

/** What watches over the file. */
export type WatchedFile = {
  /** Of the file that is open, without links. */
  path(): string;
  /** The files that are open. */
  files(): FileLook;
  /** Where the path that was given leads now, without links: elsewhere where a link on it was changed since. */
  pathNow(): string;
  /**
   * Why what is open cannot be relied on, in words that follow "cannot be used:". Undefined as long as nobody has met
   * an error of the file itself, or was given one, since it was opened.
   */
  fault(): string | undefined;
  distrust(reason: string): void;
  /** Leaves a path at which another file stands, or none; what is open is read from as before. @throws UnusableDatabase */
  detach(): void;
  /**
   * Puts a whole registry of this format in the place of what is open, with its permissions, and opens it.
   *
   * @throws UnusableDatabase where the path leads to something else by now, the error of the file system
   */
  replaceBy(next: string): void;
  /**
   * Opens what is at the path now in place of what is open; it counts as other data, whatever it holds. Not while a
   * moment is held.
   *
   * @throws UnusableDatabase, and what is open stays, unless it was the same file
   */
  reopen(): void;
};

type OpenedFile = WatchedFile &
  Disposable & {
    connection(): Connection;
    /**
     * Distinguishes data that have the same name in two files, or in one that was mended: empty for the first opening.
     */
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
    if (reason !== undefined) throw new UnusableDatabase(given, reason);
  }

  /** A file that only a link has left keeps its log. */
  function detach(): void {
    if (!isSameFile(connection.files, lookAt(path))) detachPath(connection, path);
  }

  function reopen(): void {
    endTurn();
    const next = pathNow();
    // Connections of one process to one file share what is known of the files beside it, which may be others by now.
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
        // SQLite may have ended the transaction by itself: what is asked next is asked in a new one.
        endTurn();
        throw error;
      }
    },
    noteFault(thrown) {
      const error = toUnusable(thrown, given);
      fault ??= error instanceof UnusableDatabase ? error.reason : `SQLite failed on it (${(error as Error).message})`;
    },
    refuseElsewhere,
    detach,
    replaceBy(next) {
      refuseElsewhere();
      chmodSync(next, statSync(path).mode);
      removeBeside(connection, path);
      renameSync(next, path);
      endTurn();
      openAt(path);
    },
    reopen,
    [Symbol.dispose]() {
      endTurn();
      detach();
      close(connection);
    },
  };
}
