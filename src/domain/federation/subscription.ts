/**
 * A question whose news somebody gets by mail: asked for, confirmed, left. Unconfirmed it lapses; confirmed it is due
 * on a day, at the moment of its question within the quiet hours, and asked again at most once on that day.
 */

import { DAY_SECONDS } from '../durations.ts';
import type { FeedPerson } from './feed-people.ts';

export const FREQUENCIES = ['weekly', 'daily'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

const HOUR_SECONDS = 3600;
/** Of the UTC day, in seconds: when partners are asked by nobody who waits. */
const QUIET = { from: HOUR_SECONDS, to: 5 * HOUR_SECONDS };
/** Whoever does not confirm so long does not want it. */
export const CONFIRM_WITHIN_DAYS = 3;
/** A question that finds more people has no messages. */
export const MOST_PEOPLE = 1000;
/** People of a message; the page of the search shows everybody. */
const MOST_PEOPLE_OF_MESSAGE = 50;

/** A moment as the day since 1970 and the second of that day, in UTC. */
type DayTime = { day: number; second: number };

export function dayTimeOf(date: Date): DayTime {
  const seconds = Math.floor(date.getTime() / 1000);
  return { day: Math.floor(seconds / DAY_SECONDS), second: seconds % DAY_SECONDS };
}

export function isQuiet({ second }: DayTime): boolean {
  return second >= QUIET.from && second < QUIET.to;
}

/** When a question is asked on each of its days: spread evenly, and at another moment in every registry. */
export function secondOf(digest: Uint8Array): number {
  return QUIET.from + (Buffer.from(digest).readUInt32BE(0) % (QUIET.to - QUIET.from));
}

/** On which day the next message may come, after one of a day or the confirmation. */
export function nextDueDay(frequency: Frequency, day: number): number {
  return day + (frequency === 'daily' ? 1 : 7);
}

/** Whether it can still be confirmed, or is so. Times in seconds since 1970. */
export function hasLapsed(
  { requestedAt, isConfirmed }: { requestedAt: number; isConfirmed: boolean },
  at: number,
): boolean {
  return !isConfirmed && at - requestedAt >= CONFIRM_WITHIN_DAYS * DAY_SECONDS;
}

/** Somebody who is kept as found, by a keyed digest. Numbers rise in the order in which people came. */
type NumberedPerson = { digest: string; number: number };

/** Whom somebody has been notified of: everybody up to a number, but for those who are owed. */
export type Announced = { upTo: number; owed: readonly string[] };

/**
 * What has been announced to somebody who knows whom a question finds now. Whoever is kept and not found, as a registry
 * does not answer, is owed, and announced as soon as found.
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

/** The digests of those who are still to be announced. */
function newIn(stored: readonly NumberedPerson[], { upTo, owed }: Announced): string[] {
  const isOwed = new Set(owed);
  return stored.filter(({ digest, number }) => number > upTo || isOwed.has(digest)).map(({ digest }) => digest);
}

export type Tidings = {
  /** The first of them. */
  came: readonly FeedPerson[];
  cameInAll: number;
  /** The names of registries that may have more people. */
  partly: readonly string[];
};

/**
 * What a message announces; undefined where there is nobody to announce. @param found with the digest of each person
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
