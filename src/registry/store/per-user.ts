/** Caches of values about single users: a change of a user drops their values, an import drops all. */

import type { ReadTransaction, Store } from './store.ts';

/** A cache and the functions that drop its values. */
type CacheOfUsers = { clear(): void; dropUser(userId: number): void };

/** Returns a function that drops outdated values; call it before each read of the cache. */
export function dropOutdated(store: Store, cached: CacheOfUsers): (tx: ReadTransaction) => void {
  const changedSince = store.query<[number]>('SELECT user_id FROM user_change WHERE revision > ?');
  let generation: string | undefined;
  let revision = 0;
  let tag = '';
  return (tx) => {
    if (tx.generation() === generation && tx.dataTag() === tag) return;
    // After a backup is restored, other changes may lead to the same revision.
    if (tx.generation() !== generation || !tx.comeFrom(tag)) cached.clear();
    else for (const [userId] of changedSince.all(tx, revision)) cached.dropUser(userId);
    generation = tx.generation();
    revision = tx.usersRevision();
    tag = tx.dataTag();
  };
}

/** Returns a function that caches what `make` returns for a user. Undefined is not cached: a caller may ask for any id. */
export function perUser<T>(
  store: Store,
  make: (tx: ReadTransaction, userId: number) => T | undefined,
): (tx: ReadTransaction, userId: number) => T | undefined {
  const byUser = new Map<number, T>();
  const dropOld = dropOutdated(store, {
    clear: () => byUser.clear(),
    dropUser: (userId) => byUser.delete(userId),
  });
  return (tx, userId) => {
    dropOld(tx);
    const known = byUser.get(userId);
    if (known !== undefined) return known;
    const thing = make(tx, userId);
    if (thing !== undefined) byUser.set(userId, thing);
    return thing;
  };
}
