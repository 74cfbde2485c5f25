/** The data of a registry: read one consistent moment at a time, and changed as a whole or not at all. */

import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { type FileOptions, isBusy, nowUnusable, openDatabaseFile } from './sqlite-file.ts';

export type Row = readonly (string | number | null | Uint8Array)[];

/** A prepared statement that answers rows as arrays, columns in the order of the SELECT. */
export type Query<R extends Row> = {
  all(...parameters: SQLInputValue[]): R[];
  first(...parameters: SQLInputValue[]): R | undefined;
  each(...parameters: SQLInputValue[]): IterableIterator<R>;
};

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
};

const DEFAULTS: FileOptions = { makesFile: true, busyTimeoutMs: 10_000 };
const RETRY_MS = 50;

/**
 * Opens the database file, making it (and its folder) when it is not there. The data may be replaced by another
 * process while it is open. Its methods, too, throw UnusableDatabase when the file itself is the reason.
 *
 * @throws UnusableDatabase when the file is no registry of this version or cannot be read
 */
export function openSqliteStore(file: string, options: Partial<FileOptions> = {}): SqliteStore {
  const fileOptions = { ...DEFAULTS, ...options };
  const { busyTimeoutMs } = fileOptions;
  const database = openDatabaseFile(file, fileOptions);
  const begin = database.prepare('BEGIN');
  const commit = database.prepare('COMMIT');
  const dataVersion = database.prepare('PRAGMA data_version');
  dataVersion.setReturnArrays(true);
  const storedGeneration = query<[string]>("SELECT value FROM meta WHERE key = 'generation'");
  let isInTurn = false;
  let isHeld = false;
  let isWriting = false;
  let seenVersion: unknown;
  let generation = '';

  function refreshGeneration(): void {
    const [version] = dataVersion.get() as unknown as Row;
    if (version === seenVersion) return;
    seenVersion = version;
    generation = storedGeneration.first()?.[0] ?? '';
  }

  // Taking the file's locks costs more than most questions, so all questions of one turn of the event loop share them.
  function beginTurn(): void {
    begin.run();
    isInTurn = true;
    setImmediate(endTurn);
    refreshGeneration();
  }

  function endTurn(): void {
    if (!isInTurn) return;
    isInTurn = false;
    commit.run();
  }

  function read<T>(question: () => T): T {
    if (!isInTurn && !isWriting && !isHeld) beginTurn();
    return question();
  }

  function holdMoment(): Disposable {
    endTurn();
    begin.run();
    isHeld = true;
    refreshGeneration();
    return {
      [Symbol.dispose]() {
        isHeld = false;
        commit.run();
      },
    };
  }

  function write<T>(change: () => T): T {
    endTurn();
    nowUnusable(file, () => database.exec('BEGIN IMMEDIATE'));
    isWriting = true;
    try {
      return nowUnusable(file, () => {
        const result = change();
        database.exec('COMMIT');
        return result;
      });
    } catch (error) {
      // SQLite itself has taken everything back where, for example, the disk is full.
      if (database.isTransaction) database.exec('ROLLBACK');
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
    database.exec('PRAGMA busy_timeout = 0');
    try {
      return work();
    } finally {
      database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    }
  }

  function query<R extends Row>(sql: string): Query<R> {
    return toQuery(file, database.prepare(sql));
  }

  return {
    query,
    run(sql, ...parameters) {
      if (!isWriting) endTurn();
      return nowUnusable(file, () => ({ changes: Number(database.prepare(sql).run(...parameters).changes) }));
    },
    inserter(sql) {
      const statement = database.prepare(sql);
      return (...parameters) => void statement.run(...parameters);
    },
    read,
    holdMoment,
    write,
    writeInTurn,
    dropDeleted() {
      endTurn();
      withoutWaiting(() => database.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
    },
    generation: () => generation,
    [Symbol.dispose]() {
      endTurn();
      database.close();
    },
  };
}

function toQuery<R extends Row>(file: string, statement: StatementSync): Query<R> {
  statement.setReturnArrays(true);
  return {
    all: (...parameters) => nowUnusable(file, () => statement.all(...parameters) as unknown as R[]),
    first: (...parameters) => nowUnusable(file, () => statement.get(...parameters) as unknown as R | undefined),
    *each(...parameters) {
      const rows = nowUnusable(file, () => statement.iterate(...parameters) as unknown as IterableIterator<R>);
      for (;;) {
        const { done, value } = nowUnusable(file, () => rows.next());
        if (done) return;
        yield value;
      }
    },
  };
}
