/** Subscriptions to a question by mail: asked for, confirmed, sent and left, under links that nobody can guess. */

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { DAY_SECONDS } from '../../domain/durations.ts';
import { RegistryError } from '../../domain/errors.ts';
import type { FeedPeople } from '../../domain/federation/feed-people.ts';
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
import type { StoredSubscription, SubscriptionStore } from './subscription-store.ts';

type SubscriptionWish = Pick<StoredSubscription, 'address' | 'kind' | 'search' | 'lang' | 'frequency'> & {
  /** As text that is equal for equal questions. */
  question: string;
};

/** What a link leads to. That of one kind cannot be made from that of another. */
type LinkKind = 'confirm' | 'leave' | 'one-click';

export type Subscription = Pick<StoredSubscription, 'address' | 'kind' | 'search' | 'lang' | 'frequency'> & {
  id: Uint8Array;
  isConfirmed: boolean;
};

/** What is found for the subscriptions of one question, which only whoever claimed them has. */
export type Claimed = {
  /** All have the same question. */
  subscriptions: readonly Subscription[];
  /**
   * Notes whom the question finds, and answers what each message has to announce; undefined for those whom nothing is
   * new for.
   *
   * @throws RegistryError `feed-too-broad`
   */
  note(question: string, found: FeedPeople): Promise<readonly Due[]>;
};

/** As long as a registry names nobody by an answer of a partner of which it learns nothing more (decision 53). */
const RECENT_MS = 15 * 60_000;

export type Due = {
  subscription: Subscription;
  tidings: Tidings;
  /** The same when the same is sent again, as after a crash. */
  messageKey: string;
  /** Whether what was found is recent enough to name people: who has withdrawn since is named no more. */
  isRecent(): boolean;
  /** To be called when the message is out. */
  markSent(): Promise<void>;
};

/** All throw `state-unavailable` where the state is on a server that does not answer. */
export type Subscriptions = {
  /** `silent`: this address has been sent as many links as it may, and its owner is not to learn more of it. */
  ask(wish: SubscriptionWish): Promise<{ state: 'asked'; subscription: Subscription } | { state: 'silent' | 'full' }>;
  /** The message with its link to confirm is out; until this is noted, it is due. */
  linkSent(subscription: Subscription): Promise<void>;
  /** Whether its link is still to be sent. */
  isLinkDue(subscription: Subscription): Promise<boolean>;
  /**
   * Those whose link was to be sent some time ago, and is not: nobody else is answered them for a while. Those that nobody
   * has confirmed in time are deleted.
   */
  claimLinks(): Promise<readonly Subscription[]>;
  /** Undefined for a link that is forged, of another kind, or of a subscription that has ended. */
  find(kind: LinkKind, token: string): Promise<Subscription | undefined>;
  /**
   * Who knows what is found now is notified of everybody who comes later. One who has this subscription already has it
   * as wished now. Answers the token to leave with; `full` where there is no room.
   *
   * @throws RegistryError `feed-too-broad`
   */
  confirm(
    subscription: Subscription,
    question: string,
    found: FeedPeople,
  ): Promise<{ token: string } | 'full' | 'gone'>;
  /** Everything of it is deleted. Answers whether it was there. */
  unsubscribe(subscription: Subscription): Promise<boolean>;
  linkToken(kind: LinkKind, { id }: Pick<Subscription, 'id'>): string;
  /** Whether it is still there, as somebody may leave while messages are written. */
  stands(subscription: Subscription): Promise<boolean>;
  /** Whether partners may be asked for those who do not wait. */
  isQuiet(): boolean;
  /** Whether messages are due for a question on this day, as text that is equal for equal questions, and nobody has taken them. */
  isDueToday(question: string): Promise<boolean>;
  /** The subscriptions of one question that is due now: nobody else gets them. Undefined where none is. */
  claim(): Promise<Claimed | undefined>;
};

type Options = {
  store: SubscriptionStore;
  /** 32 bytes. */
  key: Uint8Array;
  /** Most different questions. */
  most: number;
  now: () => Date;
};

const ID_BYTES = 16;
const DIGEST_BYTES = 16;
const TOKEN_BYTES = ID_BYTES + DIGEST_BYTES;
/** Links that wait for their button: for all, and for one box, which nobody can flood so. */
const MOST_UNCONFIRMED = 2000;
const MOST_OF_MAILBOX = 3;
/** Whoever took it to be sent has tried it three times by then. */
const LINK_SECONDS = 15 * 60;
const MOST_LINKS = 100;
/** Of one question on average. */
const MOST_OF_QUESTION = 20;

export function subscriptions({ store, key, most, now }: Options): Subscriptions {
  const digest = (...parts: unknown[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest().subarray(0, DIGEST_BYTES);
  const proofOf = (kind: LinkKind, id: Uint8Array) => digest('link', kind, hexOf(id));
  const linkToken: Subscriptions['linkToken'] = (kind, { id }) =>
    Buffer.concat([id, proofOf(kind, id)]).toString('base64url');
  const secondsNow = () => Math.floor(now().getTime() / 1000);
  const dropLapsed = () => store.dropLapsed(secondsNow() - CONFIRM_WITHIN_DAYS * DAY_SECONDS);

  /**
   * Notes whom a question finds: everybody with their digest, and everybody who is stored behind it.
   *
   * @param isLatest whether nobody has an answer from after this one, so that whoever is missing in it has gone
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
    // Of a registry that did not name everybody nobody has gone.
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
    // Kept under another key, or by a version that wrote the question in another way: nobody can be recognised from
    // before.
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
        // As it was taken, it is due tomorrow.
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
      if (outcome === 'kept') return { state: 'asked', subscription: toSubscription(row) };
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
      // Whoever is stopped here is notified of everybody once more, and of nobody less. The answer may be one of the
      // cache.
      const { stored, present } = await noted(question, questionText, found, false);
      await store.settle(id, { ...toStored(announcedOf(stored, present)), dueDay });
      // Of two links that are pressed at once the same one stays, whoever looks.
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
