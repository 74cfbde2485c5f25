/** Failures of an answer for reasons that are known here. */

import type { ProxyError } from '../../domain/federation/origin.ts';
import { type Reason, reason } from '../../domain/federation/reasons.ts';
import type { MustWait } from './circuit-breaker.ts';
import type { CircuitOpen, Failure } from './partner-query.ts';
import { AT_ONCE_MS } from './times.ts';

export function tierNotShared(): Failure {
  return ours({ state: 'unsupported', reason: reason('tier-3-not-searched') });
}

export function thisRegistry(): Failure {
  return ours({ state: 'not-asked', reason: reason('this-registry-itself') });
}

export function tooOld(version: string | undefined): Failure {
  return ours({ state: 'unsupported', reason: reason('too-old', { version: version ?? null }) });
}

export function circuitOpen({ because }: Pick<MustWait, 'because'>): CircuitOpen {
  return { ...ours({ state: 'resting', reason: reason('resting', { because }) }), state: 'resting', error: undefined };
}

/** No byte of an answer came in that time. */
export function silentFor(timeoutMs: number): Failure {
  return timedOut(reason('no-answer', { timeoutMs }), 'http_response_timeout');
}

/** The answer began, and then no byte came for that time, whether it was complete or not. */
export function silentWithin(timeoutMs: number, bodyBytes: number): Failure {
  return timedOut(reason('answer-stopped', { timeoutMs, bytes: bodyBytes }), 'connection_read_timeout');
}

/** A request was sent, and its answer did not end in the time of the partner; `bodyBytes` of it came. */
export function unfinishedAfter(timeoutMs: number, bodyBytes: number): Failure {
  return timedOut(reason('answer-unfinished', { timeoutMs, bytes: bodyBytes }), 'connection_read_timeout');
}

/** How many requests of a question have been sent, and when the last one, in milliseconds after the question arrived. */
type Sent = { requests: number; lastAfterMs: number };

/** Returns why a question has no answer if it had to wait for slots; undefined if the partner alone was waited for. */
export function queueFailure({ requests, lastAfterMs }: Sent): Failure | undefined {
  if (requests === 0) return busy(reason('no-turn'));
  if (lastAfterMs <= AT_ONCE_MS) return undefined;
  return busy(reason(requests === 1 ? 'late-turn' : 'takes-many-requests'));
}

/** The time of the whole search ended, which says nothing about the partner. */
export function searchEnded(searchTimeoutMs: number): Failure {
  return timedOut(reason('search-ended', { timeoutMs: searchTimeoutMs }), 'http_response_timeout');
}

/** The time of a whole list ended before this question had its answer, or its slot. */
export function listEnded(limitMs: number): Failure {
  return busy(reason('list-ended', { timeoutMs: limitMs }));
}

/** This registry stopped, and ended what was under way. */
export function stopped(): Failure {
  return ours({ state: 'timed-out', reason: reason('stopped') });
}

export function callerGone(): Failure {
  return ours({ state: 'not-asked', reason: reason('reader-left') });
}

export function ourFault(): Failure {
  return ours({ state: 'failed', reason: reason('mistake-here'), error: 'proxy_internal_error' });
}

function busy(because: Reason): Failure {
  return ours({ state: 'busy', reason: because, error: 'connection_limit_reached' });
}

function timedOut(because: Reason, error: ProxyError): Failure {
  const failure = { about: 'no-reply', state: 'timed-out', reason: because, error } as const;
  return { ...failure, status: undefined, retryAfterSeconds: undefined };
}

function ours(failure: Pick<Failure, 'state' | 'reason'> & Partial<Failure>): Failure {
  return { about: 'ours', error: undefined, status: undefined, retryAfterSeconds: undefined, ...failure };
}
