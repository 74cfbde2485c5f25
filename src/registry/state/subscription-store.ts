/** The stored subscriptions by mail, over any database. */

import type { Frequency } from '../../domain/federation/subscription.ts';
import type { Value } from '../store/store.ts';
import { countOf, inBatches, rows, run, type StateDatabase } from './sql-work.ts';

export type StoredSubscription = {
  /** 16 bytes. */
  id: Uint8Array;
  address: string;
  /** A keyed digest of the mailbox that the address leads to. */
  mailbox: Uint8Array;
  /** A keyed digest, the same for equal questions. */
  question: Uint8Array;
  kind: 'genes' | 'users';
  /** The parameters of the question, as in the query part of a URL. */
  search: string;
  lang: string;
  frequency: Frequency;
  /** In seconds since 1970. */
  requestedAt: number;
  /** The second of a due day at which its question is run. */
  secondOfDay: number;
  /** In days since 1970; null until it is confirmed. */
  dueDay: number | null;
  /** All people up to this number have been announced to it, except those in `owed`. */
  announcedUpTo: number;
  /** The digests of people who are still to be announced, one after the other. */
  owed: Uint8Array;
  /** When another process may send the link to confirm it, in seconds since 1970; null once it is sent. */
  linkDueAt: number | null;
};

/** A person that a question has found, as a keyed digest. */
type SubscriptionPerson = {
  person: Uint8Array;
  /** The key of the registry. */
  origin: string;
  /** Rises with every person who is added; no number is used twice. */
  number: number;
};

type AskBounds = {
  mostUnconfirmed: number;
  /** The largest number of unconfirmed subscriptions of one mailbox. */
  mostOfMailbox: number;
};

export type SubscriptionStore = {
  /** Stores an unconfirmed subscription. */
  ask(subscription: StoredSubscription, bounds: AskBounds): Promise<'stored' | 'full' | 'mailbox-full'>;
  /** Deletes unconfirmed subscriptions that were requested at this time or before. */
  dropLapsed(requestedSince: number): Promise<void>;
  find(id: Uint8Array): Promise<StoredSubscription | undefined>;
  /** Returns the confirmed ones of exactly this address, in the order of their ids; only for a moment can there be several. */
  confirmedOf(address: string, question: Uint8Array): Promise<StoredSubscription[]>;
  /** Returns false if there is no room or no such subscription. `mostQuestions` does not apply to a question that has subscribers. */
  confirm(
    { id, question }: Pick<StoredSubscription, 'id' | 'question'>,
    dueDay: number,
    bounds: { mostQuestions: number; most: number },
  ): Promise<boolean>;
  change(id: Uint8Array, to: Pick<StoredSubscription, 'lang' | 'frequency'>): Promise<void>;
  /** Returns the people in the order of their numbers. */
  peopleOf(question: Uint8Array): Promise<SubscriptionPerson[]>;
  /** Adds and removes people. The number of a stored person is unchanged. */
  changePeople(
    question: Uint8Array,
    came: readonly Omit<SubscriptionPerson, 'number'>[],
    gone: readonly Uint8Array[],
  ): Promise<void>;
  /**
   * Claims the due subscriptions of one question. They are due again on the next day, so that no other process runs the
   * question today. An empty list if another process has just claimed them; undefined if no question is due.
   */
  claim(
    claim: Uint8Array,
    { day, second }: { day: number; second: number },
  ): Promise<readonly StoredSubscription[] | undefined>;
  /** Stores which people it has announced, and when it is due again. */
  settle(
    id: Uint8Array,
    { announcedUpTo, owed, dueDay }: Pick<StoredSubscription, 'announcedUpTo' | 'owed'> & { dueDay: number },
  ): Promise<void>;
  /** Moves all subscriptions of a question to another digest; the people stored there count as announced. */
  rekey(
    from: Uint8Array,
    to: Pick<StoredSubscription, 'question' | 'secondOfDay' | 'announcedUpTo' | 'owed'>,
  ): Promise<void>;
  /** Deletes one with everything that only it needs, and returns whether it existed. */
  remove(id: Uint8Array): Promise<boolean>;
  /** Notes that the link to confirm it is sent. */
  linkSent(id: Uint8Array): Promise<void>;
  /** Claims unconfirmed ones with a due link. They are due again at `next`, and no other process gets them until then. */
  claimLinks(at: number, bounds: { next: number; most: number }): Promise<StoredSubscription[]>;
  /** Whether any subscription of a question is due on this day. */
  isDue(question: Uint8Array, day: number): Promise<boolean>;
};

