/** What the database file says of itself. */

import type { RegistryStats } from './stats.ts';
import type { ReadTransaction, Store, WriteTransaction } from './store.ts';

/** The key under which every load of reference data writes a name that was never there before. */
export const LOADED_NAME = 'loaded-name';

/** The key of the account that administrators of partners act as. */
export const REMOTE_SEARCH_USER_ID = 'remote-search-user-id';

export type Meta = {
  /** Whether nothing has been imported yet. */
  isEmpty(tx: ReadTransaction): boolean;
  /** The account that administrators of partners act as, as the snapshot or an operator named it. */
  remoteSearchUserId(tx: ReadTransaction): number | undefined;
  comment(tx: ReadTransaction): string | null;
  /** Undefined before the first import. */
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
    stats(tx) {
      const stats = stored(tx, 'stats');
      return stats === null ? undefined : (JSON.parse(stats) as RegistryStats);
    },
  };
}

export function writeMeta(tx: WriteTransaction, key: string, value: string | null): void {
  tx.run('INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value', key, value);
}

/** As it stands within this transaction, whoever changed it last. */
export function storedUsersRevision(tx: ReadTransaction, store: Store): number {
  const [value] = store.query<[string]>("SELECT value FROM meta WHERE key = 'users-revision'").first(tx) ?? ['0'];
  return Number(value);
}
