/** Whether a partner is well, by what questions of readers showed, or by a question of this registry's own. */

import type { Reason } from '../domain/federation/reasons.ts';
import type { Source } from '../domain/federation/source.ts';
import { PUBLIC_VIEWER } from '../domain/record/model.ts';
import type { Partner } from './partner/partner.ts';
import { FINDS_NOBODY } from './partner/single-query.ts';

export type Look = {
  isWell: boolean;
  /** Why the last question failed; undefined where it did not. */
  because: Reason | undefined;
};

/** Undefined where nothing can be said: nobody asked it lately, or what it says is from the cache. */
export type LookAtPartner = (wasUnwell: boolean, signal: AbortSignal) => Promise<Look | undefined>;

const ANSWERED = new Set(['answered', 'empty', 'limited']);

/**
 * A partner at rest is unwell, and not asked. One that fails, or was unwell, is asked for somebody whom nobody is called,
 * as any reader would ask, without a token.
 */
export function partnerLook({ circuitBreaker }: Pick<Partner, 'circuitBreaker'>, { ask }: Source): LookAtPartner {
  const failure = (): Look | undefined => {
    const { restingUntil, consecutiveFailures, because } = circuitBreaker.state();
    return restingUntil === undefined && consecutiveFailures === 0 ? undefined : { isWell: false, because };
  };
  return async (wasUnwell, signal) => {
    if (circuitBreaker.state().restingUntil !== undefined) return failure();
    if (failure() === undefined && !wasUnwell) return undefined;
    const { state, cache } = await ask(FINDS_NOBODY, PUBLIC_VIEWER, signal);
    if (signal.aborted || cache?.status === 'hit' || cache?.status === 'shared') return undefined;
    return failure() ?? (ANSWERED.has(state) ? { isWell: true, because: undefined } : undefined);
  };
}
