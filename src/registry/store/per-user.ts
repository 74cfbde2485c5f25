/**
 * Things cached of single users: forgotten when their user changes, and all of them when an import replaces the data.
 */

import type { ReadTransaction, Store } from './store.ts';

/** What is cached, and how it is forgotten. */
type CacheOfUsers = { clear(): void; dropUser(userId: number): void };

/** Answers a function to be called before what is cached is looked at: it drops what is out of date. */
export function dropOutdated(store: Store, cached: CacheOfUsers): (tx: ReadTransaction) => void {
  const changedSince = store.query<[number]>('SELECT user_id FROM user_change WHERE revision > ?');
  let generation: string | undefined;
  let revision = 0;
  let tag = '';
  return (tx) => {
    if (tx.generation() === generation && tx.dataTag() === tag) return;
    // A restored backup may be followed by other changes up to the same revision.
    if (tx.generation() !== generation || !tx.comeFrom(tag)) cached.clear();
    else for (const [userId] of changedSince.all(tx, revision)) cached.dropUser(userId);
    generation = tx.generation();
    revision = tx.usersRevision();
    tag = tx.dataTag();
  };
}

/** Answers what `make` makes of a user. What is not there is not cached: anybody can ask for any id. */
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
