/**
 * Who may read the database: files that this program creates are for its own account alone. The mode of existing files
 * is unchanged.
 */

import { chmodSync, closeSync, fchmodSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export const OWN_FILE = 0o600;
const OWN_FOLDER = 0o700;
const OTHERS = 0o077;
const PERMISSIONS = 0o7777;

/** What SQLite appends to the name of the database file for the files beside it. */
export const BESIDE = ['-wal', '-shm'] as const;

/** Removes a database file with those beside it; does nothing where there is none. */
export function removeDatabase(file: string): void {
  for (const end of ['', ...BESIDE]) rmSync(file + end, { force: true });
}

/**
 * Makes the folder and missing folders above it, each for this account alone.
 *
 * @throws the error of the file system
 */
export function makeOwnFolder(folder: string): void {
  if (isFolder(folder)) return;
  makeOwnFolder(dirname(folder));
  try {
    mkdirSync(folder, OWN_FOLDER);
  } catch (error) {
    // Another process has made it in the meantime, with the same mode.
    if (isFolder(folder)) return;
    throw error;
  }
  // The umask may have removed permissions that the owner needs.
  chmodSync(folder, OWN_FOLDER);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/**
 * Makes the empty file for this account alone, unless it exists. SQLite gives the files beside it the same mode.
 *
 * @throws the error of the file system
 */
export function makeOwnFile(file: string): void {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'wx', OWN_FILE);
  } catch (error) {
    if (isThere(error)) return;
    throw error;
  }
  try {
    fchmodSync(descriptor, OWN_FILE);
  } finally {
    closeSync(descriptor);
  }
}

function isThere(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EEXIST';
}

/** Returns the database file and those beside it that other accounts of the machine may open, with their modes such as `644`. */
export function openToOthers(file: string): { file: string; mode: string }[] {
  return ['', ...BESIDE].flatMap((part) => {
    const mode = statSync(file + part, { throwIfNoEntry: false })?.mode ?? 0;
    return (mode & OTHERS) === 0 ? [] : [{ file: file + part, mode: (mode & PERMISSIONS).toString(8) }];
  });
}
