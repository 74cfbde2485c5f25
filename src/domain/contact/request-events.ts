/** What happens to a request for access, how it stands after that, and what whoever sent it may see of it. */

import { DAY_MS } from '../durations.ts';
import type { Acceptance, RequestAnswer, RequestState } from './request-step.ts';

/** What is to be sent about a request: to its sender, to confirm the address, and then to the administrators. */
export type DueMessage = 'confirm' | 'request';

/** Moments are texts as `Date.toISOString` writes them. */
export type RequestEvent = { at: string } & (
  | {
      kind: 'received';
      /** Until when its sender has to confirm the address; null where it cannot be confirmed, as no message is sent. */
      confirmBy: string | null;
    }
  | { kind: 'confirmed' }
  | { kind: 'noted'; state: RequestState; answer: RequestAnswer | null }
  | { kind: PersonEvent }
);

/** What happens between the registry and the person whom a request is about; none of it is the person's answer. */
export const PERSON_EVENTS = ['queued', 'asked', 'reminded', 'undelivered'] as const;
export type PersonEvent = (typeof PERSON_EVENTS)[number];

/** That a request is with the person whom it is about, or waits for its turn there. */
export type Asking = {
  /** Rises each time that the request is forwarded, from 1. */
  number: number;
  queuedAt: string;
  /** When the mail server took the message with the link; null while the request waits. */
  askedAt: string | null;
  /** When a reminder was sent, or could not be delivered. */
  remindedAt: string | null;
};

type RequestNow =
  | { state: 'unconfirmed'; confirmBy: string }
  | {
      state: RequestState;
      /** From then on the term runs. */
      openSince: string;
      /** What its sender is shown, however it stands. */
      answer: RequestAnswer | null;
      /** Null where the person is not asked, or not any more. */
      asking: Asking | null;
      /** How often the request was forwarded by message. */
      timesForwarded: number;
    };
type OpenRequest = Exclude<RequestNow, { state: 'unconfirmed' }>;

/** How a request stands after each event of the person's part. */
const STATE_AFTER: Record<PersonEvent, RequestState> = {
  queued: 'forwarded',
  asked: 'forwarded',
  reminded: 'forwarded',
  undelivered: 'received',
};

/** How a request stands after these events, the oldest first, which begin with its receipt. */
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

/** An administrator who notes something of a request, or forwards it, takes it over, confirmed or not. */
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
 * “Not now” stays where it was shown, whatever becomes of the request that its sender is not to see: until something else is
 * shown, or an administrator takes it back.
 */
function answerAfter(
  before: RequestAnswer | null,
  { state, answer }: { state: RequestState; answer: RequestAnswer | null },
): RequestAnswer | null {
  if (answer !== null || state === 'received') return answer;
  return before !== null && 'until' in before ? before : null;
}

/** A message about a time that is over changes nothing: an answer may come while a message is on its way. */
function afterPersonEvent(now: OpenRequest, kind: PersonEvent, at: string): OpenRequest {
  if (kind === 'queued') {
    const number = now.timesForwarded + 1;
    const asking = { number, queuedAt: at, askedAt: null, remindedAt: null };
    const answer = answerAfter(now.answer, { state: STATE_AFTER.queued, answer: null });
    return { ...now, state: STATE_AFTER.queued, answer, asking, timesForwarded: number };
  }
  const { asking } = now;
  if (asking === null) return now;
  // Of a reminder that could not be delivered: the link of the first message is with the person.
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
  /** The address is still to be confirmed. */
  | { state: 'unconfirmed' }
  /** It was not confirmed in time. */
  | { state: 'gone' }
  | { state: 'received'; openSince: string; closesAt: string }
  | ({ state: 'accepted'; openSince: string } & Acceptance)
  | { state: 'not-now'; openSince: string; closesAt: string; until: string | null }
  | { state: 'closed'; openSince: string; closesAt: string };

/** An address is confirmed within this time, or the request is deleted. */
export const CONFIRM_MS = 7 * DAY_MS;

/**
 * What the sender of a request may see: nothing of whether it was forwarded, declined or is known to anybody. Until the end
 * of the term all of that is `received`, and from then on `closed`.
 *
 * @param now in ms
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

/** When the term of an open request ends, in ms since 1970. */
export function closesMs({ openSince }: Pick<OpenRequest, 'openSince'>, termDays: number): number {
  return Date.parse(openSince) + termDays * DAY_MS;
}
