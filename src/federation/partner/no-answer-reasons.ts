/** Why a partner gave no answer, where the reason is known here: each in words. */

import type { Decision } from './circuit-breaker.ts';
import type { Failure } from './partner-query.ts';

export function tierNotShared(): Failure {
  const title = 'was not asked, as registries do not tell genes of tier 3';
  const detail = 'Genes of tier 3 stay with the registry that holds them. Allowed: tiers 1 and 2.';
  return ours({ state: 'not-asked', title, detail });
}

export function tooOld(version: string | undefined): Failure {
  const title = `is too old to be asked this (version ${version ?? 'unknown'})`;
  return ours({ state: 'unsupported', title, detail: `Its software ${title}.` });
}

export function restingNow({ because }: Pick<Extract<Decision, { may: 'rest' }>, 'because'>): Failure {
  const title = `is resting, as it ${because}`;
  return ours({ state: 'resting', title, detail: 'After failures a partner is left in peace for a while.' });
}

export function silentFor(timeoutMs: number): Failure {
  const title = `did not answer within ${timeoutMs / 1000} s`;
  const detail = `Nothing came for ${timeoutMs / 1000} s. Should the answer come later, it is kept for the next question.`;
  return {
    ...{ about: 'no-reply', state: 'timed-out', title, detail, error: 'http_response_timeout' },
    ...{ status: undefined, retryAfterSeconds: undefined },
  };
}

/** The questions before this one took all the time. */
export function hadNoTurn(): Failure {
  const title = 'was not asked, as too many questions to it are under way';
  const detail = 'Its connections were all taken for as long as a search waits. Please ask again in a moment.';
  return ours({ state: 'busy', title, detail, error: 'connection_limit_reached' });
}

export function readerLeft(): Failure {
  return ours({ state: 'not-asked', title: 'was not waited for', detail: 'The reader left.' });
}

export function ourFault(): Failure {
  const title = 'could not be read because of a mistake here, which has been logged';
  return ours({ state: 'failed', title, detail: `It ${title}.`, error: 'proxy_internal_error' });
}

function ours(reason: Pick<Failure, 'state' | 'title' | 'detail'> & Partial<Failure>): Failure {
  return { about: 'ours', error: undefined, status: undefined, retryAfterSeconds: undefined, ...reason };
}
