/** The part of a source that gave no records: its state, and why. */

import type { OriginProblem, OriginState } from './origin.ts';
import type { SourceAnswer } from './source.ts';

export type Reason = Pick<OriginProblem, 'title' | 'detail'> & Partial<OriginProblem>;
type About = { version?: string | undefined; elapsedMs?: number };

export function noAnswer(state: OriginState, reason: Reason, { version, elapsedMs = 0 }: About = {}): SourceAnswer {
  return {
    state,
    records: [],
    total: undefined,
    isExact: false,
    version,
    elapsedMs,
    retrievedAt: undefined,
    cache: { status: 'miss', ageSeconds: 0 },
    filters: [],
    askedAs: [],
    dropped: 0,
    problem: { error: undefined, status: undefined, nextTryAt: undefined, ...reason },
  };
}
