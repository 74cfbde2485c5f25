/** What the database file records about itself. */

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
