/** Creates, recognises and opens the database file of a registry, and words every reason why it cannot be used. */

import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { insteadOfFile } from '../../domain/problem.ts';
import { DISK_FULL, diskProblem, diskProblemOf } from './disk-problem.ts';
import { actingObject, dropMeasurements, type FileFormat, foreignObject } from './file-format.ts';
import { BESIDE, makeOwnFile, makeOwnFolder } from './file-permissions.ts';

export type FileOptions = {
  /** Whether a missing file is created, with its folder. */
  makesFile: boolean;
  /** How long to wait for another writer, in milliseconds. */
  busyTimeoutMs: number;
  format: FileFormat;
  /** Whether the file may be opened read-only if its disk is full or read-only. */
  mayOnlyRead?: boolean;
  /** Whether a file of an older format is read without a migration. */
  keepsFormat?: boolean;
  /** Refuses a file by what it holds, before anything in it is changed. @throws UnusableDatabase */
  refuses?: ((database: DatabaseSync, file: string) => void) | undefined;
};

type UnusableOptions = ErrorOptions & {
  isOfOtherFormat?: boolean;
  isTamperedWith?: boolean;
  isReplaced?: boolean;
  /** A further sentence for the operator alone. */
  more?: string;
};

/** Thrown if the database file cannot be used. The message says why, and what to do. */
export class UnusableDatabase extends Error {
  override readonly name = 'UnusableDatabase';
  /** A sentence part whose subject "it" is the file; it holds no path, except that of the folder when the folder is the reason. */
  readonly reason: string;
  /** Whether the file itself is at fault, and not another user of it or a full disk. */
  readonly isFault: boolean;
  /** The path of the file, if another version of this program wrote it. */
  readonly fileOfOtherFormat: string | undefined;
  /** Whether the file has an object that no version of this program creates, or lacks one. */
  readonly isTamperedWith: boolean;
  /** Whether another file, or none, is in the place of the open one. */
  readonly isReplaced: boolean;

  constructor(file: string, reason: string, options: UnusableOptions = {}) {
    const { more } = options;
    super(`The database file ${file} cannot be used: ${reason}.${more === undefined ? '' : ` ${more}`}`, options);
    this.reason = reason;
    this.isFault = FAULTS.has(primaryCode(options.cause));
    this.fileOfOtherFormat = options.isOfOtherFormat ? file : undefined;
    this.isTamperedWith = options.isTamperedWith === true;
    this.isReplaced = options.isReplaced === true;
  }
}

/**
 * Opens the file. A file of another program or of an unknown format is not changed.
 *
 * @throws UnusableDatabase
 */
export function openDatabaseFile(file: string, options: FileOptions) {
  const { makesFile, busyTimeoutMs, mayOnlyRead } = options;
  if (!makesFile && !existsSync(file)) {
    throw new UnusableDatabase(file, 'there is no such file yet; import a snapshot or start the registry to make it');
  }
  refuseNoFile(file);
  refuseStump(file);
  return nowUnusable(file, () => {
    const database = connect(file, { timeout: busyTimeoutMs });
    try {
      prepareFile(database, file, options);
      return database;
    } catch (error) {
      database.close();
      if (mayOnlyRead && isOfDisk(error) && diskProblem(file) !== undefined) return openToRead(file, options);
      throw error;
    }
  });
}

const HEADER_BYTES = 100;

/** Refuses a file that ends within the header, which SQLite would treat as a new one. @throws UnusableDatabase */
function refuseStump(file: string): void {
  const bytes = statSync(file).size;
  if (bytes === 0 || bytes >= HEADER_BYTES) return;
  const size = bytes === 1 ? '1 byte' : `${bytes} bytes`;
  throw new UnusableDatabase(file, `${REASONS[NO_DATABASE]}, but has ${size}; ${PUT_ANOTHER}`, {
    isTamperedWith: true,
  });
}

