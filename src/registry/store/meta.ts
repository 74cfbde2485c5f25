/** What the database file says of itself. */

import { randomBytes } from 'node:crypto';
import type { RegistryStats } from './stats.ts';
import type { ReadTransaction, Store, WriteTransaction } from './store.ts';

export type Meta = {
  /** Whether nothing has been imported yet. */
  isEmpty(tx: ReadTransaction): boolean;
  /** The account that administrators of partners act as, according to the snapshot. */
  remoteSearchUserId(tx: ReadTransaction): number | undefined;
  comment(tx: ReadTransaction): string | null;
  /** Undefined before the first import. */
  stats(tx: ReadTransaction): RegistryStats | undefined;
  /** 32 bytes for anonymous ids, made at the first call and kept in the file. */
  anonymousIdKey(): Uint8Array;
};

const KEY_BYTES = 32;

export function meta(store: Store): Meta {
  const byKey = store.query<[string | null]>('SELECT value FROM meta WHERE key = ?');
  const stored = (tx: ReadTransaction, key: string) => byKey.first(tx, key)?.[0] ?? null;
  const storedKey = (tx: ReadTransaction) => stored(tx, 'anonymous-id-key');

  function newKey(): string {
    return store.write((tx) => {
      const fresh = randomBytes(KEY_BYTES).toString('hex');
      tx.run("INSERT INTO meta VALUES ('anonymous-id-key', ?) ON CONFLICT DO NOTHING", fresh);
      return storedKey(tx) ?? fresh;
    });
  }

  return {
    isEmpty: (tx) => stored(tx, 'generation') === null,
    remoteSearchUserId(tx) {
      const id = stored(tx, 'remote-search-user-id');
      return id === null ? undefined : Number(id);
    },
    comment: (tx) => stored(tx, 'comment'),
    stats(tx) {
      const stats = stored(tx, 'stats');
      return stats === null ? undefined : (JSON.parse(stats) as RegistryStats);
    },
    // Where it is there it is only read, so that a registry can start while an import writes.
    anonymousIdKey: () => Buffer.from(store.read(storedKey) ?? newKey(), 'hex'),
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
