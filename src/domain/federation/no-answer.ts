/** The answer of a source that gave no records: its state, and the reason. */

import type { OriginProblem, OriginState } from './origin.ts';
import type { Reason } from './reasons.ts';
import type { Question, SourceAnswer } from './source.ts';

/** Whether a question is for genes of tier 3, alone or beside other tiers: no registry could certify a zero. */
export function asksTier3(question: Question): question is Extract<Question, { kind: 'genes-search' }> {
  return question.kind === 'genes-search' && question.query.asksTier3 === true;
}

/** Whether a question is for genes of tier 3 alone. It is put to no registry. */
export function isOfTier3(question: Question): boolean {
  return asksTier3(question) && question.query.tiers.size === 0;
}

/** `wasQueried`: whether the question was sent to the source. */
type About = Partial<Pick<OriginProblem, 'error'>> & {
  version?: string | undefined;
  elapsedMs?: number;
  wasQueried?: boolean;
};

/** Returns an answer without records; `elapsedMs` is 0 by default. */
export function noAnswer(
  state: OriginState,
  reason: Reason,
  { version, elapsedMs = 0, wasQueried = false, error }: About = {},
): SourceAnswer {
  return {
    state,
    records: [],
    total: undefined,
    isExact: false,
    version,
    elapsedMs,
    retrievedAt: undefined,
    cache: wasQueried ? { status: 'miss', ageSeconds: 0 } : null,
    filters: [],
    askedAs: [],
    dropped: 0,
    shortened: 0,
    problem: { reason, error, status: undefined, nextTryAt: undefined },
  };
}
