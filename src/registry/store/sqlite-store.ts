/** The data of a registry: read one consistent moment at a time, and changed as a whole or not at all. */

import type { SQLInputValue } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { openFile, type WatchedFile } from './opened-file.ts';
import type { Connection } from './sqlite-connection.ts';
import { type FileOptions, isBusy } from './sqlite-file.ts';
import { preparedQuery, type Query, type Row } from './sqlite-query.ts';

export type SqliteStore = Disposable & {
  query<R extends Row>(sql: string): Query<R>;
  run(sql: string, ...parameters: SQLInputValue[]): { changes: number };
  /** A statement for many rows. */
  inserter(sql: string): (...parameters: SQLInputValue[]) => void;
  /**
   * Runs `question` on one consistent moment of the data, which lasts for this turn of the event loop. May be nested.
   */
  read<T>(question: () => T): T;
  /** Holds one consistent moment of the data over many turns, until it is disposed. One at a time. */
  holdMoment(): Disposable;
  /** Runs `change` as one transaction: all of it or, if it throws, nothing. Waits for another writer. */
  write<T>(change: () => T): T;
  /** As `write`, but other work goes on while another writer is waited for. */
  writeInTurn<T>(change: () => T): Promise<T>;
  /**
   * Takes what was deleted out of the log beside the file (`-wal`) too. Where another process reads or writes at this
   * moment it stays there until this is called again, or the file is closed.
   */
  dropDeleted(): void;
  /** Names the data as the last import left it; what was made from another generation is out of date. */
  generation(): string;
  /** For who watches over it. */
  readonly file: WatchedFile;
};

const DEFAULTS: FileOptions = { makesFile: true, busyTimeoutMs: 10_000 };
const RETRY_MS = 50;

/**
 * Opens the database file, making it (and its folder) when it is not there. The data may be replaced by another
 * process while it is open. Its methods, too, throw UnusableDatabase when the file itself is the reason.
 *
 * @throws UnusableDatabase when the file is no registry of this version or cannot be read
 */
export function openSqliteStore(path: string, options: Partial<FileOptions> = {}): SqliteStore {
  const fileOptions = { ...DEFAULTS, ...options };
  const { busyTimeoutMs } = fileOptions;
  let isInTurn = false;
  let isHeld = false;
  let isWriting = false;
  let seenBy: Connection | undefined;
  let seenVersion: unknown;
  let generation = '';
  const file = openFile({ path, options: fileOptions, endTurn });
  const { connection, guarded } = file;
  const storedGeneration = query<[string]>("SELECT value FROM meta WHERE key = 'generation'");

  function refreshGeneration(): void {
    const current = connection();
    const [version] = guarded(() => current.dataVersion.get()) as unknown as Row;
    if (version === seenVersion && current === seenBy) return;
    generation = `${storedGeneration.first()?.[0] ?? ''}${file.opening()}`;
    seenVersion = version;
    seenBy = current;
  }

  // Taking the file's locks costs more than most questions, so all questions of one turn of the event loop share them.
  function beginTurn(): void {
    guarded(() => connection().begin.run());
    isInTurn = true;
    setImmediate(endTurn);
    refreshGeneration();
  }

  function endTurn(): void {
    if (!isInTurn) return;
    isInTurn = false;
    endReading();
  }

  /** Ends a transaction that has only read. Nobody waits for it, so nobody is thrown at. */
  function endReading(): void {
    try {
      connection().commit.run();
    } catch (error) {
      file.noteFault(error);
      rollBack();
    }
  }

  /** What led to it is told already; SQLite itself has taken everything back where, for example, the disk is full. */
  function rollBack(): void {
    const { database } = connection();
    try {
      if (database.isOpen && database.isTransaction) database.exec('ROLLBACK');
    } catch (error) {
      file.noteFault(error);
    }
  }

  function read<T>(question: () => T): T {
    if (!isInTurn && !isWriting && !isHeld) beginTurn();
    return question();
  }

  function holdMoment(): Disposable {
    endTurn();
    guarded(() => connection().begin.run());
    isHeld = true;
    const end = () => {
      isHeld = false;
      endReading();
    };
    try {
      refreshGeneration();
    } catch (error) {
      end();
      throw error;
    }
    return { [Symbol.dispose]: end };
  }

  function write<T>(change: () => T): T {
    endTurn();
    file.refuseElsewhere();
    guarded(() => connection().database.exec('BEGIN IMMEDIATE'));
    isWriting = true;
    try {
      return guarded(() => {
        const result = change();
        file.refuseElsewhere();
        connection().database.exec('COMMIT');
        return result;
      });
    } catch (error) {
      rollBack();
      throw error;
    } finally {
      isWriting = false;
      seenVersion = undefined;
    }
  }

  async function writeInTurn<T>(change: () => T): Promise<T> {
    const lastTry = performance.now() + busyTimeoutMs;
    for (;;) {
      try {
        return withoutWaiting(() => write(change));
      } catch (error) {
        if (!isBusy(error) || performance.now() >= lastTry) throw error;
      }
      await pause(RETRY_MS);
    }
  }

  /** SQLite waits for others with the whole program. */
  function withoutWaiting<T>(work: () => T): T {
    const { database } = connection();
    database.exec('PRAGMA busy_timeout = 0');
    try {
      return work();
    } finally {
      database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    }
  }

  function query<R extends Row>(sql: string): Query<R> {
    return preparedQuery<R>({ sql, connection, guarded });
  }

  return {
    query,
    run(sql, ...parameters) {
      if (!isWriting) {
        endTurn();
        file.refuseElsewhere();
      }
      return guarded(() => ({
        changes: Number(
          connection()
            .database.prepare(sql)
            .run(...parameters).changes,
        ),
      }));
    },
    inserter(sql) {
      const statement = connection().database.prepare(sql);
      return (...parameters) => void statement.run(...parameters);
    },
    read,
    holdMoment,
    write,
    writeInTurn,
    dropDeleted() {
      endTurn();
      guarded(() => withoutWaiting(() => connection().database.exec('PRAGMA wal_checkpoint(TRUNCATE)')));
    },
    generation: () => generation,
    file,
    [Symbol.dispose]: file[Symbol.dispose],
  };
}
