/** Why a partner gave no answer, where the reason is known here: each in words. */

import { TIER_NOT_SEARCHED } from '../../domain/federation/no-answer.ts';
import type { ProxyError } from '../../domain/federation/origin.ts';
import type { Decision } from './circuit-breaker.ts';
import type { Failure } from './partner-query.ts';
import { AT_ONCE_MS } from './times.ts';

export function tierNotShared(): Failure {
  return ours({ state: 'unsupported', ...TIER_NOT_SEARCHED });
}

export const ITSELF = 'is this registry itself, under another address';

export function thisRegistry(): Failure {
  const detail = 'What it holds is in the part of this registry already.';
  return ours({ state: 'not-asked', title: ITSELF, detail });
}

export function tooOld(version: string | undefined): Failure {
  const title = `is too old to be asked this (version ${version ?? 'unknown'})`;
  return ours({ state: 'unsupported', title, detail: `Its software ${title}.` });
}

export function restingNow({ because }: Pick<Extract<Decision, { may: 'rest' }>, 'because'>): Failure {
  const title = `is not asked for a while, as it ${because}`;
  return ours({
    state: 'resting',
    title,
    detail: 'After failures a partner is not asked for a while, so that it can recover.',
  });
}

export function silentFor(timeoutMs: number): Failure {
  const title = `did not answer within ${timeoutMs / 1000} s`;
  const detail = `Nothing came for ${timeoutMs / 1000} s. Should the answer come later, it is kept for the next question.`;
  return timedOut(title, detail, 'http_response_timeout');
}

/** An answer that began, and of which nothing more came for that time, be it whole or not. */
export function silentWithin(timeoutMs: number, bodyBytes: number): Failure {
  const title = `did not finish its answer within ${timeoutMs / 1000} s`;
  const detail = `After ${inBytes(bodyBytes)} nothing came for ${timeoutMs / 1000} s, and no end. Should it come later, it is kept for the next question.`;
  return timedOut(title, detail, 'connection_read_timeout');
}

/** A question that was sent and did not come to its end in its whole time, though so much of its answer came. */
export function unfinishedAfter(timeoutMs: number, bodyBytes: number): Failure {
  const title = `did not finish its answer within ${timeoutMs / 1000} s`;
  const detail = `After ${timeoutMs / 1000} s ${inBytes(bodyBytes)} had come, and no end. Should it come later, it is kept for the next question.`;
  return timedOut(title, detail, 'connection_read_timeout');
}

function inBytes(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'byte' : 'bytes'}`;
}

/** Why a question has no answer for want of a turn; undefined where it had one at once. @param waitedMs until it was sent */
export function turnFailure(waitedMs: number | undefined): Failure | undefined {
  if (waitedMs === undefined) return hadNoTurn();
  return waitedMs > AT_ONCE_MS ? hadLateTurn() : undefined;
}

/** The title of a question that was not sent, as others took its turn. */
export const NOT_SENT = 'was not asked, as too many questions to it are under way';

/** The questions before this one took all the time. */
function hadNoTurn(): Failure {
  const title = NOT_SENT;
  const detail = 'Its connections were all taken for as long as a search waits. Please ask again in a moment.';
  return ours({ state: 'busy', title, detail, error: 'connection_limit_reached' });
}

/** The questions before this one took so much time that too little was left. */
function hadLateTurn(): Failure {
  const title = 'was asked late, as too many questions to it are under way';
  const detail =
    'Its connections were taken for most of the time, and its answer is kept when it comes. Please ask again.';
  return ours({ state: 'busy', title, detail, error: 'connection_limit_reached' });
}

/** The time of the whole search was over, which says nothing about how long a partner may take. */
export function searchEnded(searchTimeoutMs: number): Failure {
  const seconds = searchTimeoutMs / 1000;
  const title = `had not answered when the search ended after ${seconds} s`;
  const detail = `No search takes longer than ${seconds} s. Should the answer come later, it is kept for the next question.`;
  return timedOut(title, detail, 'http_response_timeout');
}

/** The time of a whole list was over before this question had its answer, or its turn. */
export function listEnded(limitMs: number): Failure {
  const title = `was not waited for, as the list had taken ${limitMs / 1000} s`;
  const detail = 'What it has answered until then is kept for a while: ask again, and the list goes on from there.';
  return ours({ state: 'busy', title, detail, error: 'connection_limit_reached' });
}

/** This registry was told to stop, and what was under way had to end. */
export function stopped(): Failure {
  const title = 'had not answered when this registry was stopped';
  const detail = 'This registry was stopped while the question was under way. Please ask again in a moment.';
  return ours({ state: 'timed-out', title, detail });
}

export function readerLeft(): Failure {
  return ours({ state: 'not-asked', title: 'was not waited for', detail: 'The reader left.' });
}

export function ourFault(): Failure {
  const title = 'could not be read because of a mistake here, which has been logged';
  return ours({ state: 'failed', title, detail: `It ${title}.`, error: 'proxy_internal_error' });
}

function timedOut(title: string, detail: string, error: ProxyError): Failure {
  const reason = { about: 'no-reply', state: 'timed-out', title, detail, error } as const;
  return { ...reason, status: undefined, retryAfterSeconds: undefined };
}

function ours(reason: Pick<Failure, 'state' | 'title' | 'detail'> & Partial<Failure>): Failure {
  return { about: 'ours', error: undefined, status: undefined, retryAfterSeconds: undefined, ...reason };
}
