/** When the requests about a person are looked at again, in a database file. */

import type { Store } from '../store/store.ts';
import type { DuePeopleStore } from './service-state.ts';

const LOOK_AT = `
INSERT INTO asked_person (user_id, look_at) VALUES (?, ?)
ON CONFLICT DO UPDATE SET look_at = min(coalesce(look_at, excluded.look_at), excluded.look_at)`;
const LOOK_SOONER = 'UPDATE asked_person SET look_at = min(coalesce(look_at, ?), ?) WHERE user_id = ?';
const DUE = 'SELECT user_id FROM asked_person WHERE look_at <= ? AND claimed_until <= ? ORDER BY look_at LIMIT 1';
/** A moment stored during the claim is earlier than its end, and so earlier than what it is settled with. */
const CLAIM = 'UPDATE asked_person SET look_at = ?, claimed_until = ? WHERE user_id = ?';
const SETTLE = `
UPDATE asked_person SET look_at = CASE WHEN look_at < ? THEN look_at ELSE ? END, claimed_until = ''
WHERE user_id = ? AND claimed_until = ?`;
const DROP = 'DELETE FROM asked_person WHERE look_at IS NULL AND user_id = ?';

/** Returns the store in the file of the registry, or in that of its state. */
export function sqliteDuePeople(store: Store): DuePeopleStore {
  const due = store.query<[number]>(DUE);
  return {
    async lookAt(userId, at) {
      await store.writeInTurn((tx) => tx.run(LOOK_AT, userId, at));
    },
    async lookSooner(userId, at) {
      await store.writeInTurn((tx) => tx.run(LOOK_SOONER, at, at, userId));
    },
    async claim(now, until) {
      // Usually nobody is due, and then this does not block a writer.
      if (store.read((tx) => due.first(tx, now, now)) === undefined) return undefined;
      return store.writeInTurn((tx) => {
        const [userId] = due.first(tx, now, now) ?? [];
        if (userId === undefined) return undefined;
        tx.run(CLAIM, until, until, userId);
        return { userId, until };
      });
    },
    async settle({ userId, until }, nextAt) {
      await store.writeInTurn((tx) => {
        tx.run(SETTLE, until, nextAt, userId, until);
        tx.run(DROP, userId);
      });
    },
  };
}
