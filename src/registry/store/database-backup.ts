/** A copy of the database file, of one moment, made while others read it and write to it. */

import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, lstatSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { backup } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { DISK_FULL, diskProblem, diskProblemOf } from './disk-problem.ts';
import type { FileFormat } from './file-format.ts';
import { withoutLinks } from './file-look.ts';
import { OWN_FILE } from './file-permissions.ts';
import {
  nowUnusable,
  openAlone,
  openDatabaseFile,
  refuseDamage,
  refuseOtherObjects,
  toUnusable,
} from './sqlite-file.ts';

/** No backup was made; the message says why and what to do. */
export class CannotBackUp extends Error {
  override readonly name = 'CannotBackUp';
  constructor(target: string, reason: string, options?: ErrorOptions) {
    super(`No backup was made in ${target}: ${reason}.`, options);
  }
}

const BUSY_TIMEOUT_MS = 10_000;
/** SQLite's result code for a disk without room. */
const FULL = 13;
/** In one go: a copy in pieces would begin anew with every change that another process makes meanwhile. */
const ALL_PAGES = 2 ** 31 - 1;

type Backup = {
  file: string;
  format: FileFormat;
  /** The copy, which must not be there yet. */
  target: string;
};

/** Why the earlier of two backups to one name fails. */
const REPLACED = 'another backup to this name was begun meanwhile';

/**
 * What follows the name of the copy while it is made: `.part-` and a random number, so that no two backups share a file
 * or its journal. Earlier releases wrote `.part` alone.
 */
const PART = /^\.part(-[0-9a-f]{8})?(-journal)?$/;

/**
 * Copies the database `file` to `target`, for this account alone, and reads the copy through. `target` is there only
 * when it is whole. It is made in a file beside it; what a killed backup to this name left there is removed. Answers the
 * size of the copy in bytes.
 *
 * @throws CannotBackUp for a target that is there already or cannot be written, UnusableDatabase
 */
export async function backUpDatabase({ file: given, format, target }: Backup): Promise<number> {
  const file = withoutLinks(given);
  using database = openDatabaseFile(file, {
    makesFile: false,
    busyTimeoutMs: BUSY_TIMEOUT_MS,
    format,
    mayOnlyRead: true,
  });
  if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) {
    throw new CannotBackUp(target, 'a file of this name is there already; name another one');
  }
  const part = makePart(target);
  const removePart = () => remove(part);
  // A process that has to stop leaves no copy of everybody behind.
  process.once('exit', removePart);
  try {
    await backup(database, withoutMaking(part), { rate: ALL_PAGES }).catch((error) => {
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

/** Removes what other backups to this name left beside it, and makes the file of this one. Answers its path. */
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

/** With what SQLite lays beside it. */
function remove(part: string): void {
  for (const path of [part, `${part}-journal`]) rmSync(path, { force: true });
}

/** The file as SQLite opens it only where it is: one that it makes anew would have the mode of the umask. */
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
