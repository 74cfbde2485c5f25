/** What the database file says of itself. */

import { randomBytes } from 'node:crypto';
import type { SqliteStore } from './sqlite-store.ts';
import type { RegistryStats } from './stats.ts';

export type Meta = {
  /** Whether nothing has been imported yet. */
  isEmpty(): boolean;
  /** The account that administrators of partners act as, according to the snapshot. */
  remoteSearchUserId(): number | undefined;
  comment(): string | null;
  /** Undefined before the first import. */
  stats(): RegistryStats | undefined;
  /** 32 bytes for anonymous ids, made at the first call and kept in the file. */
  anonymousIdKey(): Uint8Array;
};

const KEY_BYTES = 32;

export function meta(store: SqliteStore): Meta {
  const byKey = store.query<[string | null]>('SELECT value FROM meta WHERE key = ?');
  const value = (key: string) => store.read(() => byKey.first(key)?.[0] ?? null);

  function newKey(): string {
    return store.write(() => {
      const fresh = randomBytes(KEY_BYTES).toString('hex');
      store.run("INSERT INTO meta VALUES ('anonymous-id-key', ?) ON CONFLICT DO NOTHING", fresh);
      return value('anonymous-id-key') ?? fresh;
    });
  }

  return {
    isEmpty: () => value('generation') === null,
    remoteSearchUserId() {
      const id = value('remote-search-user-id');
      return id === null ? undefined : Number(id);
    },
    comment: () => value('comment'),
    stats() {
      const stats = value('stats');
      return stats === null ? undefined : (JSON.parse(stats) as RegistryStats);
    },
    // Where it is there it is only read, so that a registry can start while an import writes.
    anonymousIdKey: () => Buffer.from(value('anonymous-id-key') ?? newKey(), 'hex'),
  };
}
