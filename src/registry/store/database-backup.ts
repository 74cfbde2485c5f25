/** A copy of the database file, of one moment, made while others read it and write to it. */

import { closeSync, fstatSync, lstatSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { backup } from 'node:sqlite';
import type { FileForm } from './file-form.ts';
import { withoutLinks } from './file-look.ts';
import { OWN_FILE } from './file-permissions.ts';
import {
  diskProblem,
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

export type Backup = {
  file: string;
  form: FileForm;
  /** The copy, which must not be there yet. */
  target: string;
};

/** Why the earlier of two backups to one name fails. */
const REPLACED = 'another backup to this name was begun meanwhile';

/**
 * Copies the database `file` to `target`, for this account alone, and reads the copy through. `target` is there only
 * when it is whole. It is made in a file beside it, `.part`; one that a killed backup left there is replaced. Answers its
 * size in bytes.
 *
 * @throws CannotBackUp for a target that is there already or cannot be written, UnusableDatabase
 */
export async function backUpDatabase({ file: given, form, target }: Backup): Promise<number> {
  const file = withoutLinks(given);
  using database = openDatabaseFile(file, {
    makesFile: false,
    busyTimeoutMs: BUSY_TIMEOUT_MS,
    form,
    mayOnlyRead: true,
  });
  if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) {
    throw new CannotBackUp(target, 'a file of this name is there already; name another one');
  }
  const part = `${target}.part`;
  const handle = makeOwn(part, target);
  const removePart = () => {
    if (isFileOf(handle, part)) remove(part);
  };
  // A process that is told to stop leaves no copy of everybody behind.
  process.once('exit', removePart);
  try {
    await backup(database, part, { rate: ALL_PAGES }).catch((error) => {
      const problem = error.errcode === FULL ? 'its disk is full' : diskProblem(target);
      if (problem !== undefined) throw new CannotBackUp(target, problem, { cause: error });
      throw toUnusable(error, file);
    });
    nowUnusable(file, () => {
      using copy = openAlone(part);
      refuseOtherObjects(copy, file, form);
      refuseDamage(copy, file);
    });
    if (!isFileOf(handle, part)) throw new CannotBackUp(target, REPLACED);
    renameSync(part, target);
    return statSync(target).size;
  } catch (error) {
    // What was read then, and found wanting, is the copy of the other one.
    throw isFileOf(handle, part) ? error : new CannotBackUp(target, REPLACED, { cause: error });
  } finally {
    removePart();
    process.off('exit', removePart);
    closeSync(handle);
  }
}

/** Makes the file, in the place of one that a killed backup left, and answers its descriptor. */
function makeOwn(part: string, target: string): number {
  try {
    remove(part);
    return openSync(part, 'wx', OWN_FILE);
  } catch (error) {
    throw new CannotBackUp(target, makingProblem(part, error as NodeJS.ErrnoException), { cause: error });
  }
}

/** With what SQLite lays beside it. */
function remove(part: string): void {
  for (const path of [part, `${part}-journal`]) rmSync(path, { force: true });
}

/** Whether the path leads to the open file, and not to one that somebody put in its place. */
function isFileOf(handle: number, path: string): boolean {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino === fstatSync(handle, { bigint: true }).ino;
}

function makingProblem(part: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'EEXIST') return REPLACED;
  if (code === 'ERR_FS_EISDIR') return `it is written as ${part} first, which is a folder; remove that`;
  if (code === 'EPERM' || code === 'EBUSY') return `this account may not remove ${part}, which another backup left`;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'its folder is not there; make it first';
  if (code === 'EROFS') return 'its disk is read-only';
  if (code === 'ENOSPC') return 'its disk is full';
  if (code === 'EACCES') return 'this account may not write to its folder';
  return message;
}
