/** Whether a partner is well, as questions of readers showed, or a question of this registry's own. */

import type { Reason } from '../domain/federation/reasons.ts';
import type { Source } from '../domain/federation/source.ts';
import { PUBLIC_VIEWER } from '../domain/record/model.ts';
import type { CircuitBreaker } from './partner/circuit-breaker.ts';
import type { Partner } from './partner/partner.ts';
import { FINDS_NOBODY } from './partner/single-query.ts';

export type Look = {
  isWell: boolean;
  /** Why the last question failed; undefined if it did not. */
  because: Reason | undefined;
};

/** Undefined if nothing can be said: no question was put lately, or the answer is a cached one. */
export type LookAtPartner = (wasUnwell: boolean, signal: AbortSignal) => Promise<Look | undefined>;

const ANSWERED = new Set(['answered', 'empty', 'limited']);

/**
 * Returns a function that looks at a partner. A resting partner is unwell, and is not asked. A partner that fails, refuses
 * every question, or was unwell, gets a search that finds nobody, as from a reader, without a token.
 */
export function partnerLook(
  { circuitBreaker, kinds, history }: Pick<Partner, 'circuitBreaker' | 'kinds' | 'history'>,
  { ask }: Source,
): LookAtPartner {
  const failure = (): Look | undefined => {
    const failing = [circuitBreaker, kinds.of(FINDS_NOBODY.kind)].find(isFailing);
    return failing && { isWell: false, because: failing.state().because };
  };
  return async (wasUnwell, signal) => {
    if (circuitBreaker.state().restingUntil !== undefined) return failure();
    const isSuspect = wasUnwell || kinds.failing() !== undefined || history.refusal() !== undefined;
    if (failure() === undefined && !isSuspect) return undefined;
    const { state, cache, problem } = await ask(FINDS_NOBODY, PUBLIC_VIEWER, signal);
    if (signal.aborted || cache?.status === 'hit' || cache?.status === 'shared') return undefined;
    if (history.refusal() !== undefined) return { isWell: false, because: problem?.reason };
    return failure() ?? (ANSWERED.has(state) ? { isWell: true, because: undefined } : undefined);
  };
}

function isFailing({ state }: CircuitBreaker): boolean {
  const { restingUntil, consecutiveFailures } = state();
  return restingUntil !== undefined || consecutiveFailures > 0;
}
