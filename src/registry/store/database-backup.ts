/** Copies the database file at one consistent moment, while other connections read it and write to it. */

import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, lstatSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { backup } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { DISK_FULL, diskProblem, diskProblemOf } from './disk-problem.ts';
import type { FileFormat } from './file-format.ts';
import { withoutLinks } from './file-look.ts';
import { BESIDE, OWN_FILE } from './file-permissions.ts';
import {
  nowUnusable,
  openAlone,
  openDatabaseFile,
  refuseDamage,
  refuseOtherObjects,
  toUnusable,
} from './sqlite-file.ts';
import { dropAuditLog } from './state-schema.ts';

/** Thrown when no backup was made; the message says why and what to do. */
export class CannotBackUp extends Error {
  override readonly name = 'CannotBackUp';
  constructor(target: string, reason: string, options?: ErrorOptions) {
    super(`No backup was made in ${target}: ${reason}.`, options);
  }
}

const BUSY_TIMEOUT_MS = 10_000;
/** SQLite's result code for a full disk. */
const FULL = 13;
/** All pages are copied in one step: a copy in several steps starts again whenever another process changes the database. */
const ALL_PAGES = 2 ** 31 - 1;

type Backup = {
  file: string;
  format: FileFormat;
  /** The path of the copy; no file may exist there. */
  target: string;
};

/** The reason why the earlier of two backups to one name fails. */
const REPLACED = 'another backup to this name was begun meanwhile';

/**
 * The suffix of the copy while it is made: `.part-` and a random number, so that no two backups share a file or its
 * journal. Earlier releases wrote `.part` alone.
 */
const PART = /^\.part(-[0-9a-f]{8})?(-journal|-wal|-shm)?$/;

/**
 * Copies the database `file` to `target` in the format that it has, without the audit log, readable by this account
 * alone, and checks the whole copy. It writes the copy into a file beside `target` and renames it when it is complete.
 * It removes the files of a killed backup to this name.
 *
 * @returns the size of the copy in bytes
 * @throws CannotBackUp if the target exists or cannot be written, UnusableDatabase
 */
export async function backUpDatabase({ file: given, format, target }: Backup): Promise<number> {
  const file = withoutLinks(given);
  using database = openDatabaseFile(file, {
    makesFile: false,
    busyTimeoutMs: BUSY_TIMEOUT_MS,
    format,
    mayOnlyRead: true,
    keepsFormat: true,
  });
  if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) {
    throw new CannotBackUp(target, 'a file of this name exists already; choose another name');
  }
  const part = makePart(target);
  const removePart = () => remove(part);
  // A process that has to stop removes its incomplete copy, which holds the data of all people.
  process.once('exit', removePart);
  try {
    const copied = backup(database, withoutMaking(part), { rate: ALL_PAGES }).then(() =>
      dropAuditLog(withoutMaking(part)),
    );
    await copied.catch((error) => {
      const problem = error.errcode === FULL ? DISK_FULL : diskProblem(target);
      if (problem !== undefined) throw new CannotBackUp(target, problem, { cause: error });
      throw toUnusable(error, file);
    });
    nowUnusable(file, () => {
      using copy = openAlone(part);
      refuseOtherObjects(copy, file, format);
      refuseDamage(copy, file);
    });
    renameSync(part, target);
    return statSync(target).size;
  } catch (error) {
    throw existsSync(part) ? error : new CannotBackUp(target, REPLACED, { cause: error });
  } finally {
    removePart();
    process.off('exit', removePart);
  }
}

/** Removes the incomplete files of other backups to this name, makes the file of this one and returns its path. */
function makePart(target: string): string {
  const [folder, name] = [dirname(target), basename(target)];
  const part = `${target}.part-${randomBytes(4).toString('hex')}`;
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const isOldPart = entry.name.startsWith(name) && PART.test(entry.name.slice(name.length)) && !entry.isDirectory();
      if (isOldPart) rmSync(join(folder, entry.name), { force: true });
    }
    closeSync(openSync(part, 'wx', OWN_FILE));
    return part;
  } catch (error) {
    throw new CannotBackUp(target, makingProblem(folder, error as NodeJS.ErrnoException), { cause: error });
  }
}

/** Removes a file and what SQLite writes beside it. */
function remove(part: string): void {
  for (const end of ['', '-journal', ...BESIDE]) rmSync(part + end, { force: true });
}

/** Returns a URL with which SQLite opens an existing file only: a file that SQLite creates would have the mode of the umask. */
function withoutMaking(path: string): URL {
  return new URL('?mode=rw', pathToFileURL(path));
}

function makingProblem(folder: string, error: NodeJS.ErrnoException): string {
  const { code, message } = error;
  if (code === 'EPERM' || code === 'EBUSY') return `this account may not remove what another backup left in ${folder}`;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'its folder is not there; make it first';
  if (code === 'EACCES') return 'this account may not write to its folder';
  return diskProblemOf(error) ?? message;
}