/** The columns of {@link SUBSCRIPTION_COLUMNS}. */
type SubscriptionRow = [
  ...[id: Uint8Array, address: string, mailbox: Uint8Array, question: Uint8Array],
  ...[kind: string, search: string, lang: string, frequency: string, requestedAt: number],
  ...[secondOfDay: number, dueDay: number | null, announcedUpTo: number, owed: Uint8Array],
  linkDueAt: number | null,
];
const SUBSCRIPTION_COLUMNS =
  'id, address, mailbox, question, kind, search, lang, frequency, asked_at, second_of_day, due_day, told_up_to, owed, link_due_at';

/** The columns of {@link SUBSCRIPTION_PERSON_COLUMNS}. */
type SubscriptionPersonRow = [person: Uint8Array, origin: string, number: number];
const SUBSCRIPTION_PERSON_COLUMNS = 'person, origin, number';

function toSubscription(row: SubscriptionRow): StoredSubscription {
  const [id, address, mailbox, question, kind, search, lang, frequency, ...rest] = row;
  const [requestedAt, secondOfDay, dueDay, announcedUpTo, owed, linkDueAt] = rest;
  return {
    ...{ id, address, mailbox, question, kind: kind as StoredSubscription['kind'], search, lang },
    ...{ frequency: frequency as Frequency, requestedAt, secondOfDay, dueDay, announcedUpTo, owed },
    linkDueAt,
  };
}

function toSubscriptionRow(stored: StoredSubscription): SubscriptionRow {
  const { id, address, mailbox, question, kind, search, lang, frequency, ...rest } = stored;
  const { requestedAt, secondOfDay, dueDay, announcedUpTo, owed, linkDueAt } = rest;
  return [
    ...([id, address, mailbox, question, kind, search, lang, frequency] as const),
    ...([requestedAt, secondOfDay, dueDay, announcedUpTo, owed, linkDueAt] as const),
  ];
}

function toSubscriptionPerson([person, origin, number]: SubscriptionPersonRow): SubscriptionPerson {
  return { person, origin, number };
}

