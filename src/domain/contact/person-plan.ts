/** Whom a request is about is asked by message: which requests go when, and how long the link of each may be used. */

import { DAY_MS } from '../durations.ts';
import { type Asking, closesMs, type RequestEvent, requestNow } from './request-events.ts';

/** A link of a message can be used for so long. */
export const LINK_MS = 7 * DAY_MS;
/** Whoever has not answered by then is reminded, once. */
const REMIND_MS = 4 * DAY_MS;

/** What the person is shown of a request. */
export type RequestToPerson = {
  reference: string;
  receivedAt: string;
  name: string;
  organisation: string;
  contact: string;
  /** Whether whoever asked can read what is sent to that address. */
  isConfirmed: boolean;
  reason: string;
  /** Of a request about a registered gene. */
  symbol: string | undefined;
};

/** A request of one person, with what happened to it. */
export type RequestOfPerson = { id: number; events: readonly RequestEvent[] };

export type PersonPlan = {
  /** To be sent now in one message, the oldest first. */
  ask: readonly number[];
  /** To be reminded of now in one message. */
  remind: readonly number[];
  /** What waits for its turn after that. */
  waiting: number;
  /** When there may be something to do again, unless something happens before; in ms since 1970, null for never. */
  nextMs: number | null;
};

type Bounds = {
  /** In ms since 1970. */
  now: number;
  /** So many requests are with a person at a time. */
  most: number;
  termDays: number;
};

type ForwardedRequest = { id: number; asking: Asking; closes: number };

/**
 * What a person is to be sent now. What has no room waits until there is room for all that wait, or until nothing is open any
 * more, and then goes in one message. Nobody is asked about a request that is closed.
 */
export function personPlan(requests: readonly RequestOfPerson[], bounds: Bounds): PersonPlan {
  const { now, most } = bounds;
  const forwarded = requests.flatMap((request) => forwardedOf(request, bounds));
  const open = forwarded.filter(({ asking, closes }) => asking.askedAt !== null && now < endOf(asking, closes));
  const queued = forwarded
    .filter(({ asking }) => asking.askedAt === null)
    .toSorted((one, other) => Date.parse(one.asking.queuedAt) - Date.parse(other.asking.queuedAt));
  const hasRoom = open.length === 0 || open.length + queued.length <= most;
  const ask = hasRoom ? queued.slice(0, most) : [];
  const remind = open.filter(({ asking }) => now >= remindMs(asking));
  const moments = [
    ...open.filter((one) => !remind.includes(one)).map(({ asking, closes }) => nextOf(asking, closes)),
    ...remind.map(({ closes }) => Math.min(now + LINK_MS, closes)),
    ...ask.map(({ closes }) => Math.min(now + REMIND_MS, closes)),
  ];
  return {
    ask: ask.map(({ id }) => id),
    remind: remind.map(({ id }) => id),
    waiting: queued.length - ask.length,
    nextMs: moments.length === 0 ? null : Math.min(...moments),
  };
}

function forwardedOf({ id, events }: RequestOfPerson, { now, termDays }: Bounds): ForwardedRequest[] {
  const present = requestNow(events);
  if (present.state === 'unconfirmed' || present.asking === null) return [];
  const closes = closesMs(present, termDays);
  return now < closes ? [{ id, asking: present.asking, closes }] : [];
}

/** Until when a request that was sent takes the room of another one. */
function endOf({ askedAt, remindedAt }: Asking, closes: number): number {
  return Math.min(Date.parse(remindedAt ?? askedAt ?? '') + LINK_MS, closes);
}

function remindMs({ askedAt, remindedAt }: Asking): number {
  return askedAt === null || remindedAt !== null ? Number.POSITIVE_INFINITY : Date.parse(askedAt) + REMIND_MS;
}

function nextOf(asking: Asking, closes: number): number {
  return Math.min(remindMs(asking), endOf(asking, closes));
}

/** What a link that this registry wrote leads to: used where anybody has answered, or taken the request back. */
type LinkState = 'open' | 'used' | 'expired';

/**
 * What a link leads to at a moment.
 *
 * @param events of its request
 * @param link.number of the asking that it was written for
 * @param link.expires in ms since 1970
 * @param now in ms since 1970
 */
export function linkState(
  events: readonly RequestEvent[],
  { number, expires }: { number: number; expires: number },
  now: number,
): LinkState {
  const present = requestNow(events);
  if (present.state === 'unconfirmed' || present.asking === null) return 'used';
  return present.asking.number === number && now < expires ? 'open' : 'expired';
}

/** Why a request cannot be forwarded by message at the moment. */
export type NotForwarded = 'unconfirmed' | 'closed' | 'answered' | 'waiting' | 'with-the-person';

/** Why it cannot be forwarded now; undefined where it can. @param bounds.now in ms since 1970 */
export function whyNotForwarded(
  events: readonly RequestEvent[],
  { now, termDays }: Omit<Bounds, 'most'>,
): NotForwarded | undefined {
  const present = requestNow(events);
  if (present.state === 'unconfirmed') return 'unconfirmed';
  const { state, asking } = present;
  const closes = closesMs(present, termDays);
  if (state === 'accepted' || state === 'declined') return 'answered';
  if (now >= closes) return 'closed';
  if (asking === null) return undefined;
  if (asking.askedAt === null) return 'waiting';
  return now < endOf(asking, closes) ? 'with-the-person' : undefined;
}
