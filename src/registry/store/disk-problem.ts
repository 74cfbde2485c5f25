/** Recognises a full or read-only disk as the reason of an error, so that it is not reported as a missing permission. */

import { accessSync, constants, statfsSync } from 'node:fs';
import { dirname } from 'node:path';

export const DISK_FULL = 'its disk is full';
const DISK_READ_ONLY = 'its disk is read-only';

/** A disk with less free space counts as full: SQLite writes 32 KiB beside a file when it opens it. */
const LEAST_ROOM_BYTES = 64 * 1024;

/** Returns why nothing can be written on the disk of the file, in words that follow "it cannot be used:"; undefined if it can. */
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

/** Returns the same for an error of the file system; undefined for other errors. */
export function diskProblemOf(error: unknown): string | undefined {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return DISK_FULL;
  return code === 'EROFS' ? DISK_READ_ONLY : undefined;
}
