/** Subscriptions by mail, in a database file. */

import type { Store, WriteTransaction } from '../store/store.ts';
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

const INSERT = `
INSERT INTO subscription (${SUBSCRIPTION_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const FIRST_DUE = `
SELECT question FROM subscription WHERE due_day <= ? AND second_of_day <= ? ORDER BY due_day, second_of_day LIMIT 1`;
const CLAIM = 'UPDATE subscription SET claim = ?, due_day = ? WHERE question = ? AND due_day <= ?';
const ADD_PERSON = `
INSERT INTO subscription_person (question, person, origin) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`;
const SETTLE = 'UPDATE subscription SET told_up_to = ?, owed = ?, due_day = ? WHERE id = ?';
const REKEY = 'UPDATE subscription SET question = ?, second_of_day = ?, told_up_to = ?, owed = ? WHERE question = ?';
const LINKS_DUE = `
SELECT ${SUBSCRIPTION_COLUMNS} FROM subscription
WHERE link_due_at <= ? AND due_day IS NULL ORDER BY link_due_at LIMIT ?`;
const LAPSED = 'due_day IS NULL AND asked_at <= ?';
/** Deletes the people of questions that have no subscription any more. */
const DROP_PEOPLE = 'DELETE FROM subscription_person WHERE question NOT IN (SELECT question FROM subscription)';

export function sqliteSubscriptions(store: Store): SubscriptionStore {
  const where = (condition: string) =>
    store.query<SubscriptionRow>(`SELECT ${SUBSCRIPTION_COLUMNS} FROM subscription WHERE ${condition}`);
  const byId = where('id = ?');
  const byAddress = where('address = ? AND question = ? AND due_day IS NOT NULL ORDER BY id');
  const claimed = where('claim = ?');
  const lapsed = where(`${LAPSED} LIMIT 1`);
  const people = store.query<SubscriptionPersonRow>(
    `SELECT ${SUBSCRIPTION_PERSON_COLUMNS} FROM subscription_person WHERE question = ? ORDER BY number`,
  );
  const unconfirmed = store.query<[number, number]>(
    'SELECT count(*), coalesce(sum(mailbox = ?), 0) FROM subscription WHERE due_day IS NULL',
  );
  const confirmed = store.query<[number, number, number]>(`
    SELECT count(*), count(DISTINCT question), coalesce(sum(question = ?), 0)
    FROM subscription WHERE due_day IS NOT NULL`);
  const firstDue = store.query<[Uint8Array]>(FIRST_DUE);
  const linksDue = store.query<SubscriptionRow>(LINKS_DUE);
  const due = store.query<[number]>('SELECT 1 FROM subscription WHERE question = ? AND due_day <= ? LIMIT 1');

  return {
    ask: (subscription, { mostUnconfirmed, mostOfMailbox }) =>
      store.writeInTurn((tx) => {
        const [all, ofMailbox] = unconfirmed.first(tx, subscription.mailbox) ?? [0, 0];
        if (ofMailbox >= mostOfMailbox) return 'mailbox-full';
        if (all >= mostUnconfirmed) return 'full';
        tx.run(INSERT, ...toSubscriptionRow(subscription));
        return 'kept';
      }),
    async dropLapsed(requestedSince) {
      if (store.read((tx) => lapsed.first(tx, requestedSince)) === undefined) return;
      await store.writeInTurn((tx) => removeWhere(tx, LAPSED, requestedSince));
      store.dropDeleted();
    },
    async find(id) {
      const row = store.read((tx) => byId.first(tx, id));
      return row && toSubscription(row);
    },
    confirmedOf: async (address, question) =>
      store.read((tx) => byAddress.all(tx, address, question)).map(toSubscription),
    confirm: ({ id, question }, dueDay, { mostQuestions, most }) =>
      store.writeInTurn((tx) => {
        const [all, questions, own] = confirmed.first(tx, question) ?? [0, 0, 0];
        if (all >= most || (own === 0 && questions >= mostQuestions)) return false;
        return tx.run('UPDATE subscription SET due_day = ? WHERE id = ?', dueDay, id).changes > 0;
      }),
    async change(id, { lang, frequency }) {
      await store.writeInTurn((tx) =>
        tx.run('UPDATE subscription SET lang = ?, frequency = ? WHERE id = ?', lang, frequency, id),
      );
    },
    peopleOf: async (question) => store.read((tx) => people.all(tx, question)).map(toSubscriptionPerson),
    async changePeople(question, came, gone) {
      if (came.length + gone.length === 0) return;
      await store.writeInTurn((tx) => {
        for (const { person, origin } of came) tx.run(ADD_PERSON, question, person, origin);
        for (const person of gone) {
          tx.run('DELETE FROM subscription_person WHERE question = ? AND person = ?', question, person);
        }
      });
    },
    async claim(claim, { day, second }) {
      // Usually no subscription is due, and then this does not block a writer.
      if (store.read((tx) => firstDue.first(tx, day, second)) === undefined) return undefined;
      return store.writeInTurn((tx) => {
        const [question] = firstDue.first(tx, day, second) ?? [];
        if (question === undefined) return [];
        tx.run(CLAIM, claim, day + 1, question, day);
        return claimed.all(tx, claim).map(toSubscription);
      });
    },
    async settle(id, { announcedUpTo, owed, dueDay }) {
      await store.writeInTurn((tx) => tx.run(SETTLE, ...[announcedUpTo, owed, dueDay, id]));
    },
    async rekey(from, { question, secondOfDay, announcedUpTo, owed }) {
      await store.writeInTurn((tx) => {
        tx.run(REKEY, ...[question, secondOfDay, announcedUpTo, owed, from]);
        tx.run(DROP_PEOPLE);
      });
    },
    async linkSent(id) {
      await store.writeInTurn((tx) => tx.run('UPDATE subscription SET link_due_at = NULL WHERE id = ?', id));
    },
    async claimLinks(at, { next, most }) {
      if (store.read((tx) => linksDue.first(tx, at, 1)) === undefined) return [];
      return store.writeInTurn((tx) => {
        const rows = linksDue.all(tx, at, most);
        for (const [id] of rows) tx.run('UPDATE subscription SET link_due_at = ? WHERE id = ?', next, id);
        return rows.map(toSubscription);
      });
    },
    isDue: async (question, day) => store.read((tx) => due.first(tx, question, day)) !== undefined,
    async remove(id) {
      const removed = await store.writeInTurn((tx) => removeWhere(tx, 'id = ?', id));
      if (removed > 0) store.dropDeleted();
      return removed > 0;
    },
  };
}

function removeWhere(tx: WriteTransaction, which: string, value: number | Uint8Array): number {
  const { changes } = tx.run(`DELETE FROM subscription WHERE ${which}`, value);
  if (changes > 0) tx.run(DROP_PEOPLE);
  return changes;
}
