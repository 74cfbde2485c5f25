/** What stands at the path of the database, as the file system has it: the same files as were opened, or others. */

import { readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** Which file it is, also when a later one gets the number of one that is gone, and a stamp that changes when it is written to. */
type SeenFile = { readonly id: string; readonly stamp: string };

/** Undefined for what is not there, or cannot be seen by this account. */
export type FileLook = Readonly<Record<'main' | 'wal' | 'shm', SeenFile | undefined>>;

/**
 * The path without a symbolic link on it, also where what it leads to is not there yet. SQLite lays `-wal` and `-shm`
 * beside the file itself, so whoever looks at these or renames the file needs this path and not that of a link.
 */
export function withoutLinks(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    const folder = dirname(resolve(path));
    // What cannot be followed is reported when it is opened.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || folder === resolve(path)) return resolve(path);
    const file = join(withoutLinks(folder), basename(path));
    const target = targetOf(file);
    return target === undefined ? file : withoutLinks(resolve(dirname(file), target));
  }
}

function targetOf(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
}

/** Looks without opening: to close a file again would let go of the locks that SQLite holds on it in this process. */
export function lookAt(file: string): FileLook {
  return { main: seen(file), wal: seen(`${file}-wal`), shm: seen(`${file}-shm`) };
}

function seen(path: string): SeenFile | undefined {
  try {
    const { dev, ino, birthtimeNs, size, mtimeNs } = statSync(path, { bigint: true });
    return { id: `${dev} ${ino} ${birthtimeNs}`, stamp: `${size} ${mtimeNs}` };
  } catch {
    return undefined;
  }
}

/**
 * Names the database file with its log, which are read together; undefined where there is no file. A program that is killed while
 * it puts another file in the place leaves the same file with another log.
 */
export function nameOfFiles({ main, wal }: FileLook): string | undefined {
  return main && `${main.id} ${wal?.id}`;
}

/** Whether both looks found the same database file, whatever was written to it. */
export function isSameFile(one: FileLook, other: FileLook): boolean {
  return one.main?.id === other.main?.id;
}

/** Whether nothing was put, taken or written between the two looks. */
export function isUnchanged(one: FileLook, other: FileLook): boolean {
  return isSame(one.main, other.main) && isSame(one.wal, other.wal) && one.shm?.id === other.shm?.id;
}

export function isSame(one: SeenFile | undefined, other: SeenFile | undefined): boolean {
  return one?.id === other?.id && one?.stamp === other?.stamp;
}

/** Why what is at the path is not what was opened, in words that follow "cannot be used:"; undefined when it is. */
export function displacement(opened: FileLook, now: FileLook): string | undefined {
  if (now.main === undefined) return 'it is no longer at its place; put it back, or another registry there';
  if (!isSameFile(opened, now)) return 'another file has been put in its place and is not opened yet';
  const areBeside = opened.wal?.id === now.wal?.id && opened.shm?.id === now.shm?.id;
  return areBeside ? undefined : 'the files beside it (-wal, -shm) have been taken away or replaced';
}
