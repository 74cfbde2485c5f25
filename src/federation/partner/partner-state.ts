/** How a partner stands, for the list of partners (docs/federation.md#see-how-it-fares). */

import { type RenderedReason, renderBrief } from '../../domain/federation/history-in-english.ts';
import { inBrief, reason } from '../../domain/federation/reasons.ts';
import type { Viewer } from '../../domain/record/model.ts';
import type { Partner } from './partner.ts';
import type { KindCounts, MemberFault } from './partner-notes.ts';
import { type RenderedTrend, renderTrend } from './partner-trend.ts';

export type PartnerState = {
  key: string;
  name: string;
  url: string;
  version: string | null;
  /** How it is asked; `oldest` while its version is not known. */
  dialect: string;
  /** `unknown` before it was asked for the first time. */
  state: 'well' | 'failing' | 'resting' | 'unknown';
  restingUntil: string | null;
  lastAnswerAt: string | null;
  lastFailure: ({ at: string } & RenderedReason) | null;
  /** Questions put to it and answered, since the start. */
  asked: number;
  answered: number;
  /** The share of the last 100 questions that it answered, 0 to 1. */
  reliability: number | null;
  /** For this registry's administrators only. */
  details?: {
    consecutiveFailures: number;
    /** `none` is configured, it is `sent`, or the partner `refused` it. */
    tokenState: 'none' | 'sent' | 'refused';
    lastProblem: string | null;
    /** The same with its code; null while there is none. */
    problem: RenderedReason | null;
    /** Configured under another address: it is not asked. */
    isThisRegistry: boolean;
    versionLearnedAt: string | null;
    /** What the partner calls itself, to be compared with what is configured. */
    saysItIs: { origin: string | null; originUrl: string | null } | null;
  };
};

/** How a partner fares, for those who run it: what everybody may read, and what concerns them alone. */
export type LookingGlass = PartnerState &
  RenderedTrend & {
    details: NonNullable<PartnerState['details']>;
    /** Members of its records that had no usable form. */
    faults: readonly MemberFault[];
    /** When it last took our token; null where that was not since the start. */
    tokenGoodAt: string | null;
    /** How many questions of each kind went to it, and came with its token, since the start. */
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

export function partnerState(partner: Partner, viewer: Viewer): PartnerState {
  const state = publicState(partner);
  return viewer.kind === 'admin' ? { ...state, details: detailsOf(partner) } : state;
}

function publicState(partner: Partner): PartnerState {
  const { key, name, url, type, discovery, history } = partner;
  const { restingUntil, consecutiveFailures } = partner.circuitBreaker.state();
  const lastFailure = history.lastFailure();
  const version = discovery.version();
  return {
    ...{ key, name, url },
    version: version ?? null,
    dialect: type.dialectFor(version).name,
    state: stateOf(history.asked() > 0, restingUntil !== undefined, consecutiveFailures > 0),
    restingUntil: restingUntil?.toISOString() ?? null,
    lastAnswerAt: history.lastAnswerAt()?.toISOString() ?? null,
    lastFailure: lastFailure ? { at: lastFailure.at.toISOString(), ...renderBrief(lastFailure.reason) } : null,
    asked: history.asked(),
    answered: history.answered(),
    reliability: history.reliability() ?? null,
  };
}

function detailsOf(partner: Partner): NonNullable<PartnerState['details']> {
  const { discovery, history } = partner;
  const { consecutiveFailures, because = history.lastFailure()?.reason } = partner.circuitBreaker.state();
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
