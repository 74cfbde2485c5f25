/**
 * A subscription: news about a question, sent by mail. An unconfirmed subscription lapses. A confirmed one is due on
 * certain days, at a time within the quiet hours that its question determines; the question is then put at most once that day.
 */

import { DAY_SECONDS } from '../durations.ts';
import type { FeedPerson } from './feed.ts';

export const FREQUENCIES = ['weekly', 'daily'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

const HOUR_SECONDS = 3600;
/** The quiet hours, in seconds of the UTC day, when partners get few other questions. */
const QUIET = { from: HOUR_SECONDS, to: 5 * HOUR_SECONDS };
/** A subscription lapses when it is not confirmed within so many days. */
export const CONFIRM_WITHIN_DAYS = 3;
/** A question that finds more people than this gets no messages. */
export const MOST_PEOPLE = 1000;
/** The largest number of people in a message; the page of the search shows all of them. */
const MOST_PEOPLE_OF_MESSAGE = 50;

/** A time as the day since 1970 and the second of that day, in UTC. */
type DayTime = { day: number; second: number };

export function dayTimeOf(date: Date): DayTime {
  const seconds = Math.floor(date.getTime() / 1000);
  return { day: Math.floor(seconds / DAY_SECONDS), second: seconds % DAY_SECONDS };
}

/** Whether a time is within the quiet hours. */
export function isQuiet({ second }: DayTime): boolean {
  return second >= QUIET.from && second < QUIET.to;
}

/** Returns when a question is put on each of its days: times are spread evenly, and differ between registries. */
export function secondOf(digest: Uint8Array): number {
  return QUIET.from + (Buffer.from(digest).readUInt32BE(0) % (QUIET.to - QUIET.from));
}

/** Returns the first day of the next message, after a message or the confirmation on `day`. */
export function nextDueDay(frequency: Frequency, day: number): number {
  return day + (frequency === 'daily' ? 1 : 7);
}

/** Whether a subscription can no longer be confirmed, and is not confirmed. Times are in seconds since 1970. */
export function hasLapsed(
  { requestedAt, isConfirmed }: { requestedAt: number; isConfirmed: boolean },
  at: number,
): boolean {
  return !isConfirmed && at - requestedAt >= CONFIRM_WITHIN_DAYS * DAY_SECONDS;
}

/** A person who was found and is stored by a keyed digest. Later people have higher numbers. */
type NumberedPerson = { digest: string; number: number };

/** The people whom a subscriber was notified of: all up to a number, except the owed ones, who are still to be announced. */
export type Announced = { upTo: number; owed: readonly string[] };

/**
 * Returns what counts as announced to a subscriber who has seen the people found now. A stored person who was not found
 * now, because a registry did not answer, is owed: such people are announced as soon as they are found.
 *
 * @param found digests
 */
export function announcedOf(
  stored: readonly NumberedPerson[],
  found: ReadonlySet<string>,
  before: Announced = NOTHING,
): Announced {
  return {
    upTo: Math.max(before.upTo, ...stored.map(({ number }) => number)),
    owed: newIn(stored, before).filter((digest) => !found.has(digest)),
  };
}

const NOTHING: Announced = { upTo: 0, owed: [] };

/** Returns the digests of stored people who are still to be announced. */
function newIn(stored: readonly NumberedPerson[], { upTo, owed }: Announced): string[] {
  const isOwed = new Set(owed);
  return stored.filter(({ digest, number }) => number > upTo || isOwed.has(digest)).map(({ digest }) => digest);
}

export type Tidings = {
  /** The first of the new people, as many as a message has. */
  came: readonly FeedPerson[];
  cameInAll: number;
  /** The names of registries that may have more people than were found. */
  partly: readonly string[];
};

/**
 * Returns what a message announces; undefined where there are no new people. @param found people with their digests
 */
export function tidingsOf(
  found: readonly { person: FeedPerson; digest: string }[],
  { stored, announced, partly }: { stored: readonly NumberedPerson[]; announced: Announced; partly: readonly string[] },
): Tidings | undefined {
  const fresh = new Set(newIn(stored, announced));
  const came = found.filter(({ digest }) => fresh.has(digest)).map(({ person }) => person);
  return came.length === 0
    ? undefined
    : { came: came.slice(0, MOST_PEOPLE_OF_MESSAGE), cameInAll: came.length, partly };
}
