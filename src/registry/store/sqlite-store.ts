/** The store of a registry in an SQLite file. */

import type { StatementSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { DATA_TAGS, dataTags } from './data-tag.ts';
import { openFile, type WatchedFile } from './opened-file.ts';
import type { Connection } from './sqlite-connection.ts';
import { type FileOptions, isBusy } from './sqlite-file.ts';
import { REGISTRY_FORMAT } from './sqlite-schema.ts';
import type { Query, ReadTransaction, Row, Store, Value, WriteTransaction } from './store.ts';

export type SqliteStore = Store & {
  /**
   * Puts another file in the place of the one that is open (`replaceBy`), where `isComplete` answers so of the data as the
   * last writer left them; nobody writes until the other file is there. Waits in turn. Answers whether it was done.
   *
   * @throws UnusableDatabase
   */
  replaceInTurn(next: string, isComplete: (tx: ReadTransaction) => boolean): Promise<boolean>;
  /** For who watches over it. */
  readonly file: WatchedFile;
};

const DEFAULTS: FileOptions = { makesFile: true, busyTimeoutMs: 10_000, format: REGISTRY_FORMAT };
const RETRY_MS = 50;
/** Others read for some milliseconds each; an export, which reads for long, is not waited for. */
const COPY_TRIES = 20;

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
  let usersRevision = 0;
  let tags: readonly string[] = [''];
  const file = openFile({ path, options: fileOptions, endTurn });
  const { connection, guarded } = file;
  // One of each for all moments, so that a request makes none: their types say what may be called when.
  const reading: ReadTransaction = {
    generation: () => generation,
    usersRevision: () => usersRevision,
    dataTag: () => tags[0] as string,
    comeFrom: (tag) => tags.includes(tag),
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
    // A file from before there was such a name has it from its first change on.
    tags = dataTags(written ?? `${name}-${usersRevision}`, current.files);
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

  /**
   * What led to it is reported already; SQLite itself has taken everything back where, for example, the disk is full.
   */
  function rollBack(): void {
    const { database } = connection();
    try {
      if (database.isOpen && database.isTransaction) database.exec('ROLLBACK');
    } catch (error) {
      file.noteFault(error);
    }
  }

  function read<T>(question: (tx: ReadTransaction) => T): T {
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
      // The transaction ends with the connection to the file that is left.
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

  /** Whether all that is in the log is in the file as well by now; those who read an older moment stand in the way. */
  function isLogCopied(): boolean {
    endTurn();
    const [, pages, copied] = guarded(() => connection().checkpoint.get()) as unknown as [number, number, number];
    return pages === copied;
  }

  /** Who is killed with the log gone and the other file not there yet leaves a file that is whole without it. */
  async function replaceInTurn(next: string, isComplete: (tx: ReadTransaction) => boolean): Promise<boolean> {
    for (let time = 0; time < COPY_TRIES && !isLogCopied(); time++) await pause(RETRY_MS);
    return inTurn(() => replaceNow(next, isComplete));
  }

  async function inTurn<T>(work: () => T): Promise<T> {
    const lastTry = performance.now() + busyTimeoutMs;
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

  /** SQLite waits for others with the whole program. */
  function withoutWaiting<T>(work: () => T): T {
    const { database } = connection();
    database.exec('PRAGMA busy_timeout = 0');
    try {
      return work();
    } finally {
      if (database.isOpen) database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    }
  }

  function query<R extends Row>(sql: string): Query<R> {
    return preparedQuery<R>({ sql, connection, guarded });
  }

  function run(sql: string, ...parameters: Value[]): { changes: number } {
    const { changes } = connection()
      .database.prepare(sql)
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
    writeInTurn: (change) => inTurn(() => write(change)),
    writeOverTime,
    replaceInTurn,
    dropDeleted() {
      endTurn();
      guarded(() => withoutWaiting(() => connection().database.exec('PRAGMA wal_checkpoint(TRUNCATE)')));
    },
    file,
    [Symbol.dispose]: file[Symbol.dispose],
  };
}

type PreparedQueryOptions = {
  sql: string;
  /** The one that is open now. */
  connection(): Connection;
  /** Runs work on the file, and sees to what it throws. */
  guarded<T>(work: () => T): T;
};

/** Prepares the question, and once more whenever the file has been opened anew. */
function preparedQuery<R extends Row>({ sql, connection, guarded }: PreparedQueryOptions): Query<R> {
  let preparedOn = connection();
  let statement = guarded(() => prepare(preparedOn, sql));

  function current(): StatementSync {
    if (preparedOn !== connection()) {
      statement = prepare(connection(), sql);
      preparedOn = connection();
    }
    return statement;
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
