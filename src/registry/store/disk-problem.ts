/** What is wrong with the disk of a file: a full or read-only one is called so, and never a missing right of the account. */

import { accessSync, constants, statfsSync } from 'node:fs';
import { dirname } from 'node:path';

export const DISK_FULL = 'its disk is full';
const DISK_READ_ONLY = 'its disk is read-only';

/** Less room than this is none: SQLite lays 32 KiB beside a file that is opened. */
const LEAST_ROOM_BYTES = 64 * 1024;

/** Why nothing can be written on the disk of the file, in words that follow "it cannot be used:"; undefined where it can. */
export function diskProblem(file: string): string | undefined {
  const folder = dirname(file);
  try {
    accessSync(folder, constants.W_OK);
  } catch (error) {
    if (diskProblemOf(error) === DISK_READ_ONLY) return DISK_READ_ONLY;
  }
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < LEAST_ROOM_BYTES ? DISK_FULL : undefined;
  } catch {
    return undefined;
  }
}

/** The same from what the file system threw; undefined where that has another reason. */
export function diskProblemOf(error: unknown): string | undefined {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return DISK_FULL;
  return code === 'EROFS' ? DISK_READ_ONLY : undefined;
}
