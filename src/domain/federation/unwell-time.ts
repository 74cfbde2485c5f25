/**
 * Since when a partner has been unwell, and when those who run it are notified (docs/federation.md#notified-by-mail). A
 * time without a good answer goes on until the partner has been well for an hour at a stretch: answers in between end
 * nothing.
 */

import { DAY_SECONDS } from '../durations.ts';

/** Times are in seconds since 1970. */
export type UnwellTime = {
  since: number;
  /** The last look. */
  seenAt: number;
  /** Since when every look found it well; null while it is unwell. */
  wellSince: number | null;
  /** When its contact was notified; null before that. */
  notifiedAt: number | null;
  /** Until when one process sends the message that is due, and no other does; null where none does. */
  sendingUntil: number | null;
};

/** A message about it: after a day, and when that is over. */
export type UnwellMessage = 'unwell' | 'well-again';

const HOUR_SECONDS = 3_600;
/** Longer than a message takes to be sent: after that it counts as not sent. */
const SENDING_SECONDS = 600;

/**
 * After a look at the partner; undefined where it is not unwell. What nobody has looked at for a day counts for nothing.
 */
export function afterLook(before: UnwellTime | undefined, isWell: boolean, at: number): UnwellTime | undefined {
  // A clock that was wrong may have written a time that is far ahead.
  const known = before !== undefined && Math.abs(at - before.seenAt) < DAY_SECONDS ? before : undefined;
  if (known === undefined) {
    return isWell ? undefined : { since: at, seenAt: at, wellSince: null, notifiedAt: null, sendingUntil: null };
  }
  const wellSince = isWell ? (known.wellSince ?? at) : null;
  const after = { ...known, seenAt: at, wellSince, sendingUntil: null };
  return hasRecovered(after, at) && after.notifiedAt === null ? undefined : after;
}

/** The message that is due at a moment; undefined for none. */
export function dueMessage(time: UnwellTime, at: number): UnwellMessage | undefined {
  if (hasRecovered(time, at)) return 'well-again';
  const isDue = time.wellSince === null && time.notifiedAt === null && at - time.since >= DAY_SECONDS;
  return isDue ? 'unwell' : undefined;
}

/** Whether a process has claimed its message and may still be sending it. */
export function isBeingSent({ sendingUntil }: UnwellTime, at: number): boolean {
  return sendingUntil !== null && at < sendingUntil && sendingUntil - at <= SENDING_SECONDS;
}

/** The same, claimed by a process that sends the message. One that is not sent is due again when that time is over. */
export function claimedForSending(time: UnwellTime, at: number): UnwellTime {
  return { ...time, sendingUntil: at + SENDING_SECONDS };
}

/** Undefined when the last message is out. */
export function afterMessage(time: UnwellTime, message: UnwellMessage, at: number): UnwellTime | undefined {
  return message === 'well-again' ? undefined : { ...time, notifiedAt: at, sendingUntil: null };
}

function hasRecovered({ wellSince }: UnwellTime, at: number): boolean {
  return wellSince !== null && at - wellSince >= HOUR_SECONDS;
}
