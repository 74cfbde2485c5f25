/** The state of a partner, for the list of partners (docs/federation.md#see-how-it-fares). */

import type { Partner as PartnerSchema } from '../../api/partners.ts';
import type { Static } from '../../api/schema.ts';
import { renderBrief } from '../../domain/federation/history-in-english.ts';
import { inBrief, reason } from '../../domain/federation/reasons.ts';
import type { Viewer } from '../../domain/record/model.ts';
import type { Partner } from './partner.ts';
import type { KindCounts, MemberFault } from './partner-notes.ts';
import { type RenderedTrend, renderTrend } from './partner-trend.ts';

/** The details are for administrators of this registry only. */
export type PartnerState = Static<typeof PartnerSchema>;

/** The state of a partner for its own administrators: what is public, and what concerns them alone. */
export type LookingGlass = PartnerState &
  RenderedTrend & {
    details: NonNullable<PartnerState['details']>;
    /** The members of its records that had no usable form. */
    faults: readonly MemberFault[];
    /** When it last accepted the search token; null if it has not since the start. */
    tokenGoodAt: string | null;
    /** How many questions of each kind were sent to it, and arrived with its token, since the start. */
    questions: { sent: KindCounts; came: KindCounts };
  };

export function lookingGlass(partner: Partner): LookingGlass {
  const { history, notes } = partner;
  const { faults, tokenGoodAt, sent, came } = notes.news();
  return {
    ...publicState(partner),
    details: detailsOf(partner),
    ...renderTrend(history.trend()),
    ...{ faults, tokenGoodAt, questions: { sent, came } },
  };
}

/** Returns the state of a partner; its details only for administrators. */
export function partnerState(partner: Partner, viewer: Viewer): PartnerState {
  const state = publicState(partner);
  return viewer.kind === 'admin' ? { ...state, details: detailsOf(partner) } : state;
}

function publicState(partner: Partner): PartnerState {
  const { key, name, url, type, discovery, history } = partner;
  const { restingUntil, consecutiveFailures } = partner.circuitBreaker.state();
  const isFailing = consecutiveFailures > 0 || partner.kinds.failing() !== undefined || history.refusal() !== undefined;
  const lastFailure = history.lastFailure();
  const version = discovery.version();
  return {
    ...{ key, name, url },
    version: version ?? null,
    dialect: type.dialectFor(version).name,
    state: stateOf(history.asked() > 0, restingUntil !== undefined, isFailing),
    restingUntil: restingUntil?.toISOString() ?? null,
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
  const isRefusing = refusal !== undefined && ofPartner.restingUntil === undefined;
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

function stateOf(wasQueried: boolean, isResting: boolean, isFailing: boolean): PartnerState['state'] {
  if (isResting) return 'resting';
  if (isFailing) return 'failing';
  return wasQueried ? 'well' : 'unknown';
}

function tokenState({ token }: Partner): 'none' | 'sent' | 'refused' {
  if (!token.isConfigured) return 'none';
  return token.wasRefused ? 'refused' : 'sent';
}