/** Opens a file on a disk on which nothing can be written beside it. */
function openToRead(file: string, { format, keepsFormat, refuses }: FileOptions): DatabaseSync {
  const hasLog = (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  const database = hasLog ? openWithLog(file) : openAlone(file);
  try {
    refuseOtherFormat(database, file, format);
    refuseOtherObjects(database, file, format);
    refuses?.(database, file);
    const version = pragma(database, 'user_version');
    if (version === format.version || keepsFormat) return database;
    throw new UnusableDatabase(
      file,
      `${diskProblem(file)}, and it has to be migrated from format ${version} to format ${format.version} first`,
      { isOfOtherFormat: true },
    );
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Opens a file with the log of a killed program, without writing an index of the log beside it. The connection uses no
 * locks, since these are in that index; no other process can open such a file for writing either.
 */
function openWithLog(file: string): DatabaseSync {
  if (process.platform === 'win32') return connect(file, { readOnly: true });
  const url = pathToFileURL(file);
  url.searchParams.set('vfs', 'unix-none');
  const database = connect(url, { readOnly: true });
  database.exec('PRAGMA locking_mode = EXCLUSIVE');
  return database;
}

/** Opens a file that nobody changes, read-only: SQLite neither reads nor writes files beside it. */
export function openAlone(file: string): DatabaseSync {
  const url = pathToFileURL(file);
  url.searchParams.set('immutable', '1');
  return connect(url, { readOnly: true });
}

/** Opens a connection on which the schema of the file can neither call dangerous functions nor be changed. */
export function connect(file: string | URL, options: { timeout?: number; readOnly?: boolean } = {}): DatabaseSync {
  const database = new DatabaseSync(file, { ...options, defensive: true });
  database.exec('PRAGMA trusted_schema = OFF');
  return database;
}

/**
 * Refuses a path that is no regular file: SQLite would wait for ever for the content of a pipe or a device.
 *
 * @throws UnusableDatabase
 */
export function refuseNoFile(file: string): void {
  for (const path of [file, ...BESIDE.map((end) => file + end)]) {
    const stats = statSync(path, { throwIfNoEntry: false });
    const instead = stats && insteadOfFile(stats);
    if (instead === undefined) continue;
    throw new UnusableDatabase(file, path === file ? instead : `beside it, ${path} is no file: ${instead}`);
  }
}

/** Runs `work`; an error of SQLite about the file itself is thrown as {@link UnusableDatabase}. */
export function nowUnusable<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toUnusable(error, file);
  }
}

/** Returns an error of SQLite about the file itself as {@link UnusableDatabase}; any other error unchanged. */
export function toUnusable(error: unknown, file: string): unknown {
  const reason = reasonOf(error, file);
  return reason === undefined ? error : new UnusableDatabase(file, reason, { cause: error });
}

/** Whether the error was thrown because another program writes. */
export function isBusy(error: unknown): boolean {
  const { cause = error } = error as { cause?: unknown };
  return primaryCode(cause) === BUSY;
}

const SQL_ERROR = 1;
const BUSY = 5;
const READ_ONLY = 8;
const IO_ERROR = 10;
const DAMAGED = 11;
const FULL = 13;
const CANNOT_OPEN = 14;
const NO_DATABASE = 26;
const FAULTS = new Set([IO_ERROR, DAMAGED, CANNOT_OPEN, NO_DATABASE]);
const PUT_ANOTHER = 'put a backup or a new import of an export in its place';
/** The reason for a database that SQLite finds damaged. */
const DAMAGE = `it is damaged; ${PUT_ANOTHER}`;
/** Reasons by SQLite's primary result code. */
const REASONS: Readonly<Record<number, string>> = {
  [BUSY]: 'another program has been writing to it for too long, such as an import; try again after its end',
  [READ_ONLY]: 'this account may not write to it or to its folder',
  [IO_ERROR]: 'its disk cannot be read or written',
  [DAMAGED]: DAMAGE,
  [FULL]: DISK_FULL,
  [CANNOT_OPEN]: 'it cannot be opened by this account',
  [NO_DATABASE]: 'it is no SQLite database',
};

function reasonOf(error: unknown, file: string): string | undefined {
  const code = primaryCode(error);
  if (code === 0) return undefined;
  return (isOfDisk(error) ? diskProblem(file) : undefined) ?? REASONS[code];
}

/** Whether a full or read-only disk may be the reason of the error. */
function isOfDisk(error: unknown): boolean {
  return [READ_ONLY, IO_ERROR, FULL, CANNOT_OPEN].includes(primaryCode(error));
}

/** Returns the primary result code of an error of SQLite; 0 for any other error. */
function primaryCode(error: unknown): number {
  return ((error as { errcode?: number } | undefined)?.errcode ?? 0) & 0xff;
}

/** Makes the empty file and its folder if they are missing. @throws UnusableDatabase */
export function makeMissingFile(file: string): void {
  const folder = dirname(file);
  try {
    makeOwnFolder(folder);
  } catch (error) {
    throw new UnusableDatabase(file, folderProblem(folder, error), { cause: error });
  }
  try {
    makeOwnFile(file);
  } catch (error) {
    const reason = diskProblemOf(error) ?? notMade('it', dirname(file), error);
    throw new UnusableDatabase(file, reason, { cause: error });
  }
}

function folderProblem(folder: string, error: unknown): string {
  const code = codeOf(error);
  if (existsSync(folder)) return `${folder} is a file, but must be a folder`;
  if (code === 'EEXIST' || code === 'ENOTDIR') return `${folder} lies below a file, but must be a folder`;
  return diskProblemOf(error) ?? notMade(`its folder ${folder}`, existingAbove(folder), error);
}

/** Returns why something cannot be made in a folder, in words where it is a matter of permissions. */
function notMade(what: string, where: string, error: unknown): string {
  const code = codeOf(error);
  if (code !== 'EACCES' && code !== 'EPERM') return `${what} cannot be made by this account (${code})`;
  const advice = 'let it, or configure another file';
  return `${what} cannot be made, as this account may not write to the folder ${where}; ${advice}`;
}

function existingAbove(folder: string): string {
  const above = dirname(folder);
  return existsSync(above) || above === folder ? above : existingAbove(above);
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}

function prepareFile(database: DatabaseSync, file: string, { format, keepsFormat, refuses }: FileOptions): void {
  if (isBlank(database)) createTables(database, format);
  refuseOtherFormat(database, file, format);
  refuseOtherObjects(database, file, format);
  refuses?.(database, file);
  setPragmas(database);
  if (keepsFormat) return;
  migrate(database, file, format);
  dropMeasurements(database);
}

/** @throws UnusableDatabase if it is another database, or of a format that this version cannot migrate */
export function refuseOtherFormat(database: DatabaseSync, file: string, format: FileFormat): void {
  const version = pragma(database, 'user_version');
  if (pragma(database, 'application_id') !== format.applicationId) {
    throw new UnusableDatabase(file, `it is a database, but not that of ${format.owner}`);
  }
  if (version !== format.version && !format.olderFormats.has(version)) {
    const reason = `it has format ${version} and this version reads format ${format.version}; ${format.advice}`;
    throw new UnusableDatabase(file, reason, { isOfOtherFormat: true });
  }
}

/**
 * Refuses foreign objects. A file of the present format must have exactly the tables, indexes and virtual tables of
 * that format. An older file before its migration must have no triggers or views. Takes about a millisecond.
 *
 * @throws UnusableDatabase
 */
export function refuseOtherObjects(database: DatabaseSync, file: string, format: FileFormat): void {
  const isPresent = pragma(database, 'user_version') === format.version;
  const finding = isPresent ? foreignObject(database, format) : actingObject(database);
  if (finding === undefined) return;
  const reason = `it ${finding}, which this program does not make so; ${PUT_ANOTHER}`;
  throw new UnusableDatabase(file, reason, { isTamperedWith: true });
}

/** Reads the whole database. @throws UnusableDatabase if it is damaged */
export function refuseDamage(database: DatabaseSync, file: string): void {
  const [finding] = Object.values(database.prepare('PRAGMA integrity_check(1)').get() ?? {});
  if (finding !== 'ok') throw new UnusableDatabase(file, DAMAGE);
}

/** Whether the database is new and still empty. */
function isBlank(database: DatabaseSync): boolean {
  const isEmpty = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
  return isEmpty && pragma(database, 'application_id') === 0 && pragma(database, 'user_version') === 0;
}

function createTables(database: DatabaseSync, { schema, applicationId, version }: FileFormat): void {
  setPragmas(database);
  database.exec('BEGIN IMMEDIATE');
  // Two processes may start on a new file at once; the second one finds the tables.
  if (isBlank(database)) {
    database.exec(schema);
    database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version}`);
  }
  database.exec('COMMIT');
}

// In WAL mode readers continue while an import writes; NORMAL is safe with it. Deleted rows do not stay in free pages.
function setPragmas(database: DatabaseSync): void {
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA secure_delete = ON;
    PRAGMA cache_size = -16384;
    PRAGMA temp_store = MEMORY;
  `);
}

