/**
 * Since when a partner has been unwell, and when its contact is notified (docs/federation.md#notified-by-mail). An unwell
 * time ends only when the partner has been well for a whole hour; single good answers do not end it.
 */

import { DAY_SECONDS } from '../durations.ts';

/** Times are in seconds since 1970. */
export type UnwellTime = {
  since: number;
  /** When the partner was last looked at. */
  seenAt: number;
  /** Since when every look has found the partner well; null while it is unwell. */
  wellSince: number | null;
  /** When its contact was notified; null before that. */
  notifiedAt: number | null;
  /** Until when one process has the right to send the message that is due; null where none has. */
  sendingUntil: number | null;
};

/** A message to the contact: after a day of unwell time, and at its end. */
export type UnwellMessage = 'unwell' | 'well-again';

const HOUR_SECONDS = 3_600;
/** Longer than sending a message takes; after this time it counts as not sent. */
const SENDING_SECONDS = 600;

/**
 * Returns the state after a look at the partner; undefined while it is well. A state without a look for a day is dropped.
 */
export function afterLook(before: UnwellTime | undefined, isWell: boolean, at: number): UnwellTime | undefined {
  // A wrong clock may have stored a time far in the future.
  const known = before !== undefined && Math.abs(at - before.seenAt) < DAY_SECONDS ? before : undefined;
  if (known === undefined) {
    return isWell ? undefined : { since: at, seenAt: at, wellSince: null, notifiedAt: null, sendingUntil: null };
  }
  const wellSince = isWell ? (known.wellSince ?? at) : null;
  const after = { ...known, seenAt: at, wellSince, sendingUntil: null };
  return hasRecovered(after, at) && after.notifiedAt === null ? undefined : after;
}

/** Returns the message that is due at a time, if any. */
export function dueMessage(time: UnwellTime, at: number): UnwellMessage | undefined {
  if (hasRecovered(time, at)) return 'well-again';
  const isDue = time.wellSince === null && time.notifiedAt === null && at - time.since >= DAY_SECONDS;
  return isDue ? 'unwell' : undefined;
}

/** Whether a process has claimed the message and may still be sending it. */
export function isBeingSent({ sendingUntil }: UnwellTime, at: number): boolean {
  return sendingUntil !== null && at < sendingUntil && sendingUntil - at <= SENDING_SECONDS;
}

/** Returns the state claimed by a process that sends the message. If it fails, the message is due again when the claim ends. */
export function claimedForSending(time: UnwellTime, at: number): UnwellTime {
  return { ...time, sendingUntil: at + SENDING_SECONDS };
}

/** Returns the state after a message was sent; undefined after the last one. */
export function afterMessage(time: UnwellTime, message: UnwellMessage, at: number): UnwellTime | undefined {
  return message === 'well-again' ? undefined : { ...time, notifiedAt: at, sendingUntil: null };
}

function hasRecovered({ wellSince }: UnwellTime, at: number): boolean {
  return wellSince !== null && at - wellSince >= HOUR_SECONDS;
}
