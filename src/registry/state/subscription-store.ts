/** Who is notified by mail whom a question finds, as it is stored: what every kind of database answers. */

import type { Frequency } from '../../domain/federation/subscription.ts';

export type StoredSubscription = {
  /** 16 bytes. */
  id: Uint8Array;
  address: string;
  /** A keyed digest of the box that the address leads to. */
  mailbox: Uint8Array;
  /** A keyed digest, the same for equal questions. */
  question: Uint8Array;
  kind: 'genes' | 'users';
  /** The parameters of the question, as an address holds them. */
  search: string;
  lang: string;
  frequency: Frequency;
  /** In seconds since 1970. */
  requestedAt: number;
  /** When its question is asked on a day that it is due. */
  secondOfDay: number;
  /** In days since 1970; null where it is not confirmed. */
  dueDay: number | null;
  /** Everybody up to this number has been announced, but for those who are owed. */
  announcedUpTo: number;
  /** Digests, one after the other. */
  owed: Uint8Array;
  /** When the link to confirm it is to be sent by whoever comes first, in seconds since 1970; null where it is sent. */
  linkDueAt: number | null;
};

/** Somebody whom a question has found, by a keyed digest. */
type SubscriptionPerson = {
  person: Uint8Array;
  /** The key of the registry. */
  origin: string;
  /** Rises with everybody who comes; none is given twice. */
  number: number;
};

type AskBounds = {
  mostUnconfirmed: number;
  /** Unconfirmed ones of one box. */
  mostOfMailbox: number;
};

export type SubscriptionStore = {
  /** Keeps one, unconfirmed. */
  ask(subscription: StoredSubscription, bounds: AskBounds): Promise<'kept' | 'full' | 'mailbox-full'>;
  /** Deletes for good those that were asked for before, and nobody has confirmed. */
  dropLapsed(requestedSince: number): Promise<void>;
  find(id: Uint8Array): Promise<StoredSubscription | undefined>;
  /** The confirmed ones of this very address, in the order of their ids: more than one for a moment only. */
  confirmedOf(address: string, question: Uint8Array): Promise<StoredSubscription[]>;
  /** Answers whether there is room; one of a question that others have too needs none for that. */
  confirm(
    { id, question }: Pick<StoredSubscription, 'id' | 'question'>,
    dueDay: number,
    bounds: { mostQuestions: number; most: number },
  ): Promise<boolean>;
  change(id: Uint8Array, to: Pick<StoredSubscription, 'lang' | 'frequency'>): Promise<void>;
  /** In the order of their numbers. */
  peopleOf(question: Uint8Array): Promise<SubscriptionPerson[]>;
  /** Somebody who is stored already keeps the number. */
  changePeople(
    question: Uint8Array,
    came: readonly Omit<SubscriptionPerson, 'number'>[],
    gone: readonly Uint8Array[],
  ): Promise<void>;
  /**
   * Takes the subscriptions of one question that are due, for whoever asks it; they are due again on the day after, so
   * that nobody else asks it on this one. None where another process took them; undefined where no question is due.
   */
  claim(
    claim: Uint8Array,
    { day, second }: { day: number; second: number },
  ): Promise<readonly StoredSubscription[] | undefined>;
  /** Notes whom it has announced, and when it is due again. */
  settle(
    id: Uint8Array,
    { announcedUpTo, owed, dueDay }: Pick<StoredSubscription, 'announcedUpTo' | 'owed'> & { dueDay: number },
  ): Promise<void>;
  /** Brings all of a question under another digest, as one that has announced what is stored there. */
  rekey(
    from: Uint8Array,
    to: Pick<StoredSubscription, 'question' | 'secondOfDay' | 'announcedUpTo' | 'owed'>,
  ): Promise<void>;
  /** Deletes one with all that only it needs, and answers whether it was there. */
  remove(id: Uint8Array): Promise<boolean>;
  /** Notes that the link to confirm it is sent. */
  linkSent(id: Uint8Array): Promise<void>;
  /** Unconfirmed ones whose link is due now: it is due again at `next`, and nobody else is answered them until then. */
  claimLinks(at: number, bounds: { next: number; most: number }): Promise<StoredSubscription[]>;
  /** Whether any of a question is due on this day. */
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
