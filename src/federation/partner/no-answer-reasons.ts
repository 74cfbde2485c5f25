/** The parts of a partner that gave no answer for a reason known here: each state in words. */

import { hasAnswered } from '../../domain/federation/completeness.ts';
import { noAnswer, type Reason } from '../../domain/federation/no-answer.ts';
import type { SourceAnswer } from '../../domain/federation/source.ts';
import type { Decision } from './circuit-breaker.ts';

export type AnswerContext = { version: string | undefined; elapsedMs: number };

export function tierNotTold(told: AnswerContext): SourceAnswer {
  const title = 'was not asked, as registries do not tell genes of tier 3';
  const detail = 'Genes of tier 3 stay with the registry that holds them. Allowed: tiers 1 and 2.';
  return noAnswer('not-asked', { title, detail }, told);
}

export function tooOld(told: AnswerContext): SourceAnswer {
  const title = `is too old to be asked this (version ${told.version ?? 'unknown'})`;
  return noAnswer('unsupported', { title, detail: `Its software ${title}.` }, told);
}

export function restingNow(gate: Extract<Decision, { may: 'rest' }>, told: AnswerContext): SourceAnswer {
  const title = `is resting, as it ${gate.because}`;
  const detail = 'After failures a partner is left in peace for a while.';
  return noAnswer('resting', { title, detail, nextTryAt: gate.until }, told);
}

export function quietFor(readTimeoutMs: number): Reason {
  const title = `did not answer within ${readTimeoutMs / 1000} s`;
  const detail = `Nothing came for ${readTimeoutMs / 1000} s. Should the answer come later, it is kept for the next question.`;
  return { title, detail, error: 'http_response_timeout' };
}

/** @param hasBegun whether the partner was really asked; else its questions before this one took all the time */
export function outOfTime(hasBegun: boolean, partnerTimeoutMs: number, told: AnswerContext): SourceAnswer {
  if (hasBegun) return noAnswer('timed-out', quietFor(partnerTimeoutMs), told);
  const title = 'was not asked, as too many questions to it are under way';
  const detail = 'Its connections were all taken for as long as a search waits. Please ask again in a moment.';
  return noAnswer('busy', { title, detail, error: 'connection_limit_reached' }, told);
}

export function readerLeft(told: AnswerContext): SourceAnswer {
  return noAnswer('not-asked', { title: 'was not waited for', detail: 'The reader left.' }, told);
}

export function ourFault(told: AnswerContext): SourceAnswer {
  const title = 'could not be read because of a mistake here, which has been logged';
  return noAnswer('failed', { title, detail: `It ${title}.`, error: 'proxy_internal_error' }, told);
}

/** The token rests after a refusal, so an administrator gets what the public gets, and is told. */
export function withoutToken(answer: SourceAnswer): SourceAnswer {
  if (!hasAnswered(answer.state) || answer.state === 'unknown-term') return answer;
  const rests = 'refused our token a short while ago, so only what the public may see is shown';
  const title = answer.problem === undefined ? rests : `${answer.problem.title}, ${rests}`;
  const problem = {
    error: undefined,
    status: 401,
    nextTryAt: undefined,
    ...answer.problem,
    title,
    detail: `It ${title}.`,
  };
  return { ...answer, state: 'limited', isExact: false, problem };
}
