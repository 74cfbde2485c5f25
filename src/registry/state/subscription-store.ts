/** Subscriptions by mail as they are stored, for all kinds of databases. */

import type { Frequency } from '../../domain/federation/subscription.ts';

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
  ask(subscription: StoredSubscription, bounds: AskBounds): Promise<'kept' | 'full' | 'mailbox-full'>;
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
  /** Adds and removes people; a person who is stored already keeps the number. */
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
export type SubscriptionRow = [
  ...[id: Uint8Array, address: string, mailbox: Uint8Array, question: Uint8Array],
  ...[kind: string, search: string, lang: string, frequency: string, requestedAt: number],
  ...[secondOfDay: number, dueDay: number | null, announcedUpTo: number, owed: Uint8Array],
  linkDueAt: number | null,
];
export const SUBSCRIPTION_COLUMNS =
  'id, address, mailbox, question, kind, search, lang, frequency, asked_at, second_of_day, due_day, told_up_to, owed, link_due_at';

/** The columns of {@link SUBSCRIPTION_PERSON_COLUMNS}. */
export type SubscriptionPersonRow = [person: Uint8Array, origin: string, number: number];
export const SUBSCRIPTION_PERSON_COLUMNS = 'person, origin, number';

export function toSubscription(row: SubscriptionRow): StoredSubscription {
  const [id, address, mailbox, question, kind, search, lang, frequency, ...rest] = row;
  const [requestedAt, secondOfDay, dueDay, announcedUpTo, owed, linkDueAt] = rest;
  return {
    ...{ id, address, mailbox, question, kind: kind as StoredSubscription['kind'], search, lang },
    ...{ frequency: frequency as Frequency, requestedAt, secondOfDay, dueDay, announcedUpTo, owed },
    linkDueAt,
  };
}

export function toSubscriptionRow(stored: StoredSubscription): SubscriptionRow {
  const { id, address, mailbox, question, kind, search, lang, frequency, ...rest } = stored;
  const { requestedAt, secondOfDay, dueDay, announcedUpTo, owed, linkDueAt } = rest;
  return [
    ...([id, address, mailbox, question, kind, search, lang, frequency] as const),
    ...([requestedAt, secondOfDay, dueDay, announcedUpTo, owed, linkDueAt] as const),
  ];
}

export function toSubscriptionPerson([person, origin, number]: SubscriptionPersonRow): SubscriptionPerson {
  return { person, origin, number };
}
