/** Questions that feeds read again and again: finds who is new since when, from digests that reveal no person. */

import { DAY_SECONDS } from '../../domain/durations.ts';
import { RegistryError } from '../../domain/errors.ts';
import {
  coverageAfter,
  type FeedContent,
  type FeedPeople,
  type FeedPerson,
  monthOf,
  type StoredCoverage,
} from '../../domain/federation/feed.ts';
import { dayTimeOf, isQuiet, secondOf } from '../../domain/federation/subscription.ts';
import { keyedDigest } from './keyed-digest.ts';
import type { FeedQuestionStore, RepeatedQuestion, StoredQuestion } from './service-state.ts';

/** A question of a feed, which is not stored if there was no room. */
type FeedQuestion = {
  isStored: boolean;
  /**
   * Notes the people of an answer, and returns since when each has been found.
   *
   * @throws RegistryError `feed-too-broad`
   */
  look(found: FeedPeople): Promise<FeedContent>;
};

/** All throw `state-unavailable` if the state is on a server that does not answer. */
export type FeedQuestions = {
  /**
   * Notes that a reader reads a feed of the question.
   *
   * @param question as text that is equal for equal questions
   * @param network the network or site of the reader, which may begin only a share of all questions
   */
  read(question: string, repeated: RepeatedQuestion, network: string): Promise<FeedQuestion>;
  /** Notes an answer that no reader asked for, if the question is stored; no other process runs it on this day. */
  note(question: string, found: FeedPeople): Promise<void>;
  /**
   * Claims a question that is to be run now: it was read twice, twelve hours apart, and within the last 30 days. Undefined
   * if there is none, and outside of the quiet hours.
   */
  claim(): Promise<RepeatedQuestion | undefined>;
};

type Options = {
  store: FeedQuestionStore;
  /** 32 bytes. */
  key: Uint8Array;
  /** The largest number of stored questions. */
  most: number;
  now: () => Date;
};

const HOUR_SECONDS = 3600;
/** A question whose feeds were not read for this time is deleted. */
const STORED_SECONDS = 30 * DAY_SECONDS;
/** A question that is read again after this time is run without a reader too. */
const PASSING_SECONDS = 12 * HOUR_SECONDS;
/** The largest number of people of one question; each takes some 100 bytes. */
const MOST_PEOPLE = 1000;
/** The share of all questions that readers of one network may have begun. */
const SHARE_OF_NETWORK = 0.1;

