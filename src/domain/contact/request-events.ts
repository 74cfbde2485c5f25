/**
 * The events of a request for access, the state that they lead to, what its sender may see of it, its reference, and
 * figures about all requests.
 */

import { DAY_MS } from '../durations.ts';
import type { Acceptance, RequestAnswer, RequestState } from './request-step.ts';

/**
 * The message that is due: to the sender, to confirm the address; then to the administrators; and to the sender, that the
 * request is accepted.
 */
export type DueMessage = 'confirm' | 'request' | 'accepted';

/** `at` is a text as `Date.toISOString` writes it. */
export type RequestEvent = { at: string } & (
  | {
      kind: 'received';
      /** Until when the sender must confirm the address; null where no message for that is sent. */
      confirmBy: string | null;
    }
  | { kind: 'confirmed' }
  | { kind: 'noted'; state: RequestState; answer: RequestAnswer | null }
  | { kind: PersonEvent }
);

/** The events between the registry and the person of a request, except the person's answer. */
export const PERSON_EVENTS = ['queued', 'asked', 'reminded', 'undelivered'] as const;
export type PersonEvent = (typeof PERSON_EVENTS)[number];

/** The request is with the person whom it is about, or waits for its turn there. */
export type Asking = {
  /** How often the request was forwarded so far, from 1. */
  number: number;
  queuedAt: string;
  /** When the mail server accepted the message with the link; null while the request waits. */
  askedAt: string | null;
  /** When the reminder was sent, or could not be delivered; null before that. */
  remindedAt: string | null;
};

type RequestNow =
  | { state: 'unconfirmed'; confirmBy: string }
  | {
      state: RequestState;
      /** The start of the term. */
      openSince: string;
      /** What the sender is shown, whatever the state. */
      answer: RequestAnswer | null;
      /** Null while no message is with the person or waits. */
      asking: Asking | null;
      /** How often the request was forwarded by message. */
      timesForwarded: number;
    };
type OpenRequest = Exclude<RequestNow, { state: 'unconfirmed' }>;

/** The state of a request after each event of the forwarding. */
const STATE_AFTER: Record<PersonEvent, RequestState> = {
  queued: 'forwarded',
  asked: 'forwarded',
  reminded: 'forwarded',
  undelivered: 'received',
};

/** Returns the state of a request after its events, the oldest first; the first one is its receipt. */
export function requestNow(events: readonly RequestEvent[]): RequestNow {
  const [first, ...others] = events;
  if (first?.kind !== 'received') throw new Error('The events of a request begin with its receipt.');
  const { at, confirmBy } = first;
  const begun: RequestNow = confirmBy === null ? openAt(at) : { state: 'unconfirmed', confirmBy };
  return others.reduce(after, begun);
}

function openAt(at: string): OpenRequest {
  return { state: 'received', openSince: at, answer: null, asking: null, timesForwarded: 0 };
}

/** Applies an event. An administrator may note something about a request, or forward it, even if it is not confirmed. */
function after(now: RequestNow, event: RequestEvent): RequestNow {
  if (event.kind === 'received') return now;
  if (event.kind === 'confirmed') return now.state === 'unconfirmed' ? openAt(event.at) : now;
  const open = now.state === 'unconfirmed' ? openAt(event.at) : now;
  if (event.kind === 'noted') {
    return { ...open, state: event.state, answer: answerAfter(open.answer, event), asking: null };
  }
  return afterPersonEvent(open, event.kind, event.at);
}

/**
 * Returns what the sender is shown after a note. A shown “not now” stays, even if the state changes without the sender being
 * shown it, until something else is shown or an administrator sets the request back to `received`.
 */
function answerAfter(
  before: RequestAnswer | null,
  { state, answer }: { state: RequestState; answer: RequestAnswer | null },
): RequestAnswer | null {
  if (answer !== null || state === 'received') return answer;
  return before !== null && 'until' in before ? before : null;
}

/** Applies an event of the forwarding; it changes nothing if the person's answer was faster than the message. */
function afterPersonEvent(now: OpenRequest, kind: PersonEvent, at: string): OpenRequest {
  if (kind === 'queued') {
    const number = now.timesForwarded + 1;
    const asking = { number, queuedAt: at, askedAt: null, remindedAt: null };
    const answer = answerAfter(now.answer, { state: STATE_AFTER.queued, answer: null });
    return { ...now, state: STATE_AFTER.queued, answer, asking, timesForwarded: number };
  }
  const { asking } = now;
  if (asking === null) return now;
  // If true, the undelivered message is a reminder: the person has the link of the first message.
  const isWithPerson = asking.askedAt !== null;
  if (kind === 'undelivered') {
    return isWithPerson
      ? { ...now, asking: { ...asking, remindedAt: at } }
      : { ...now, state: STATE_AFTER[kind], asking: null };
  }
  const moment = kind === 'asked' ? { askedAt: at } : { remindedAt: at };
  return { ...now, state: STATE_AFTER[kind], asking: { ...asking, ...moment } };
}

