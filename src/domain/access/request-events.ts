/** What happens to a request for access, how it stands after that, and what whoever sent it may see of it. */

import type { Acceptance, RequestAnswer, RequestState } from './request-step.ts';

/** Moments are texts as `Date.toISOString` writes them. */
export type RequestEvent = { at: string } & (
  | {
      kind: 'received';
      /** Until when its sender has to confirm the address; null where it cannot be confirmed, as no message is sent. */
      confirmBy: string | null;
    }
  | { kind: 'confirmed' }
  | { kind: 'noted'; state: RequestState; answer: RequestAnswer | null }
);

export type RequestNow =
  | { state: 'unconfirmed'; confirmBy: string }
  /** Open since: from then on the term runs. */
  | { state: RequestState; openSince: string; answer: RequestAnswer | null };

/** How a request stands after these events, the oldest first, which begin with its receipt. */
export function requestNow(events: readonly RequestEvent[]): RequestNow {
  const [first, ...others] = events;
  if (first?.kind !== 'received') throw new Error('The events of a request begin with its receipt.');
  const { at, confirmBy } = first;
  const begun: RequestNow =
    confirmBy === null ? { state: 'received', openSince: at, answer: null } : { state: 'unconfirmed', confirmBy };
  return others.reduce(after, begun);
}

/** An administrator who notes something of a request takes it over, confirmed or not. */
function after(now: RequestNow, event: RequestEvent): RequestNow {
  if (event.kind === 'noted') {
    const { state, answer, at } = event;
    return { state, answer, openSince: now.state === 'unconfirmed' ? at : now.openSince };
  }
  const isFirst = event.kind === 'confirmed' && now.state === 'unconfirmed';
  return isFirst ? { state: 'received', openSince: event.at, answer: null } : now;
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

const DAY_MS = 86_400_000;
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
  const closes = Date.parse(openSince) + termDays * DAY_MS;
  const closesAt = new Date(closes).toISOString();
  if (now >= closes) return { state: 'closed', openSince, closesAt };
  if (state === 'not-now' && answer !== null && 'until' in answer) {
    return { state, openSince, closesAt, until: answer.until };
  }
  return { state: 'received', openSince, closesAt };
}
