/** What a registry of its own remembers of the database that it followed before, for the day when it follows that again. */

import type { ReadTransaction, Store } from '../store/store.ts';

/** The keys of the label of the database, and of the highest id that a person had when following ended, in the table `meta`. */
export const ENDED_SOURCE = 'followed-before';
export const ENDED_AT_USER_ID = 'followed-before-highest-user-id';

/** Returns the label, and up to which id people are those of that database; undefined where none was followed. */
export function followedBefore(
  tx: ReadTransaction,
  store: Store,
): { source: string; highestUserId: number } | undefined {
  const byKey = store.query<[string]>('SELECT value FROM meta WHERE key = ?');
  const source = byKey.first(tx, ENDED_SOURCE)?.[0];
  if (source === undefined) return undefined;
  return { source, highestUserId: Number(byKey.first(tx, ENDED_AT_USER_ID)?.[0] ?? 0) };
}

/** Whether two labels name the same server and schema; the account may differ. */
export function isSamePlace(one: string | null, other: string): boolean {
  const place = (label: string) => label.slice(label.indexOf('@') + 1);
  return one !== null && place(one) === place(other);
}
