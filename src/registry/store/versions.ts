/** Values that are computed from the data, cached until the data, or those of a person, have another version. */

import { memoizeByVersion } from '../../domain/memoize.ts';
import type { ReadTransaction, Store } from './store.ts';

/** Returns a function that caches what `make` computes for one generation of the data; not for values about single users. */
export function byGeneration<T>(make: (tx: ReadTransaction) => T): (tx: ReadTransaction) => T {
  return memoizeByVersion(
    (tx: ReadTransaction) => tx.generation(),
    (_, tx) => make(tx),
  );
}

/** Like {@link byGeneration}, but a change of single users clears the cache too. */
export function byVersion<T>(make: (tx: ReadTransaction) => T): (tx: ReadTransaction) => T {
  return memoizeByVersion(
    (tx: ReadTransaction) => tx.version(),
    (_, tx) => make(tx),
  );
}

/** A cache and the functions that drop its values. */
type CacheOfUsers = { clear(): void; dropUser(userId: number): void };

/**
 * Returns a function that drops outdated values about single users, all after an import; call it before each read of the
 * cache.
 */
export function dropOutdated(store: Store, cached: CacheOfUsers): (tx: ReadTransaction) => void {
  const changedSince = store.query<[number]>('SELECT user_id FROM user_change WHERE revision > ?');
  let version = '';
  let generation: string | undefined;
  let revision = 0;
  let tag = '';
  return (tx) => {
    if (tx.version() === version) return;
    // After a backup is restored, other changes may lead to the same revision.
    if (tx.generation() !== generation || !tx.comeFrom(tag)) cached.clear();
    else for (const [userId] of changedSince.all(tx, revision)) cached.dropUser(userId);
    version = tx.version();
    generation = tx.generation();
    revision = tx.usersRevision();
    tag = tx.dataTag();
  };
}

/** Returns a function that caches what `make` returns for a user. Undefined is not cached: a caller may ask for any id. */
export function byUser<T>(
  store: Store,
  make: (tx: ReadTransaction, userId: number) => T | undefined,
): (tx: ReadTransaction, userId: number) => T | undefined {
  const known = new Map<number, T>();
  const dropOld = dropOutdated(store, {
    clear: () => known.clear(),
    dropUser: (userId) => known.delete(userId),
  });
  return (tx, userId) => {
    dropOld(tx);
    const before = known.get(userId);
    if (before !== undefined) return before;
    const made = make(tx, userId);
    if (made !== undefined) known.set(userId, made);
    return made;
  };
}
