/** Figures about requests for access: how many there are, how soon they are answered, and how many are accepted. */

import { DAY_MS } from '../durations.ts';
import { type RequestEvent, requestNow } from './request-events.ts';
import type { RequestState } from './request-step.ts';

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
