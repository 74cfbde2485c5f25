/** Converts a stored request for access to the events that the rules read. */

import { PERSON_EVENTS, type PersonEvent, type RequestEvent } from '../../domain/contact/request-events.ts';
import type { StoredRequest, StoredStep } from '../state/service-state.ts';

/** Steps stay in the order in which they were stored, because clocks of instances differ. */
export function eventsOf({ receivedAt, confirmBy, confirmedAt, steps }: StoredRequest): RequestEvent[] {
  const received: RequestEvent = { kind: 'received', at: receivedAt, confirmBy };
  const events = steps.map(toEvent);
  if (confirmedAt === null) return [received, ...events];
  const later = steps.findIndex(({ at }) => at > confirmedAt);
  const place = later === -1 ? events.length : later;
  return [received, ...events.toSpliced(place, 0, { kind: 'confirmed', at: confirmedAt })];
}

function toEvent({ at, state, answer }: StoredStep): RequestEvent {
  return isPersonEvent(state) ? { kind: state, at } : { kind: 'noted', at, state, answer };
}

function isPersonEvent(state: StoredStep['state']): state is PersonEvent {
  return PERSON_EVENTS.some((one) => one === state);
}
