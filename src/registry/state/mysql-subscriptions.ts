/** Subscriptions by mail, in a database that several instances share. */

import type { AskTables } from './mysql-tables.ts';
import {
  SUBSCRIPTION_COLUMNS,
  SUBSCRIPTION_PERSON_COLUMNS,
  type SubscriptionPersonRow,
  type SubscriptionRow,
  type SubscriptionStore,
  toSubscription,
  toSubscriptionPerson,
  toSubscriptionRow,
} from './subscription-store.ts';

const SELECT = `SELECT ${SUBSCRIPTION_COLUMNS} FROM service_subscription WHERE`;
const INSERT = `
INSERT INTO service_subscription (${SUBSCRIPTION_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const UNCONFIRMED = `
SELECT count(*), cast(coalesce(sum(mailbox = ?), 0) AS signed) FROM service_subscription WHERE due_day IS NULL`;
const CONFIRMED = `
SELECT count(*), count(DISTINCT question), cast(coalesce(sum(question = ?), 0) AS signed)
FROM service_subscription WHERE due_day IS NOT NULL`;
const FIRST_DUE = `
SELECT question FROM service_subscription WHERE due_day <= ? AND second_of_day <= ?
ORDER BY due_day, second_of_day LIMIT 1`;
const CLAIM = 'UPDATE service_subscription SET claim = ?, due_day = ? WHERE question = ? AND due_day <= ?';
const REKEY =
  'UPDATE service_subscription SET question = ?, second_of_day = ?, told_up_to = ?, owed = ? WHERE question = ?';
const LINKS_DUE = `
SELECT ${SUBSCRIPTION_COLUMNS} FROM service_subscription
WHERE link_due_at <= ? AND due_day IS NULL ORDER BY link_due_at LIMIT ?`;
/** Deletes the people of questions that have no subscription any more. */
const DROP_PEOPLE = `
DELETE FROM service_subscription_person WHERE question NOT IN (SELECT question FROM service_subscription)`;
const PEOPLE_AT_ONCE = 200;

/** Returns the store. Counts are read before a write, so several instances may exceed a bound by a few for a while. */
export function mysqlSubscriptions(ask: AskTables): SubscriptionStore {
  const those = (where: string, ...values: (string | Uint8Array)[]) =>
    ask(async ({ rows }) => (await rows<SubscriptionRow>(`${SELECT} ${where}`, ...values)).map(toSubscription));
  const set = async (sql: string, ...values: (string | number | Uint8Array)[]) => {
    await ask(({ run }) => run(`UPDATE service_subscription SET ${sql} WHERE id = ?`, ...values));
  };
  const removeWhere = (which: string, value: number | Uint8Array) =>
    ask(async ({ run }) => {
      const removed = await run(`DELETE FROM service_subscription WHERE ${which}`, value);
      if (removed > 0) await run(DROP_PEOPLE);
      return removed > 0;
    });
  return {
    ask: (subscription, { mostUnconfirmed, mostOfMailbox }) =>
      ask(async ({ rows, run }) => {
        const [[all, ofMailbox] = [0, 0]] = await rows<[number, number]>(UNCONFIRMED, subscription.mailbox);
        if (ofMailbox >= mostOfMailbox) return 'mailbox-full';
        if (all >= mostUnconfirmed) return 'full';
        await run(INSERT, ...toSubscriptionRow(subscription));
        return 'kept';
      }),
    async dropLapsed(requestedSince) {
      await removeWhere('due_day IS NULL AND asked_at <= ?', requestedSince);
    },
    find: async (id) => (await those('id = ?', id))[0],
    confirmedOf: (address, question) =>
      those('address = ? AND question = ? AND due_day IS NOT NULL ORDER BY id', address, question),
    confirm: ({ id, question }, dueDay, { mostQuestions, most }) =>
      ask(async ({ rows, run }) => {
        const [[all, questions, own] = [0, 0, 0]] = await rows<[number, number, number]>(CONFIRMED, question);
        if (all >= most || (own === 0 && questions >= mostQuestions)) return false;
        return (await run('UPDATE service_subscription SET due_day = ? WHERE id = ?', dueDay, id)) > 0;
      }),
    change: (id, { lang, frequency }) => set('lang = ?, frequency = ?', lang, frequency, id),
    peopleOf: (question) =>
      ask(async ({ rows }) => {
        const sql = `SELECT ${SUBSCRIPTION_PERSON_COLUMNS} FROM service_subscription_person WHERE question = ? ORDER BY number`;
        return (await rows<SubscriptionPersonRow>(sql, question)).map(toSubscriptionPerson);
      }),
    async changePeople(question, came, gone) {
      await ask(async ({ run }) => {
        for (let from = 0; from < came.length; from += PEOPLE_AT_ONCE) {
          const people = came.slice(from, from + PEOPLE_AT_ONCE);
          const places = people.map(() => '(?, ?, ?)').join();
          const sql = `INSERT IGNORE INTO service_subscription_person (question, person, origin) VALUES ${places}`;
          await run(sql, ...people.flatMap(({ person, origin }) => [question, person, origin]));
        }
        for (let from = 0; from < gone.length; from += PEOPLE_AT_ONCE) {
          const people = gone.slice(from, from + PEOPLE_AT_ONCE);
          const places = people.map(() => '?').join();
          const sql = `DELETE FROM service_subscription_person WHERE question = ? AND person IN (${places})`;
          await run(sql, question, ...people);
        }
      });
    },
    claim: (claim, { day, second }) =>
      ask(async ({ rows, run }) => {
        const [[question] = []] = await rows<[Uint8Array]>(FIRST_DUE, day, second);
        if (question === undefined) return undefined;
        await run(CLAIM, claim, day + 1, question, day);
        return (await rows<SubscriptionRow>(`${SELECT} claim = ?`, claim)).map(toSubscription);
      }),
    settle: (id, { announcedUpTo, owed, dueDay }) =>
      set('told_up_to = ?, owed = ?, due_day = ?', ...[announcedUpTo, owed, dueDay, id]),
    rekey: (from, { question, secondOfDay, announcedUpTo, owed }) =>
      ask(async ({ run }) => {
        await run(REKEY, ...[question, secondOfDay, announcedUpTo, owed, from]);
        await run(DROP_PEOPLE);
      }),
    linkSent: (id) => set('link_due_at = NULL', id),
    claimLinks: (at, { next, most }) =>
      ask(async ({ rows, run }) => {
        const claimed = [];
        for (const row of await rows<SubscriptionRow>(LINKS_DUE, at, most)) {
          const sql = 'UPDATE service_subscription SET link_due_at = ? WHERE id = ? AND link_due_at <= ?';
          if ((await run(sql, next, row[0], at)) > 0) claimed.push(toSubscription(row));
        }
        return claimed;
      }),
    isDue: (question, day) =>
      ask(async ({ rows }) => {
        const sql = 'SELECT 1 FROM service_subscription WHERE question = ? AND due_day <= ? LIMIT 1';
        return (await rows<[number]>(sql, question, day)).length > 0;
      }),
    remove: (id) => removeWhere('id = ?', id),
  };
}
