/** The store of a registry in an SQLite file. */

import { performance as clock } from 'node:perf_hooks';
import type { StatementSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { DATA_TAGS, dataTags, tagsWithout } from './meta.ts';
import { type Connection, openFile, type WatchedFile } from './opened-file.ts';
import { type FileOptions, isBusy, UnusableDatabase } from './sqlite-file.ts';
import { REGISTRY_FORMAT } from './sqlite-schema.ts';
import type { Query, ReadTransaction, Row, Store, Value, WriteTransaction } from './store.ts';

export type SqliteStore = Store & {
  /**
   * Replaces the open file by another one (`replaceBy`) if `isComplete` returns true for the data after the last write.
   * Nobody can write until the other file is in place. Waits in turn. Returns whether the file was replaced.
   *
   * @throws UnusableDatabase
   */
  replaceInTurn(next: string, isComplete: (tx: ReadTransaction) => boolean): Promise<boolean>;
  /**
   * Moves the file to another path on the same disk, once `before` has read what it needs. Nobody can write meanwhile,
   * and afterwards only to the other path. Waits in turn. The file can still be read.
   *
   * @throws UnusableDatabase, also if there is a file at the other path, or something reads an older moment; what
   * `before` throws
   */
  moveInTurn(target: string, before: (tx: ReadTransaction) => Promise<void>): Promise<void>;
  /** The file, for the code that watches it. */
  readonly file: WatchedFile;
};

const DEFAULTS: FileOptions = { makesFile: true, busyTimeoutMs: 10_000, format: REGISTRY_FORMAT };
const RETRY_MS = 50;
/** Other readers need some milliseconds each. An export reads for long, and is not waited for. */
const COPY_TRIES = 20;
/** How long after deleted data could not be removed from the log this is tried again. */
const DROP_AGAIN_MS = 1000;
const { nodeTiming } = clock;

/** Returns how often the event loop has begun to wait for input. */
function loops(): number {
  return nodeTiming.uvMetricsInfo.loopCount;
}

/**
 * Opens the database file, and creates it and its folder if it is missing. Another process may replace the data while it
 * is open. The methods of the store also throw UnusableDatabase if the file itself is the reason.
 *
 * @throws UnusableDatabase if the file is no registry of this version or cannot be read
 */
export function openSqliteStore(path: string, options: Partial<FileOptions> = {}): SqliteStore {
  const fileOptions = { ...DEFAULTS, ...options };
  const { busyTimeoutMs } = fileOptions;
  let isInTurn = false;
  let inLoop = 0;
  let isHeld = false;
  let isWriting = false;
  let seenBy: Connection | undefined;
  let seenVersion: unknown;
  let generation = '';
  let versionName = '';
  let usersRevision = 0;
  let tags: readonly string[] = [''];
  let withheld: ReadonlySet<number> = new Set();
  let droppingLater: NodeJS.Timeout | undefined;
  const file = openFile({ path, options: fileOptions, endTurn });
  const { connection, guarded } = file;
  // One object of each kind serves all transactions, so that a request creates none; the types say when it may be used.
  const reading: ReadTransaction = {
    generation: () => generation,
    version: () => versionName,
    usersRevision: () => usersRevision,
    dataTag: () => tags[0] as string,
    comeFrom: (tag) => tags.includes(tag),
    isWithheld: (userId) => withheld.has(userId),
  };
  const writing: WriteTransaction = { ...reading, run, inserter };
  const storedNames = query<[string | null, string | null, string | null]>(`
    SELECT (SELECT value FROM meta WHERE key = 'generation'), (SELECT value FROM meta WHERE key = 'users-revision'),
           (SELECT value FROM meta WHERE key = '${DATA_TAGS}')
  `);

  function refreshGeneration(): void {
    const current = connection();
    const [version] = guarded(() => current.dataVersion.get()) as unknown as Row;
    if (version === seenVersion && current === seenBy) return;
    const [name, revision, written] = storedNames.first(reading) ?? [null, null, null];
    generation = `${name ?? ''}${file.opening()}`;
    usersRevision = Number(revision ?? 0);
    // A file of a release that wrote no tag has one from its first change on.
    tags = tagsWithout(dataTags(written ?? `${name}-${usersRevision}`, current.files), withheld);
    versionName = `${generation} ${tags[0]}`;
    seenVersion = version;
    seenBy = current;
  }

  // Taking the locks of the file costs more than most queries, so all queries of one turn of the event loop share them.
  function beginTurn(): void {
    guarded(() => connection().begin.run());
    isInTurn = true;
    inLoop = loops();
    setImmediate(endTurn);
    refreshGeneration();
  }

  function endTurn(): void {
    if (!isInTurn) return;
    isInTurn = false;
    endReading();
  }

  /** Ends a transaction that has only read. It throws nothing, because no caller waits for it. */
  function endReading(): void {
    try {
      connection().commit.run();
    } catch (error) {
      file.noteFault(error);
      rollBack();
    }
  }

  /** Rolls back after an error that is already reported. SQLite has rolled back by itself for some errors, such as a full disk. */
  function rollBack(): void {
    const { database } = connection();
    try {
      if (database.isOpen && database.isTransaction) database.exec('ROLLBACK');
    } catch (error) {
      file.noteFault(error);
    }
  }

  function read<T>(question: (tx: ReadTransaction) => T): T {
    // The immediate that ends the transaction of an immediate comes after the requests that have arrived since. These
    // would still see what somebody withdrew before they were sent.
    if (isInTurn && inLoop !== loops()) endTurn();
    if (!isInTurn && !isWriting && !isHeld) beginTurn();
    return question(reading);
  }

  function holdMoment(): ReadTransaction & Disposable {
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
    return { ...reading, [Symbol.dispose]: end };
  }

  function beginWriting(): void {
    if (isWriting) throw new Error('A change of the data is under way; another one has to wait for its end.');
    endTurn();
    file.refuseElsewhere();
    guarded(() => connection().database.exec('BEGIN IMMEDIATE'));
    isWriting = true;
  }

  function commitWriting(): void {
    file.refuseElsewhere();
    connection().database.exec('COMMIT');
  }

  function endWriting(): void {
    isWriting = false;
    seenVersion = undefined;
  }

  function write<T>(change: (tx: WriteTransaction) => T): T {
    beginWriting();
    try {
      return guarded(() => {
        const result = change(writing);
        commitWriting();
        return result;
      });
    } catch (error) {
      rollBack();
      throw error;
    } finally {
      endWriting();
    }
  }

  function replaceNow(next: string, isComplete: (tx: ReadTransaction) => boolean): boolean {
    beginWriting();
    try {
      const isDone = guarded(() => isComplete(reading));
      // The transaction ends when the connection to the replaced file is closed.
      if (isDone) file.replaceBy(next);
      else rollBack();
      return isDone;
    } catch (error) {
      rollBack();
      throw error;
    } finally {
      endWriting();
    }
  }

  /** Whether the whole log has been copied into the file; readers of an older moment prevent that, and others who copy it now. */
  function isLogCopied(): boolean {
    endTurn();
    const [, pages, copied] = guarded(() => connection().checkpoint.get()) as unknown as [number, number, number];
    return pages >= 0 && pages === copied;
  }

  /** Copies the log first, so that the file is whole without its log if the process is killed during the replacement. */
  async function replaceInTurn(next: string, isComplete: (tx: ReadTransaction) => boolean): Promise<boolean> {
    for (let time = 0; time < COPY_TRIES && !isLogCopied(); time++) await pause(RETRY_MS);
    return inTurn(() => replaceNow(next, isComplete));
  }

  /** Begins to write while the file is whole without its log: what is only there would not go along. @throws UnusableDatabase */
  async function beginWithoutLog(): Promise<void> {
    for (let time = 0; time < COPY_TRIES; time++) {
      if (withoutWaiting(isLogCopied)) {
        const version = dataVersion();
        await inTurn(beginWriting);
        if (dataVersion() === version) return;
        // Another process has written in between.
        rollBack();
        endWriting();
      }
      await pause(RETRY_MS);
    }
    const reason = 'another program is reading it, such as an export; try again after its end';
    throw new UnusableDatabase(path, reason);
  }

  function dataVersion(): unknown {
    const [version] = guarded(() => connection().dataVersion.get()) as unknown as Row;
    return version;
  }

  async function moveInTurn(target: string, before: (tx: ReadTransaction) => Promise<void>): Promise<void> {
    file.refuseTaken(target);
    await beginWithoutLog();
    try {
      await before(reading);
      guarded(() => file.moveTo(target));
    } finally {
      rollBack();
      endWriting();
    }
    file.detach();
  }

  async function inTurn<T>(work: () => T, mostMs = busyTimeoutMs): Promise<T> {
    const lastTry = performance.now() + mostMs;
    for (;;) {
      try {
        return withoutWaiting(work);
      } catch (error) {
        if (!isBusy(error) || performance.now() >= lastTry) throw error;
      }
      await pause(RETRY_MS);
    }
  }

  async function writeOverTime<T>(change: (tx: WriteTransaction) => Promise<T>): Promise<T> {
    await inTurn(beginWriting);
    try {
      const result = await change(writing);
      guarded(commitWriting);
      return result;
    } catch (error) {
      rollBack();
      return guarded(() => {
        throw error;
      });
    } finally {
      endWriting();
    }
  }

  /** Runs work without a busy timeout, because SQLite would block the whole process while it waits. */
  function withoutWaiting<T>(work: () => T): T {
    const { database } = connection();
    database.exec('PRAGMA busy_timeout = 0');
    try {
      return work();
    } finally {
      if (database.isOpen) database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    }
  }

  function dropDeleted(): void {
    clearTimeout(droppingLater);
    endTurn();
    let isEmpty = false;
    try {
      isEmpty = !isHeld && !isWriting && guarded(() => withoutWaiting(isLogEmptied));
    } catch {
      // The deletions are complete. An error of the file is noted, and the next reader gets it.
    }
    if (!isEmpty) droppingLater = setTimeout(dropDeleted, DROP_AGAIN_MS).unref();
  }

  /** Whether the log could be copied into the file and emptied, which anybody who reads or writes prevents. */
  function isLogEmptied(): boolean {
    const [isPrevented] = connection().emptying.get() as unknown as [number];
    return isPrevented === 0;
  }

  function query<R extends Row>(sql: string): Query<R> {
    return preparedQuery<R>({ sql, connection, guarded });
  }

  function withhold(userIds: ReadonlySet<number>): void {
    if (userIds.size === withheld.size && [...userIds].every((id) => withheld.has(id))) return;
    withheld = new Set(userIds);
    if (!isHeld) endTurn();
    seenVersion = undefined;
  }

  function run(sql: string, ...parameters: Value[]): { changes: number } {
    const { changes } = connection()
      .prepared(sql)
      .run(...parameters);
    return { changes: Number(changes) };
  }

  function inserter(sql: string): (...parameters: Value[]) => void {
    const statement = connection().database.prepare(sql);
    return (...parameters) => void statement.run(...parameters);
  }

  return {
    path,
    query,
    read,
    holdMoment,
    write,
    writeInTurn: (change, mostMs) => inTurn(() => write(change), mostMs),
    writeOverTime,
    replaceInTurn,
    moveInTurn,
    withhold,
    dropDeleted,
    file,
    [Symbol.dispose]() {
      clearTimeout(droppingLater);
      file[Symbol.dispose]();
    },
  };
}

type PreparedQueryOptions = {
  sql: string;
  /** Returns the connection that is open now. */
  connection(): Connection;
  /** Runs work on the file and handles its errors. */
  guarded<T>(work: () => T): T;
};

/** Prepares the query at its first use, and again whenever the file has been opened again: most of a registry's are used by few processes. */
function preparedQuery<R extends Row>({ sql, connection, guarded }: PreparedQueryOptions): Query<R> {
  let prepared: { on: Connection; statement: StatementSync } | undefined;

  function current(): StatementSync {
    const on = connection();
    if (prepared?.on !== on) prepared = { on, statement: prepare(on, sql) };
    return prepared.statement;
  }

  return {
    all: (_tx, ...parameters) => guarded(() => current().all(...parameters) as unknown as R[]),
    first: (_tx, ...parameters) => guarded(() => current().get(...parameters) as unknown as R | undefined),
    *each(_tx, ...parameters) {
      const rows = guarded(() => current().iterate(...parameters) as unknown as IterableIterator<R>);
      for (;;) {
        const { done, value } = guarded(() => rows.next());
        if (done) return;
        yield value;
      }
    },
  };
}

function prepare({ database }: Connection, sql: string): StatementSync {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  return statement;
}