function pragma(database: DatabaseSync, name: string): number {
  return Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? { [name]: 0 })[0]);
}

/**
 * Migrates a file of an older format to the present one, completely or not at all.
 *
 * @throws UnusableDatabase if the result does not match the present format
 */
export function migrate(database: DatabaseSync, file: string, format: FileFormat): void {
  const { version: present, olderFormats } = format;
  if (pragma(database, 'user_version') === present) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    // Two processes may start on it at once; the second one finds it migrated.
    for (let version = pragma(database, 'user_version'); version < present; version += 1) {
      const step = olderFormats.get(version) ?? '';
      if (typeof step === 'string') database.exec(step);
      else step(database);
      database.exec(`PRAGMA user_version = ${version + 1}`);
    }
    refuseOtherObjects(database, file, format);
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw primaryCode(error) === SQL_ERROR ? unlikeItsFormat(file, error as Error) : error;
  }
}

/** Returns the error for a file whose tables do not fit the format that it claims, so that the migration fails. */
function unlikeItsFormat(file: string, error: Error): UnusableDatabase {
  const found = `it names an older format, but has other tables (${error.message})`;
  return new UnusableDatabase(file, `${found}; it was left as it was; ${PUT_ANOTHER}`, {
    cause: error,
    isTamperedWith: true,
  });
}