export type SenderSees =
  /** The sender has not confirmed the address yet. */
  | { state: 'unconfirmed' }
  /** The sender did not confirm the address in time. */
  | { state: 'gone' }
  | { state: 'received'; openSince: string; closesAt: string }
  | ({ state: 'accepted'; openSince: string } & Acceptance)
  | { state: 'not-now'; openSince: string; closesAt: string; until: string | null }
  | { state: 'closed'; openSince: string; closesAt: string };

/** The time in which the sender must confirm the address; after it the request is deleted. */
export const CONFIRM_MS = 7 * DAY_MS;

/**
 * Returns what the sender of a request may see. It never shows whether the request was forwarded or declined, or whether
 * anybody has read it: all of that is `received` until the end of the term, and then `closed`.
 *
 * @param now in ms since 1970
 */
export function senderSees(request: RequestNow, now: number, termDays: number): SenderSees {
  if (request.state === 'unconfirmed') {
    return { state: now < Date.parse(request.confirmBy) ? 'unconfirmed' : 'gone' };
  }
  const { state, openSince, answer } = request;
  if (state === 'accepted' && answer !== null && 'name' in answer) return { state, openSince, ...answer };
  const closes = closesMs(request, termDays);
  const closesAt = new Date(closes).toISOString();
  if (now >= closes) return { state: 'closed', openSince, closesAt };
  if (answer !== null && 'until' in answer) {
    return { state: 'not-now', openSince, closesAt, until: answer.until };
  }
  return { state: 'received', openSince, closesAt };
}

/** Returns when the term of an open request ends, in ms since 1970. */
export function closesMs({ openSince }: Pick<OpenRequest, 'openSince'>, termDays: number): number {
  return Date.parse(openSince) + termDays * DAY_MS;
}

// The reference of a request for access: short enough to read out on the telephone. It gives no access to anything.

/** Without vowels, so that no words arise, and without characters that look like others. */
const SIGNS = '23456789BCDFGHJKMNPQRSTVWXYZ';
const SIGNS_IN_A_PART = 4;
/** The length of the secret in the address of the page of a request. */
export const PAGE_KEY_BYTES = 16;

/** Returns a random reference, such as `K7QM-4XRT`. @param randomBelow returns a whole number from 0 to below its bound */
export function requestReference(randomBelow: (bound: number) => number): string {
  const part = () => Array.from({ length: SIGNS_IN_A_PART }, () => SIGNS[randomBelow(SIGNS.length)]).join('');
  return `${part()}-${part()}`;
}

// Figures about requests for access: how many there are, how soon they are answered, and how many are accepted.

export type RequestFigures = {
  /** How many requests have a confirmed address, or need no confirmation. */
  count: number;
  /** How many of these are accepted now. */
  accepted: number;
  /** The median time from the start of the term to the first answer, in days; null where no request has one. */
  medianDays: number | null;
};

const ANSWERS: readonly RequestState[] = ['accepted', 'not-now', 'declined', 'answered'];

/** @param requests the events of each request, as {@link requestNow} takes them */
export function requestFigures(requests: readonly (readonly RequestEvent[])[]): RequestFigures {
  const open = requests.flatMap((events) => {
    const now = requestNow(events);
    return now.state === 'unconfirmed' ? [] : [{ events, now }];
  });
  const waits = open.flatMap(({ events, now }) => {
    const first = events.find((event) => event.kind === 'noted' && ANSWERS.includes(event.state));
    return first === undefined ? [] : [(Date.parse(first.at) - Date.parse(now.openSince)) / DAY_MS];
  });
  return {
    count: open.length,
    accepted: open.filter(({ now }) => now.state === 'accepted').length,
    medianDays: medianOf(waits),
  };
}

function medianOf(values: readonly number[]): number | null {
  const inOrder = values.toSorted((one, other) => one - other);
  const middle = inOrder.length / 2;
  const [lower, upper] = [inOrder[Math.ceil(middle) - 1], inOrder[Math.floor(middle)]];
  return lower === undefined || upper === undefined ? null : (lower + upper) / 2;
}
