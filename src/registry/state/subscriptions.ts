/** Subscriptions to a question by mail: requested, confirmed, sent and ended by links that nobody can guess. */

import { randomBytes, timingSafeEqual } from 'node:crypto';
import { DAY_SECONDS } from '../../domain/durations.ts';
import { RegistryError } from '../../domain/errors.ts';
import type { FeedPeople } from '../../domain/federation/feed.ts';
import {
  type Announced,
  announcedOf,
  CONFIRM_WITHIN_DAYS,
  dayTimeOf,
  hasLapsed,
  isQuiet,
  MOST_PEOPLE,
  nextDueDay,
  secondOf,
  type Tidings,
  tidingsOf,
} from '../../domain/federation/subscription.ts';
import { mailboxOf } from '../../domain/mail-address.ts';
import { DIGEST_BYTES, keyedDigest } from './keyed-digest.ts';
import type { StoredSubscription, SubscriptionStore } from './subscription-store.ts';

type SubscriptionWish = Pick<StoredSubscription, 'address' | 'kind' | 'search' | 'lang' | 'frequency'> & {
  /** A text that is equal for equal questions. */
  question: string;
};

/** What a link is for; a link of one kind cannot be turned into one of another kind. */
type LinkKind = 'confirm' | 'leave' | 'one-click';

export type Subscription = Pick<StoredSubscription, 'address' | 'kind' | 'search' | 'lang' | 'frequency'> & {
  id: Uint8Array;
  isConfirmed: boolean;
};

/** The due subscriptions of one question, which only the process that claimed them has. */
export type Claimed = {
  /** They all have the same question. */
  subscriptions: readonly Subscription[];
  /**
   * Notes the people that the question finds, and returns what each message has to announce. The list has only
   * subscriptions with news.
   *
   * @throws RegistryError `feed-too-broad`
   */
  note(question: string, found: FeedPeople): Promise<readonly Due[]>;
};

/** An answer is recent for this time; a registry that learns nothing more from a partner names nobody after it (decision 53). */
const RECENT_MS = 15 * 60_000;

export type Due = {
  subscription: Subscription;
  tidings: Tidings;
  /** The same key when the same message is sent again, for example after a crash. */
  messageKey: string;
  /** Whether the answer is recent enough to name people; somebody may have withdrawn since an older one. */
  isRecent(): boolean;
  /** Notes that the message is sent. */
  markSent(): Promise<void>;
};

/** All throw `state-unavailable` if the state is on a server that does not answer. */
export type Subscriptions = {
  /** `silent`: too many links were sent to this mailbox; the sender must not learn that, and no further link is sent. */
  ask(wish: SubscriptionWish): Promise<{ state: 'asked'; subscription: Subscription } | { state: 'silent' | 'full' }>;
  /** Notes that the message with the link to confirm is sent; until then it is due. */
  linkSent(subscription: Subscription): Promise<void>;
  /** Whether the link to confirm is still to be sent. */
  isLinkDue(subscription: Subscription): Promise<boolean>;
  /**
   * Claims subscriptions whose link to confirm is overdue; no other process gets them for a while. Deletes those that were
   * not confirmed in time.
   */
  claimLinks(): Promise<readonly Subscription[]>;
  /** Returns undefined for a link that is forged, of another kind, or of a subscription that has ended. */
  find(kind: LinkKind, token: string): Promise<Subscription | undefined>;
  /**
   * Confirms a subscription; people found now are not announced, later ones are. If the address already has a subscription
   * to this question, that one takes over the wish. Returns the token to unsubscribe with; `full` if there is no room.
   *
   * @throws RegistryError `feed-too-broad`
   */
  confirm(
    subscription: Subscription,
    question: string,
    found: FeedPeople,
  ): Promise<{ token: string } | 'full' | 'gone'>;
  /** Deletes the subscription with all its data and returns whether it existed. */
  unsubscribe(subscription: Subscription): Promise<boolean>;
  linkToken(kind: LinkKind, { id }: Pick<Subscription, 'id'>): string;
  /** Whether the subscription still exists, because it may end while messages are written. */
  stands(subscription: Subscription): Promise<boolean>;
  /** Whether it is the quiet hours, in which partners may be asked without a waiting reader. */
  isQuiet(): boolean;
  /** Whether unclaimed messages are due today for a question, given as text that is equal for equal questions. */
  isDueToday(question: string): Promise<boolean>;
  /** Claims the subscriptions of one question that is due now; no other process gets them. Undefined if none is due. */
  claim(): Promise<Claimed | undefined>;
};

