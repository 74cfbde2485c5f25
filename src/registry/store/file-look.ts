/** What the file system has at the path of the database: the files that were opened, or others. */

import { readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** A file's id, which differs from that of a later file with the same inode number, and a stamp that changes with every write. */
type SeenFile = { readonly id: string; readonly stamp: string };

/** A file is undefined if it does not exist or this account cannot see it. */
export type FileLook = Readonly<Record<'main' | 'wal' | 'shm', SeenFile | undefined>>;

/**
 * Returns the path with all symbolic links resolved, even if their target does not exist yet. SQLite writes `-wal` and
 * `-shm` beside the file itself. Code that reads these or renames the file needs this path, and not that of a link.
 */
export function withoutLinks(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    const folder = dirname(resolve(path));
    // A link that cannot be resolved is reported when the file is opened.
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

/** Looks at the files without opening them: closing one again would release the locks that SQLite holds in this process. */
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
 * Returns a name for the database file and its log, which are read together; undefined if there is no file. A program that
 * is killed while it replaces the file leaves the same file with another log.
 */
export function nameOfFiles({ main, wal }: FileLook): string | undefined {
  return main && `${main.id} ${wal?.id}`;
}

/** Whether both looks found the same database file; its content may have changed. */
export function isSameFile(one: FileLook, other: FileLook): boolean {
  return one.main?.id === other.main?.id;
}

/** Whether no file was added, removed or written between the two looks. */
export function isUnchanged(one: FileLook, other: FileLook): boolean {
  return isSame(one.main, other.main) && isSame(one.wal, other.wal) && one.shm?.id === other.shm?.id;
}

/** Whether two looks saw the same file, which was not written in between, or both saw none. */
export function isSame(one: SeenFile | undefined, other: SeenFile | undefined): boolean {
  return one?.id === other?.id && one?.stamp === other?.stamp;
}

/** Returns how the files at the path differ from the opened ones, in words that follow "cannot be used:"; undefined if they do not. */
export function displacement(opened: FileLook, now: FileLook): string | undefined {
  if (now.main === undefined) return 'it was moved or deleted; put it back, or put another registry there';
  if (!isSameFile(opened, now)) return 'another file has been put in its place and is not opened yet';
  const areBeside = opened.wal?.id === now.wal?.id && opened.shm?.id === now.shm?.id;
  return areBeside ? undefined : 'the files beside it (-wal, -shm) have been taken away or replaced';
}
