/** The part of a source that gave no records: its state, and why. */

import type { OriginProblem, OriginState } from './origin.ts';
import type { Question, SourceAnswer } from './source.ts';

/** Why nobody is asked for genes of tier 3 alone. A zero would be none that anybody certifies. */
export const TIER_NOT_SEARCHED = {
  title: 'does not search genes of tier 3',
  detail: 'Genes of tier 3 stay with the registry that holds them. Allowed: tiers 1 and 2.',
} as const;

/** Whether a question is for genes of tier 3 alone. */
export function isOfTier3(question: Question): boolean {
  return question.kind === 'genes-search' && question.query.tiers.size === 0;
}

export type Reason = Pick<OriginProblem, 'title' | 'detail'> & Partial<OriginProblem>;
/** `wasAsked`: whether a question was sent. */
type About = { version?: string | undefined; elapsedMs?: number; wasAsked?: boolean };

export function noAnswer(
  state: OriginState,
  reason: Reason,
  { version, elapsedMs = 0, wasAsked = false }: About = {},
): SourceAnswer {
  return {
    state,
    records: [],
    total: undefined,
    isExact: false,
    version,
    elapsedMs,
    retrievedAt: undefined,
    cache: wasAsked ? { status: 'miss', ageSeconds: 0 } : null,
    filters: [],
    askedAs: [],
    dropped: 0,
    shortened: 0,
    problem: { error: undefined, status: undefined, nextTryAt: undefined, ...reason },
  };
}