type Options = {
  store: SubscriptionStore;
  /** 32 bytes. */
  key: Uint8Array;
  /** The largest number of different questions. */
  most: number;
  now: () => Date;
};

const ID_BYTES = 16;
const TOKEN_BYTES = ID_BYTES + DIGEST_BYTES;
/** The largest numbers of unconfirmed subscriptions, of all and of one mailbox, so that nobody can flood a mailbox. */
const MOST_UNCONFIRMED = 2000;
const MOST_OF_MAILBOX = 3;
/** By this time the process that took over the request has tried three times to send the link. */
const LINK_SECONDS = 15 * 60;
const MOST_LINKS = 100;
/** The largest number of subscriptions of a question, on average. */
const MOST_OF_QUESTION = 20;

export function subscriptions({ store, key, most, now }: Options): Subscriptions {
  const digest = (...parts: unknown[]) => keyedDigest(key, JSON.stringify(parts));
  const proofOf = (kind: LinkKind, id: Uint8Array) => digest('link', kind, hexOf(id));
  const linkToken: Subscriptions['linkToken'] = (kind, { id }) =>
    Buffer.concat([id, proofOf(kind, id)]).toString('base64url');
  const secondsNow = () => Math.floor(now().getTime() / 1000);
  const dropLapsed = () => store.dropLapsed(secondsNow() - CONFIRM_WITHIN_DAYS * DAY_SECONDS);

  /**
   * Notes the people that a question finds. Returns each with the digest, and all people that are stored afterwards.
   *
   * @param isLatest whether this is the latest answer of all processes: a person who is missing in it has gone
   */
  async function noted(question: Uint8Array, questionText: string, { people, whole }: FeedPeople, isLatest: boolean) {
    const { length } = people;
    if (length > MOST_PEOPLE) throw new RegistryError('feed-too-broad', { found: length, allowed: MOST_PEOPLE });
    const found = people.map((person) => ({
      person,
      bytes: digest('person', questionText, person.originKey, person.key),
    }));
    const present = new Set(found.map(({ bytes }) => hexOf(bytes)));
    const before = await store.peopleOf(question);
    const known = new Set(before.map(({ person }) => hexOf(person)));
    const came = found.filter(({ bytes }) => !known.has(hexOf(bytes)));
    // A person is gone only if their registry has named everybody.
    const missing = before.filter(({ person, origin }) => !present.has(hexOf(person)) && whole.includes(origin));
    const gone = isLatest ? missing : [];
    const added = came.map(({ bytes, person }) => ({ person: bytes, origin: person.originKey }));
    if (came.length + gone.length > 0) {
      await store.changePeople(
        question,
        added,
        gone.map(({ person }) => person),
      );
    }
    const stored = came.length + gone.length === 0 ? before : await store.peopleOf(question);
    return {
      found: found.map(({ person, bytes }) => ({ person, digest: hexOf(bytes) })),
      stored: stored.map(({ person, number }) => ({ digest: hexOf(person), number })),
      present,
    };
  }

  async function claimedNote(
    claimed: readonly StoredSubscription[],
    day: number,
    [questionText, people]: [question: string, found: FeedPeople],
  ): Promise<Due[]> {
    const [one] = claimed;
    if (one === undefined) return [];
    const question = digest('question', questionText);
    const { found, stored, present } = await noted(question, questionText, people, true);
    // The digest was made with another key, or from another text of the question: stored people cannot be recognised.
    if (hexOf(question) !== hexOf(one.question)) {
      await store.rekey(one.question, {
        question,
        secondOfDay: secondOf(question),
        ...toStored(announcedOf(stored, present)),
      });
      return [];
    }
    const foundAtMs = now().getTime();
    const isRecent = () => now().getTime() - foundAtMs < RECENT_MS;
    const due: Due[] = [];
    for (const row of claimed) {
      const before = { upTo: row.announcedUpTo, owed: digestsIn(row.owed) };
      const tidings = tidingsOf(found, { stored, announced: before, partly: people.partly });
      const dueDay = nextDueDay(row.frequency, day);
      const settle = (announced: Announced) => store.settle(row.id, { ...toStored(announced), dueDay });
      if (tidings === undefined) {
        // The claim has already made it due tomorrow.
        if (row.frequency !== 'daily') await settle(before);
        continue;
      }
      const after = announcedOf(stored, present, before);
      const messageKey = hexOf(digest('message', hexOf(row.id), after));
      due.push({ subscription: toSubscription(row), tidings, messageKey, isRecent, markSent: () => settle(after) });
    }
    return due;
  }

  return {
    linkToken,

    async ask({ question: questionText, address, kind, search, lang, frequency }) {
      const requestedAt = secondsNow();
      const question = digest('question', questionText);
      const id = randomBytes(ID_BYTES);
      const bounds = { mostUnconfirmed: MOST_UNCONFIRMED, mostOfMailbox: MOST_OF_MAILBOX };
      const row: StoredSubscription = {
        ...{ id, address, kind, search, lang, frequency, requestedAt, question },
        ...{ mailbox: digest('mailbox', mailboxOf(address)), secondOfDay: secondOf(question), dueDay: null },
        ...toStored({ upTo: 0, owed: [] }),
        linkDueAt: requestedAt + LINK_SECONDS,
      };
      await dropLapsed();
      const outcome = await store.ask(row, bounds);
      if (outcome === 'stored') return { state: 'asked', subscription: toSubscription(row) };
      return { state: outcome === 'full' ? 'full' : 'silent' };
    },

    async find(kind, token) {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== TOKEN_BYTES || bytes.toString('base64url') !== token) return undefined;
      const id = bytes.subarray(0, ID_BYTES);
      if (!timingSafeEqual(bytes.subarray(ID_BYTES), proofOf(kind, id))) return undefined;
      const row = await store.find(id);
      if (row === undefined) return undefined;
      const subscription = toSubscription(row);
      const { isConfirmed } = subscription;
      return hasLapsed({ requestedAt: row.requestedAt, isConfirmed }, secondsNow()) ? undefined : subscription;
    },

    async confirm(subscription, questionText, found) {
      const { id, address, lang, frequency } = subscription;
      const question = digest('question', questionText);
      const [before] = await store.confirmedOf(address, question);
      if (before !== undefined && hexOf(before.id) !== hexOf(id)) {
        await store.change(before.id, { lang, frequency });
        await store.remove(id);
      }
      if (before !== undefined) return { token: linkToken('leave', toSubscription(before)) };
      const { length } = found.people;
      if (length > MOST_PEOPLE) throw new RegistryError('feed-too-broad', { found: length, allowed: MOST_PEOPLE });
      const dueDay = nextDueDay(frequency, dayTimeOf(now()).day);
      const bounds = { mostQuestions: most, most: most * MOST_OF_QUESTION };
      if (!(await store.confirm({ id, question }, dueDay, bounds))) {
        return (await store.find(id)) === undefined ? 'gone' : 'full';
      }
      // If the process stops before this, everybody is announced once more, which is better than missing somebody. The
      // answer may come from the cache, so nobody counts as gone.
      const { stored, present } = await noted(question, questionText, found, false);
      await store.settle(id, { ...toStored(announcedOf(stored, present)), dueDay });
      // If somebody presses two links at once, every process chooses the same subscription.
      const [first = subscription, ...others] = await store.confirmedOf(address, question);
      for (const other of others) await store.remove(other.id);
      return { token: linkToken('leave', first) };
    },

    unsubscribe: ({ id }) => store.remove(id),
    linkSent: ({ id }) => store.linkSent(id),
    async isLinkDue({ id }) {
      const row = await store.find(id);
      return row !== undefined && row.dueDay === null && row.linkDueAt !== null;
    },
    async claimLinks() {
      await dropLapsed();
      const at = secondsNow();
      const due = await store.claimLinks(at, { next: at + LINK_SECONDS, most: MOST_LINKS });
      return due.map(toSubscription);
    },
    isDueToday: (questionText) => store.isDue(digest('question', questionText), dayTimeOf(now()).day),
    stands: async ({ id }) => (await store.find(id)) !== undefined,
    isQuiet: () => isQuiet(dayTimeOf(now())),

    async claim() {
      const moment = dayTimeOf(now());
      const claimed = await store.claim(randomBytes(ID_BYTES), moment);
      return (
        claimed && {
          subscriptions: claimed.map(toSubscription),
          note: (...found) => claimedNote(claimed, moment.day, found),
        }
      );
    },
  };
}

function toSubscription({ dueDay, ...row }: StoredSubscription): Subscription {
  const { id, address, kind, search, lang, frequency } = row;
  return { id, address, kind, search, lang, frequency, isConfirmed: dueDay !== null };
}

function toStored({ upTo, owed }: Announced): Pick<StoredSubscription, 'announcedUpTo' | 'owed'> {
  return { announcedUpTo: upTo, owed: Buffer.from(owed.join(''), 'hex') };
}

function digestsIn(owed: Uint8Array): string[] {
  return hexOf(owed).match(/.{32}/g) ?? [];
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
