/** Who may read the database: what the program makes is for its own account alone; what is there already stays as it is. */

import { chmodSync, closeSync, fchmodSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export const OWN_FILE = 0o600;
const OWN_FOLDER = 0o700;
const OTHERS = 0o077;
const PERMISSIONS = 0o7777;

/** What SQLite adds to the name of the database file for those that it lays beside it. */
export const BESIDE = ['-wal', '-shm'] as const;

/**
 * Makes the folder, and those above it that are missing, each for this account alone.
 *
 * @throws the error of the file system
 */
export function makeOwnFolder(folder: string): void {
  if (isFolder(folder)) return;
  makeOwnFolder(dirname(folder));
  try {
    mkdirSync(folder, OWN_FOLDER);
  } catch (error) {
    // Another start has made it in the meantime, and gives it the same mode.
    if (isFolder(folder)) return;
    throw error;
  }
  // The umask may have taken away what the owner needs.
  chmodSync(folder, OWN_FOLDER);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/**
 * Makes the file, empty, for this account alone, unless it is there. SQLite gives the files that it lays beside it
 * the same mode.
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

/** The database file and those beside it that other accounts of the machine may open, with their modes such as `644`. */
export function openToOthers(file: string): { file: string; mode: string }[] {
  return ['', ...BESIDE].flatMap((part) => {
    const mode = statSync(file + part, { throwIfNoEntry: false })?.mode ?? 0;
    return (mode & OTHERS) === 0 ? [] : [{ file: file + part, mode: (mode & PERMISSIONS).toString(8) }];
  });
}
