/**
 * The numbers of people that were given once. None is given again: a request for access, an anonymous id, a link or a record
 * that a partner keeps would name somebody else.
 */

import { writeMeta } from './meta.ts';
import type { ReadTransaction, Store, WriteTransaction } from './store.ts';

export type GivenIds = {
  /** The highest number that a person of this registry has or had, as far as its data remember; 0 where nobody had one. */
  highest(tx: ReadTransaction): number;
  /** Remembers a number that was given, here or in data that these come from; a lower one than is known changes nothing. */
  raiseTo(tx: WriteTransaction, userId: number): void;
};

/** More than this is no number of a person (rdp-protocol 8). */
export const HIGHEST_ID = 2_147_483_647;

const KEY = 'highest-user-id';
const HIGHEST = `
SELECT max(
  coalesce((SELECT CAST(value AS INTEGER) FROM meta WHERE key = '${KEY}'), 0),
  coalesce((SELECT max(id) FROM user), 0),
  coalesce((SELECT max(user_id) FROM user_change), 0),
  coalesce((SELECT max(user_id) FROM access_request), 0),
  coalesce((SELECT max(user_id) FROM access_token), 0)
)
`;

export function givenIds(store: Store): GivenIds {
  const stored = store.query<[number]>(HIGHEST);
  const highest = (tx: ReadTransaction) => stored.first(tx)?.[0] ?? 0;
  return {
    highest,
    raiseTo: (tx, userId) => writeMeta(tx, KEY, String(Math.max(userId, highest(tx)))),
  };
}
