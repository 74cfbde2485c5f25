/** The database file of a registry: opened, recognised, and read one consistent moment at a time. */

import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { APPLICATION_ID, SCHEMA, SCHEMA_VERSION } from './sqlite-schema.ts';

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
  /** Runs `question` on one consistent moment of the data. May be nested. */
  read<T>(question: () => T): T;
  /** Runs `change` as one transaction: all of it or, if it throws, nothing. Waits for another writer. */
  write<T>(change: () => T): T;
  /** Names the data as the last import left it; what was made from another generation is out of date. */
  generation(): string;
};

const BUSY_TIMEOUT_MS = 10_000;

/**
 * Opens the database file, making it (and its folder) when it is not there. The data may be replaced by another
 * process while it is open.
 *
 * @throws Error with one sentence when the file is no registry of this version or cannot be read
 */
export function openSqliteStore(file: string): SqliteStore {
  const database = openDatabase(file);
  const begin = database.prepare('BEGIN');
  const commit = database.prepare('COMMIT');
  const dataVersion = database.prepare('PRAGMA data_version');
  dataVersion.setReturnArrays(true);
  const storedGeneration = toQuery<[string]>(database, "SELECT value FROM meta WHERE key = 'generation'");
  let depth = 0;
  let seenVersion: unknown;
  let generation = '';

  function refreshGeneration(): void {
    const [version] = dataVersion.get() as unknown as Row;
    if (version === seenVersion) return;
    seenVersion = version;
    generation = storedGeneration.first()?.[0] ?? '';
  }

  function read<T>(question: () => T): T {
    if (depth > 0) return question();
    begin.run();
    depth += 1;
    try {
      refreshGeneration();
      return question();
    } finally {
      depth -= 1;
      commit.run();
    }
  }

  function write<T>(change: () => T): T {
    database.exec('BEGIN IMMEDIATE');
    depth += 1;
    try {
      const result = change();
      database.exec('COMMIT');
      return result;
    } catch (error) {
      database.exec('ROLLBACK');
      throw error;
    } finally {
      depth -= 1;
      seenVersion = undefined;
    }
  }

  return {
    query: (sql) => toQuery(database, sql),
    run(sql, ...parameters) {
      return { changes: Number(database.prepare(sql).run(...parameters).changes) };
    },
    inserter(sql) {
      const statement = database.prepare(sql);
      return (...parameters) => void statement.run(...parameters);
    },
    read,
    write,
    generation: () => generation,
    [Symbol.dispose]: () => database.close(),
  };
}

function toQuery<R extends Row>(database: DatabaseSync, sql: string): Query<R> {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  return {
    all: (...parameters) => statement.all(...parameters) as unknown as R[],
    first: (...parameters) => statement.get(...parameters) as unknown as R | undefined,
    each: (...parameters) => statement.iterate(...parameters) as unknown as IterableIterator<R>,
  };
}

function openDatabase(file: string): DatabaseSync {
  try {
    mkdirSync(dirname(file), { recursive: true });
    const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
    try {
      prepareFile(database, file);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    if (error instanceof UnusableDatabase) throw error;
    throw new UnusableDatabase(file, (error as Error).message, { cause: error });
  }
}

/** The database file cannot be used as it is; the message says why and what to do. */
export class UnusableDatabase extends Error {
  override readonly name = 'UnusableDatabase';
  constructor(file: string, reason: string, options?: ErrorOptions) {
    super(`The database file ${file} cannot be used: ${reason}.`, options);
  }
}

function prepareFile(database: DatabaseSync, file: string): void {
  const applicationId = pragma(database, 'application_id');
  const version = pragma(database, 'user_version');
  if (applicationId === 0 && version === 0 && isEmpty(database)) {
    createTables(database);
    return;
  }
  if (applicationId !== APPLICATION_ID) throw new UnusableDatabase(file, 'it is not the database of a registry');
  if (version !== SCHEMA_VERSION) {
    const advice = 'export it with the version that wrote it and import that into a new file';
    throw new UnusableDatabase(file, `it has form ${version} and this version reads form ${SCHEMA_VERSION}; ${advice}`);
  }
  setPragmas(database);
}

function createTables(database: DatabaseSync): void {
  setPragmas(database);
  database.exec('BEGIN IMMEDIATE');
  // Two processes may start on a new file at once; the second finds the tables there.
  if (isEmpty(database)) {
    database.exec(SCHEMA);
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}`);
  }
  database.exec('COMMIT');
}

// WAL lets readers go on while an import writes; NORMAL is safe with it.
function setPragmas(database: DatabaseSync): void {
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA cache_size = -16384;
    PRAGMA temp_store = MEMORY;
  `);
}

function isEmpty(database: DatabaseSync): boolean {
  return database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
}

function pragma(database: DatabaseSync, name: string): number {
  return Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? { [name]: 0 })[0]);
}
