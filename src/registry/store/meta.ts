/** What the database file records about itself, such as the tags that name each state of the data. */

import { createHash, randomBytes } from 'node:crypto';
import type { FileLook } from './file-look.ts';
import type { RegistryStats } from './stats.ts';
import type { ReadTransaction, Store, WriteTransaction } from './store.ts';

/** The key under which every load of reference data writes a new, unique name. */
export const LOADED_NAME = 'loaded-name';

/** The key of the id of the remote search account. */
export const REMOTE_SEARCH_USER_ID = 'remote-search-user-id';

export type Meta = {
  /** Whether nothing has been imported yet. */
  isEmpty(tx: ReadTransaction): boolean;
  /** Returns the id of the remote search account, as the snapshot or an operator set it. */
  remoteSearchUserId(tx: ReadTransaction): number | undefined;
  comment(tx: ReadTransaction): string | null;
  /** Returns the name of the last load of reference data; null if nothing was loaded. */
  loadedName(tx: ReadTransaction): string | null;
  /** Returns undefined before the first import. */
  stats(tx: ReadTransaction): RegistryStats | undefined;
};

export function meta(store: Store): Meta {
  const byKey = store.query<[string | null]>('SELECT value FROM meta WHERE key = ?');
  const stored = (tx: ReadTransaction, key: string) => byKey.first(tx, key)?.[0] ?? null;

  return {
    isEmpty: (tx) => stored(tx, 'generation') === null,
    remoteSearchUserId(tx) {
      const id = stored(tx, REMOTE_SEARCH_USER_ID);
      return id === null ? undefined : Number(id);
    },
    comment: (tx) => stored(tx, 'comment'),
    loadedName: (tx) => stored(tx, LOADED_NAME),
    stats(tx) {
      const stats = stored(tx, 'stats');
      return stats === null ? undefined : (JSON.parse(stats) as RegistryStats);
    },
  };
}

/** Writes a value into the table `meta`, in place of an older one of the key. */
export function writeMeta(tx: WriteTransaction, key: string, value: string | null): void {
  tx.run('INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value', key, value);
}

/** Returns the revision of users within this transaction, including its own changes. */
export function storedUsersRevision(tx: ReadTransaction, store: Store): number {
  const [value] = store.query<[string]>("SELECT value FROM meta WHERE key = 'users-revision'").first(tx) ?? ['0'];
  return Number(value);
}

/** The key of `meta` that holds the tags of the last changes, the latest first. */
export const DATA_TAGS = 'data-tags';

const RANDOM_BYTES = 9;
const CHARACTERS = 22;
/** A cache that has missed this many changes drops all its values about single users. */
const MOST_STORED = 64;

/**
 * Writes a new tag of the data. Every change of people, of reference data or of counts calls it in its transaction.
 * A counter would not do: after a backup is restored and something else is changed, it would give a number that already
 * named other data.
 */
export function writeDataTag(tx: WriteTransaction, store: Store): void {
  const [before] = store.query<[string | null]>('SELECT value FROM meta WHERE key = ?').first(tx, DATA_TAGS) ?? [null];
  const names = [randomBytes(RANDOM_BYTES).toString('base64url'), ...readNames(before)];
  writeMeta(tx, DATA_TAGS, names.slice(0, MOST_STORED).join(' '));
}

/**
 * Returns the public tags, the latest first. They are equal in all processes that have this file open. A copy that
 * replaces the file has other ones, because somebody may have changed its rows by hand. They reveal neither the stored
 * tag nor the file.
 */
export function dataTags(written: string | null, { main }: FileLook): readonly string[] {
  return readNames(written).map((name) =>
    createHash('sha256').update(`${name} ${main?.id}`).digest('base64url').slice(0, CHARACTERS),
  );
}

/** Returns the tags of these data without some people; they are equal in all processes that leave the same people out. */
export function tagsWithout(tags: readonly string[], userIds: ReadonlySet<number>): readonly string[] {
  if (userIds.size === 0) return tags;
  const without = [...userIds].sort((a, b) => a - b).join();
  return tags.map((tag) => createHash('sha256').update(`${tag} ${without}`).digest('base64url').slice(0, CHARACTERS));
}

function readNames(written: string | null): string[] {
  return written === null ? [] : written.split(' ');
}
