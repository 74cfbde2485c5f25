/** When the requests about a person are looked at again. */

import type { DuePeopleStore } from './service-state.ts';
import { rows, run, type StateDatabase } from './sql-work.ts';

/** Other instances may claim some of these people at the same moment. */
const MOST_TRIED = 20;

export function duePeopleStore(db: StateDatabase): DuePeopleStore {
  const { prefix, orUpdate, least } = db.dialect;
  const person = `${prefix}asked_person`;
  const sooner = `look_at = ${least}(coalesce(look_at, ?), ?)`;
  const due = `SELECT user_id FROM ${person} WHERE look_at <= ? AND claimed_until <= ? ORDER BY look_at LIMIT ?`;
  /** The first instance that changes the row has the claim. A moment stored during the claim is earlier than its end. */
  const claim = `UPDATE ${person} SET look_at = ?, claimed_until = ?
    WHERE user_id = ? AND look_at <= ? AND claimed_until <= ?`;
  const settle = `UPDATE ${person} SET look_at = CASE WHEN look_at < ? THEN look_at ELSE ? END, claimed_until = ''
    WHERE user_id = ? AND claimed_until = ?`;
  return {
    async lookAt(userId, at) {
      const sql = `INSERT INTO ${person} (user_id, look_at) VALUES (?, ?) ${orUpdate} ${sooner}`;
      await db.write(() => run(sql, userId, at, at, at));
    },
    async lookSooner(userId, at) {
      await db.write(() => run(`UPDATE ${person} SET ${sooner} WHERE user_id = ?`, at, at, userId));
    },
    async claim(now, until) {
      const dueNow = () => rows<[number]>(due, now, now, MOST_TRIED);
      // Usually nobody is due, and then this does not block a writer.
      if ((await db.read(dueNow)).length === 0) return undefined;
      return db.write(function* () {
        for (const [userId] of yield* dueNow()) {
          if ((yield* run(claim, until, until, userId, now, now)) > 0) return { userId, until };
        }
        return undefined;
      });
    },
    async settle({ userId, until }, nextAt) {
      await db.write(function* () {
        yield* run(settle, until, nextAt, userId, until);
        yield* run(`DELETE FROM ${person} WHERE look_at IS NULL AND user_id = ?`, userId);
      });
    },
  };
}
