/** When the requests about a person are looked at again, in a database that several instances share. */

import type { AskTables } from './mysql-tables.ts';
import type { DuePeopleStore } from './service-state.ts';

const LOOK_AT = `
INSERT INTO service_asked_person (user_id, look_at) VALUES (?, ?)
ON DUPLICATE KEY UPDATE look_at = least(coalesce(look_at, VALUES(look_at)), VALUES(look_at))`;
const LOOK_SOONER = 'UPDATE service_asked_person SET look_at = least(coalesce(look_at, ?), ?) WHERE user_id = ?';
const DUE = `
SELECT user_id FROM service_asked_person WHERE look_at <= ? AND claimed_until <= ? ORDER BY look_at LIMIT ?`;
/** The first instance that changes the row has the claim. A moment stored during the claim is earlier than its end. */
const CLAIM = `
UPDATE service_asked_person SET look_at = ?, claimed_until = ?
WHERE user_id = ? AND look_at <= ? AND claimed_until <= ?`;
const SETTLE = `
UPDATE service_asked_person SET look_at = CASE WHEN look_at < ? THEN look_at ELSE ? END, claimed_until = ''
WHERE user_id = ? AND claimed_until = ?`;
const DROP = 'DELETE FROM service_asked_person WHERE look_at IS NULL AND user_id = ?';
/** Other instances may claim some of these people at the same moment. */
const MOST_TRIED = 20;

/** Returns the store in the tables of `state.url`. */
export function mysqlDuePeople(ask: AskTables): DuePeopleStore {
  return {
    lookAt: (userId, at) =>
      ask(async ({ run }) => {
        await run(LOOK_AT, userId, at);
      }),
    lookSooner: (userId, at) =>
      ask(async ({ run }) => {
        await run(LOOK_SOONER, at, at, userId);
      }),
    claim: (now, until) =>
      ask(async ({ rows, run }) => {
        for (const [userId] of await rows<[number]>(DUE, now, now, MOST_TRIED)) {
          if ((await run(CLAIM, until, until, userId, now, now)) > 0) return { userId, until };
        }
        return undefined;
      }),
    settle: ({ userId, until }, nextAt) =>
      ask(async ({ run }) => {
        await run(SETTLE, until, nextAt, userId, until);
        await run(DROP, userId);
      }),
  };
}