export function subscriptionStore(db: StateDatabase): SubscriptionStore {
  const { prefix, insertIgnore } = db.dialect;
  const table = `${prefix}subscription`;
  const people = `${table}_person`;
  const select = (where: string, ...values: Value[]) =>
    rows<SubscriptionRow>(`SELECT ${SUBSCRIPTION_COLUMNS} FROM ${table} WHERE ${where}`, ...values);
  const those = async (where: string, ...values: Value[]) =>
    (await db.read(() => select(where, ...values))).map(toSubscription);
  const set = async (sql: string, ...values: Value[]) => {
    await db.write(() => run(`UPDATE ${table} SET ${sql} WHERE id = ?`, ...values));
  };
  const dropPeople = () => run(`DELETE FROM ${people} WHERE question NOT IN (SELECT question FROM ${table})`);

  async function remove(which: string, value: number | Uint8Array): Promise<boolean> {
    const removed = await db.write(function* () {
      const rowsRemoved = yield* run(`DELETE FROM ${table} WHERE ${which}`, value);
      if (rowsRemoved > 0) yield* dropPeople();
      return rowsRemoved > 0;
    });
    if (removed) db.dropDeleted();
    return removed;
  }

  return {
    ask: (subscription, { mostUnconfirmed, mostOfMailbox }) =>
      db.writeAlone('subscriptions', function* () {
        const counted = `SELECT count(*), ${countOf('mailbox = ?')} FROM ${table} WHERE due_day IS NULL`;
        const [[all, ofMailbox] = [0, 0]] = yield* rows<[number, number]>(counted, subscription.mailbox);
        if (ofMailbox >= mostOfMailbox) return 'mailbox-full';
        if (all >= mostUnconfirmed) return 'full';
        const row = toSubscriptionRow(subscription);
        yield* run(`INSERT INTO ${table} (${SUBSCRIPTION_COLUMNS}) VALUES (${row.map(() => '?').join()})`, ...row);
        return 'stored';
      }),
    async dropLapsed(requestedSince) {
      const lapsed = 'due_day IS NULL AND asked_at <= ?';
      if ((await those(`${lapsed} LIMIT 1`, requestedSince)).length > 0) await remove(lapsed, requestedSince);
    },
    find: async (id) => (await those('id = ?', id))[0],
    confirmedOf: (address, question) =>
      those('address = ? AND question = ? AND due_day IS NOT NULL ORDER BY id', address, question),
    confirm: ({ id, question }, dueDay, { mostQuestions, most }) =>
      db.writeAlone('subscriptions', function* () {
        const counted = `SELECT count(*), count(DISTINCT question), ${countOf('question = ?')} FROM ${table} WHERE due_day IS NOT NULL`;
        const [[all, questions, own] = [0, 0, 0]] = yield* rows<[number, number, number]>(counted, question);
        if (all >= most || (own === 0 && questions >= mostQuestions)) return false;
        return (yield* run(`UPDATE ${table} SET due_day = ? WHERE id = ?`, dueDay, id)) > 0;
      }),
    change: (id, { lang, frequency }) => set('lang = ?, frequency = ?', lang, frequency, id),
    async peopleOf(question) {
      const sql = `SELECT ${SUBSCRIPTION_PERSON_COLUMNS} FROM ${people} WHERE question = ? ORDER BY number`;
      return (await db.read(() => rows<SubscriptionPersonRow>(sql, question))).map(toSubscriptionPerson);
    },
    async changePeople(question, came, gone) {
      if (came.length + gone.length === 0) return;
      await db.write(function* () {
        yield* inBatches(
          came,
          (places) => `${insertIgnore} INTO ${people} (question, person, origin) VALUES ${places}`,
          ({ person, origin }) => [question, person, origin],
        );
        yield* inBatches(
          gone,
          (places) => `DELETE FROM ${people} WHERE question = ? AND person IN (${places})`,
          (person) => [person],
          [question],
        );
      });
    },
    async claim(claim, { day, second }) {
      const sql = `SELECT question FROM ${table} WHERE due_day <= ? AND second_of_day <= ?
        ORDER BY due_day, second_of_day LIMIT 1`;
      const firstDue = () => rows<[Uint8Array]>(sql, day, second);
      // Usually no subscription is due, and then this does not block a writer.
      if ((await db.read(firstDue)).length === 0) return undefined;
      return db.write(function* () {
        const [[question] = []] = yield* firstDue();
        if (question === undefined) return [];
        const mine = `UPDATE ${table} SET claim = ?, due_day = ? WHERE question = ? AND due_day <= ?`;
        yield* run(mine, claim, day + 1, question, day);
        return (yield* select('claim = ?', claim)).map(toSubscription);
      });
    },
    settle: (id, { announcedUpTo, owed, dueDay }) =>
      set('told_up_to = ?, owed = ?, due_day = ?', announcedUpTo, owed, dueDay, id),
    async rekey(from, { question, secondOfDay, announcedUpTo, owed }) {
      const sql = `UPDATE ${table} SET question = ?, second_of_day = ?, told_up_to = ?, owed = ? WHERE question = ?`;
      await db.write(function* () {
        yield* run(sql, question, secondOfDay, announcedUpTo, owed, from);
        yield* dropPeople();
      });
    },
    linkSent: (id) => set('link_due_at = NULL', id),
    async claimLinks(at, { next, most }) {
      const due = () => select('link_due_at <= ? AND due_day IS NULL ORDER BY link_due_at LIMIT ?', at, most);
      if ((await db.read(due)).length === 0) return [];
      return db.write(function* () {
        const claimed = [];
        for (const row of yield* due()) {
          const sql = `UPDATE ${table} SET link_due_at = ? WHERE id = ? AND link_due_at <= ?`;
          if ((yield* run(sql, next, row[0], at)) > 0) claimed.push(toSubscription(row));
        }
        return claimed;
      });
    },
    isDue: async (question, day) => (await those('question = ? AND due_day <= ? LIMIT 1', question, day)).length > 0,
    remove: (id) => remove('id = ?', id),
  };
}
