/** Questions that feeds ask again and again: who came since when, told from digests that say nothing of anybody. */

import { createHmac } from 'node:crypto';
import { RegistryError } from '../../domain/errors.ts';
import type { FeedPeople, FeedPerson, StandingLook } from '../../domain/federation/feed-people.ts';
import type { KeptPerson, KeptQuestion, StandingQuestionStore } from './service-state.ts';

export type StandingQuestions = {
  /**
   * Notes who was found, and tells since when.
   *
   * @param question as text that is equal for equal questions
   * @throws RegistryError `feed-too-broad`, and `state-unavailable` where the state is kept on a server that does not answer
   */
  look(question: string, found: FeedPeople): Promise<StandingLook>;
};

type Options = {
  store: StandingQuestionStore;
  /** 32 bytes. */
  key: Uint8Array;
  /** Most questions that are kept. */
  most: number;
  now: () => Date;
};

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
/** Who has not read a feed for so long has left it. */
const KEPT_SECONDS = 30 * DAY_SECONDS;
/** Whoever reads a feed twice so far apart wants to go on. */
const PASSING_SECONDS = 12 * HOUR_SECONDS;
/** Some 100 bytes each. */
const MOST_PEOPLE = 1000;
const DIGEST_BYTES = 16;

export function standingQuestions({ store, key, most, now }: Options): StandingQuestions {
  const digest = (...parts: unknown[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest().subarray(0, DIGEST_BYTES);

  /** Kept from now on, where there is room. */
  async function keptOf(question: Uint8Array, at: number): Promise<KeptQuestion | undefined> {
    const known = await store.find(question);
    if (known !== undefined) return known;
    const bounds = { most, readSince: at - KEPT_SECONDS, passingSeconds: PASSING_SECONDS };
    return (await store.begin(question, at, bounds)) ? store.find(question) : undefined;
  }

  return {
    async look(asked, { people, whole, partly, notices }) {
      const { length } = people;
      if (length > MOST_PEOPLE) throw new RegistryError('feed-too-broad', { found: length, allowed: MOST_PEOPLE });
      const at = Math.floor(now().getTime() / 1000);
      const question = digest('question', asked);
      const found = people.map((person) => {
        return { person, digest: digest('person', asked, person.originKey, person.key) };
      });
      const kept = await keptOf(question, at);
      const known = new Map(kept?.people.map((one) => [textOf(one.person), one]));
      const seen = { found, known, whole, at };
      const content = digest('content', people, partly, [...notices]);
      const changedAt = kept && (await noted(store, question, { kept, ...changesOf(seen), content, at }));
      const today = at - (at % DAY_SECONDS);
      const entries = found.map(({ person, digest: one }) => {
        const cameAt = kept === undefined ? today : (known.get(textOf(one))?.cameAt ?? at);
        return { person, id: uuidOf(one), cameAt: toDate(cameAt) };
      });
      return {
        id: uuidOf(question),
        entries: entries.toSorted((a, b) => b.cameAt.getTime() - a.cameAt.getTime() || (a.id < b.id ? -1 : 1)),
        changedAt: toDate(changedAt ?? today),
        isKept: kept !== undefined,
      };
    },
  };
}

type Seen = {
  found: readonly { person: FeedPerson; digest: Uint8Array }[];
  known: ReadonlyMap<string, KeptPerson>;
  whole: readonly string[];
  at: number;
};

/** Whoever is missing has gone, but at a registry that did not tell everybody. */
function changesOf({ found, known, whole, at }: Seen) {
  const came = found.filter(({ digest }) => !known.has(textOf(digest)));
  const present = new Set(found.map(({ digest }) => textOf(digest)));
  const missing = [...known.values()].filter(({ person }) => !present.has(textOf(person)));
  return {
    came: came.map(({ person, digest }) => ({ person: digest, origin: person.originKey, cameAt: at })),
    gone: missing.filter(({ origin }) => whole.includes(origin)).map(({ person }) => person),
  };
}

type Noted = ReturnType<typeof changesOf> & { kept: KeptQuestion; content: Uint8Array; at: number };

/**
 * Writes what is different, and once an hour that it was read. Answers when it last changed: each change has a second of
 * its own, as `Last-Modified` has no parts of seconds.
 */
async function noted(
  store: StandingQuestionStore,
  question: Uint8Array,
  { kept, came, gone, content, at }: Noted,
): Promise<number> {
  const isSame = textOf(kept.content) === textOf(content);
  const changedAt = isSame ? kept.changedAt : Math.max(at, kept.changedAt + 1);
  const isNoted = isSame && came.length === 0 && gone.length === 0 && at - kept.lastReadAt < HOUR_SECONDS;
  if (!isNoted) await store.change(question, { lastReadAt: at, changedAt, content, came, gone });
  return changedAt;
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

function toDate(seconds: number): Date {
  return new Date(seconds * 1000);
}

/** RFC 9562, version 8. */
function uuidOf(digest: Uint8Array): string {
  const bytes = Buffer.from(digest);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
