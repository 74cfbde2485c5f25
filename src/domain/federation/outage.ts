/**
 * The outage of a partner, and when its contact is notified (docs/federation.md#notified-by-mail). An outage ends only
 * when the partner has been healthy for a whole hour; single good answers do not end it.
 */

import { DAY_SECONDS } from '../durations.ts';

/** Times are in seconds since 1970. */
export type Outage = {
  since: number;
  /** When its health was last checked. */
  seenAt: number;
  /** Since when every check has found the partner healthy; null while it is not. */
  healthySince: number | null;
  /** When its contact was notified; null before that. */
  notifiedAt: number | null;
  /** Until when one process has the right to send the message that is due; null where none has. */
  sendingUntil: number | null;
};

/** A message to the contact: after a day of an outage, and at its end. The words are part of its `Message-ID`. */
export type OutageMessage = 'unwell' | 'well-again';

const HOUR_SECONDS = 3_600;
/** Longer than sending a message takes; after this time it counts as not sent. */
const SENDING_SECONDS = 600;

/**
 * Returns the outage after a check; undefined while the partner is healthy. An outage without a check for a day is dropped.
 */
export function afterCheck(before: Outage | undefined, isHealthy: boolean, at: number): Outage | undefined {
  // A wrong clock may have stored a time far in the future.
  const known = before !== undefined && Math.abs(at - before.seenAt) < DAY_SECONDS ? before : undefined;
  if (known === undefined) {
    return isHealthy ? undefined : { since: at, seenAt: at, healthySince: null, notifiedAt: null, sendingUntil: null };
  }
  const healthySince = isHealthy ? (known.healthySince ?? at) : null;
  const after = { ...known, seenAt: at, healthySince, sendingUntil: null };
  return hasRecovered(after, at) && after.notifiedAt === null ? undefined : after;
}

/** Returns the message that is due at a time, if any. */
export function dueMessage(outage: Outage, at: number): OutageMessage | undefined {
  if (hasRecovered(outage, at)) return 'well-again';
  const isDue = outage.healthySince === null && outage.notifiedAt === null && at - outage.since >= DAY_SECONDS;
  return isDue ? 'unwell' : undefined;
}

/** Whether a process has claimed the message and may still be sending it. */
export function isBeingSent({ sendingUntil }: Outage, at: number): boolean {
  return sendingUntil !== null && at < sendingUntil && sendingUntil - at <= SENDING_SECONDS;
}

/** Returns the outage as claimed by a process that sends the message. If it fails, the message is due again when the claim ends. */
export function claimedForSending(outage: Outage, at: number): Outage {
  return { ...outage, sendingUntil: at + SENDING_SECONDS };
}

/** Returns the outage after a message was sent; undefined after the last one. */
export function afterMessage(outage: Outage, message: OutageMessage, at: number): Outage | undefined {
  return message === 'well-again' ? undefined : { ...outage, notifiedAt: at, sendingUntil: null };
}

function hasRecovered({ healthySince }: Outage, at: number): boolean {
  return healthySince !== null && at - healthySince >= HOUR_SECONDS;
}
