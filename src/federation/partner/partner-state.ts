/**
 * The health of a partner: for the list of partners (docs/federation.md#see-how-it-fares), for its own administrators,
 * and for notices by mail.
 */

import type { Partner as PartnerSchema, PartnerStatus as PartnerStatusSchema } from '../../api/partners.ts';
import type { Static } from '../../api/schema.ts';
import { renderBrief } from '../../domain/federation/history-in-english.ts';
import { inBrief, type Reason, reason } from '../../domain/federation/reasons.ts';
import type { Source } from '../../domain/federation/source.ts';
import { PUBLIC_VIEWER, type Viewer } from '../../domain/record/model.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { Partner } from './partner.ts';
import { renderTrend } from './partner-history.ts';
import { PROBE_QUESTION } from './partner-query.ts';

/** The details are for administrators of this registry only. */
export type PartnerState = Static<typeof PartnerSchema>;

/** What the administrators of a partner see: what is public, and what concerns them alone. */
export type PartnerStatus = Static<typeof PartnerStatusSchema>;

/** Returns it. */
export function partnerStatus(partner: Partner): PartnerStatus {
  const { history, notes } = partner;
  const { faults, tokenGoodAt, outbound, inbound } = notes.all();
  const { trend, failures } = renderTrend(history.trend());
  return {
    ...publicState(partner),
    details: detailsOf(partner),
    ...{ trend: [...trend], failures: [...failures], faults: [...faults] },
    ...{ tokenGoodAt, questions: { sent: outbound, came: inbound } },
  };
}

/** Returns the state of a partner; its details only for administrators. */
export function partnerState(partner: Partner, viewer: Viewer): PartnerState {
  const state = publicState(partner);
  return viewer.kind === 'admin' ? { ...state, details: detailsOf(partner) } : state;
}

function publicState(partner: Partner): PartnerState {
  const { key, name, url, type, discovery, history } = partner;
  const { openUntil, consecutiveFailures } = partner.circuitBreaker.state();
  const isFailing = consecutiveFailures > 0 || partner.kinds.failing() !== undefined || history.refusal() !== undefined;
  const lastFailure = history.lastFailure();
  const version = discovery.version();
  return {
    ...{ key, name, url },
    version: version ?? null,
    dialect: type.dialectFor(version).name,
    state: stateOf(history.asked() > 0, openUntil !== undefined, isFailing),
    restingUntil: openUntil?.toISOString() ?? null,
    lastAnswerAt: history.lastAnswerAt()?.toISOString() ?? null,
    lastFailure: lastFailure ? { at: lastFailure.at.toISOString(), ...renderBrief(lastFailure.reason) } : null,
    asked: history.asked(),
    answered: history.answered(),
    reliability: history.reliability() ?? null,
  };
}

function detailsOf(partner: Partner): NonNullable<PartnerState['details']> {
  const { discovery, history, circuitBreaker, kinds } = partner;
  const ofPartner = circuitBreaker.state();
  const failing = ofPartner.because === undefined ? (kinds.failing() ?? ofPartner) : ofPartner;
  const refusal = history.refusal();
  const isRefusing = refusal !== undefined && ofPartner.openUntil === undefined;
  const consecutiveFailures = isRefusing ? refusal.questions : failing.consecutiveFailures;
  const because = isRefusing ? refusal.reason : (failing.because ?? history.lastFailure()?.reason);
  const claimed = discovery.claimedOrigin();
  const isThisRegistry = discovery.isThisRegistry();
  const why = isThisRegistry ? reason('this-registry-itself') : because;
  const problem = why === undefined ? null : renderBrief(inBrief(why));
  return {
    consecutiveFailures,
    tokenState: tokenState(partner),
    lastProblem: problem?.title ?? null,
    problem,
    isThisRegistry,
    versionLearnedAt: discovery.learnedAt()?.toISOString() ?? null,
    saysItIs: claimed === undefined ? null : { origin: claimed.title ?? null, originUrl: claimed.url ?? null },
  };
}

function stateOf(wasQueried: boolean, isOpen: boolean, isFailing: boolean): PartnerState['state'] {
  if (isOpen) return 'resting';
  if (isFailing) return 'failing';
  return wasQueried ? 'well' : 'unknown';
}

function tokenState({ token }: Partner): 'none' | 'sent' | 'refused' {
  if (!token.isConfigured) return 'none';
  return token.wasRefused ? 'refused' : 'sent';
}

export type Health = {
  isHealthy: boolean;
  /** Why the last question failed; undefined if it did not. */
  because: Reason | undefined;
};

/** Undefined if nothing can be said: no question was put lately, or the answer is a cached one. */
export type CheckHealth = (wasUnhealthy: boolean, signal: AbortSignal) => Promise<Health | undefined>;

const ANSWERED = new Set(['answered', 'empty', 'limited']);

/**
 * Returns a function that checks the health of a partner. One whose circuit breaker is open is not asked. One that fails,
 * refuses every question, or was unhealthy, gets a search that finds nobody, as from a caller, without a token.
 */
export function healthCheck(
  { circuitBreaker, kinds, history }: Pick<Partner, 'circuitBreaker' | 'kinds' | 'history'>,
  { ask }: Source,
): CheckHealth {
  const failure = (): Health | undefined => {
    const failing = [circuitBreaker, kinds.of(PROBE_QUESTION.kind)].find(isFailing);
    return failing && { isHealthy: false, because: failing.state().because };
  };
  return async (wasUnhealthy, signal) => {
    if (circuitBreaker.state().openUntil !== undefined) return failure();
    const isSuspect = wasUnhealthy || kinds.failing() !== undefined || history.refusal() !== undefined;
    if (failure() === undefined && !isSuspect) return undefined;
    const { state, cache, problem } = await ask(PROBE_QUESTION, PUBLIC_VIEWER, signal);
    if (signal.aborted || cache?.status === 'hit' || cache?.status === 'shared') return undefined;
    if (history.refusal() !== undefined) return { isHealthy: false, because: problem?.reason };
    return failure() ?? (ANSWERED.has(state) ? { isHealthy: true, because: undefined } : undefined);
  };
}

function isFailing({ state }: CircuitBreaker): boolean {
  const { openUntil, consecutiveFailures } = state();
  return openUntil !== undefined || consecutiveFailures > 0;
}