export function feedQuestions({ store, key, most, now }: Options): FeedQuestions {
  const digest = (...parts: unknown[]) => keyedDigest(key, JSON.stringify(parts));
  const secondsNow = () => Math.floor(now().getTime() / 1000);

  /** Returns the stored question; stores it first if there is room. */
  async function storedOf(question: Uint8Array, network: string, at: number): Promise<StoredQuestion | undefined> {
    const known = await store.find(question);
    if (known !== undefined) return known;
    const mostOfNetwork = Math.ceil(most * SHARE_OF_NETWORK);
    const bounds = { most, mostOfNetwork, readSince: at - STORED_SECONDS, passingSeconds: PASSING_SECONDS };
    const begun = { question, network: digest('network', network) };
    return (await store.begin(begun, at, bounds)) ? store.find(question) : undefined;
  }

  function digestsOf(questionText: string, { people }: FeedPeople) {
    const { length } = people;
    if (length > MOST_PEOPLE) throw new RegistryError('feed-too-broad', { found: length, allowed: MOST_PEOPLE });
    return people.map((person) => ({ person, digest: digest('person', questionText, person.originKey, person.key) }));
  }

  /** Notes an answer; returns when it last changed, and the entry of this month. */
  async function noteNow(questionText: string, stored: StoredQuestion, found: FeedPeople, lastReadAt: number) {
    const at = secondsNow();
    const digests = digestsOf(questionText, found);
    const coverage = coverageAfter(stored.coverage, found.coverage, at);
    const { month } = coverage;
    const parts = [found.people, found.partly, [...found.notices], ...(month === null ? [] : [month])];
    const content = digest('content', ...parts);
    const seen = {
      question: digest('question', questionText),
      digests,
      whole: found.whole,
      coverage,
      content,
      at,
      lastReadAt,
    };
    return { changedAt: await noted(store, stored, seen), month };
  }

  /** Has the question run by itself from the next day on, if it is read again after {@link PASSING_SECONDS}. */
  async function standFrom(question: Uint8Array, stored: StoredQuestion, repeated: RepeatedQuestion, at: number) {
    if (stored.isRepeated || at - stored.firstReadAt < PASSING_SECONDS) return;
    const { day } = dayTimeOf(now());
    await store.askAgain(question, repeated, { day: day + 1, secondOfDay: secondOf(question) });
  }

  async function look(
    questionText: string,
    stored: StoredQuestion | undefined,
    { found, again }: { found: FeedPeople; again: RepeatedQuestion },
  ): Promise<FeedContent> {
    const at = secondsNow();
    const today = at - (at % DAY_SECONDS);
    const digests = digestsOf(questionText, found);
    const noted =
      stored === undefined ? { changedAt: today, month: null } : await noteNow(questionText, stored, found, at);
    // Only a question that was answered is run by itself.
    if (stored !== undefined) await standFrom(digest('question', questionText), stored, again, at);
    const known = new Map(stored?.people.map((one) => [textOf(one.person), one.cameAt]));
    const entries = digests.map(({ person, digest: one }) => {
      const cameAt = stored === undefined ? today : (known.get(textOf(one)) ?? at);
      return { person, id: uuidOf(one), cameAt: toDate(cameAt) };
    });
    const { changedAt, month } = noted;
    return {
      id: uuidOf(digest('question', questionText)),
      entries: entries.toSorted((a, b) => b.cameAt.getTime() - a.cameAt.getTime() || (a.id < b.id ? -1 : 1)),
      changedAt: toDate(changedAt),
      isStored: stored !== undefined,
      month:
        month === null ? undefined : { id: uuidOf(digest('month', questionText, monthOf(month.at))), coverage: month },
    };
  }

  return {
    async read(questionText, again, network) {
      const at = secondsNow();
      const question = digest('question', questionText);
      const stored = await storedOf(question, network, at);
      return { isStored: stored !== undefined, look: (found) => look(questionText, stored, { found, again }) };
    },

    async note(questionText, found) {
      const question = digest('question', questionText);
      const stored = await store.find(question);
      if (stored === undefined) return;
      await store.notDueBefore(question, dayTimeOf(now()).day + 1);
      await noteNow(questionText, stored, found, stored.lastReadAt);
    },

    async claim() {
      const moment = dayTimeOf(now());
      if (!isQuiet(moment)) return undefined;
      for (;;) {
        const claimed = await store.claim(moment, secondsNow() - STORED_SECONDS);
        if (claimed !== 'taken') return claimed;
      }
    },
  };
}

type Seen = {
  question: Uint8Array;
  digests: readonly { person: FeedPerson; digest: Uint8Array }[];
  whole: readonly string[];
  coverage: StoredCoverage;
  content: Uint8Array;
  at: number;
  lastReadAt: number;
};

/** Finds who has come and who has gone. A person is gone only if their registry has named everybody. */
function changesOf({ people }: StoredQuestion, { digests, whole, at }: Seen) {
  const known = new Set(people.map(({ person }) => textOf(person)));
  const present = new Set(digests.map(({ digest }) => textOf(digest)));
  const came = digests.filter(({ digest }) => !known.has(textOf(digest)));
  const missing = people.filter(({ person }) => !present.has(textOf(person)));
  return {
    came: came.map(({ person, digest }) => ({ person: digest, origin: person.originKey, cameAt: at })),
    gone: missing.filter(({ origin }) => whole.includes(origin)).map(({ person }) => person),
  };
}

/**
 * Writes the differences, and once an hour the time of the last read. Returns when the answer last changed; each change
 * has its own second, because `Last-Modified` has no fractions of a second.
 */
async function noted(store: FeedQuestionStore, stored: StoredQuestion, seen: Seen): Promise<number> {
  const { question, content, coverage, at, lastReadAt } = seen;
  const { came, gone } = changesOf(stored, seen);
  const isSame = textOf(stored.content) === textOf(content);
  const changedAt = isSame ? stored.changedAt : Math.max(at, stored.changedAt + 1);
  const isCovered = JSON.stringify(stored.coverage) === JSON.stringify(coverage);
  const isOld = lastReadAt - stored.lastReadAt >= HOUR_SECONDS;
  if (isOld || !isSame || !isCovered || came.length + gone.length > 0) {
    await store.change(question, { lastReadAt, changedAt, content, coverage, came, gone });
  }
  return changedAt;
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

function toDate(seconds: number): Date {
  return new Date(seconds * 1000);
}

/** Returns a digest as a UUID of version 8 (RFC 9562). */
function uuidOf(digest: Uint8Array): string {
  const bytes = Buffer.from(digest);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
