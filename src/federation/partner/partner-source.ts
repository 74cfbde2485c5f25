/** A partner as a source: from the cache, from a call under way, or asked now, unless it rests (design 6). */

import { questionKey } from '../../domain/federation/query-key.ts';
import type { Question, Source, SourceAnswer } from '../../domain/federation/source.ts';
import type { Viewer } from '../../domain/record/model.ts';
import { type Dialect, dialectFor } from '../dialect/dialect.ts';
import type { Kept } from './answer-cache.ts';
import { outOfTime, readerLeft, restingNow, tierNotTold, tooOld } from './no-answer-reasons.ts';
import type { Credential, Partner, PartnerOptions } from './partner.ts';
import { partnerCall } from './partner-call.ts';
import type { SharedCall } from './shared-call.ts';

export function partnerSource(partner: Partner, options: PartnerOptions): Source {
  const { key, name, url, discovery, circuitBreaker } = partner;
  const { cache, partnerTimeoutMs, now } = options;
  const { begin } = partnerCall(partner, options);
  const underWay = new Map<string, SharedCall<SourceAnswer>>();

  function credentialFor(viewer: Viewer): Credential {
    // Never for an administrator of another registry, who could read a third one through us (design 6).
    return viewer.kind === 'admin' && partner.token.isConfigured ? 'token' : 'none';
  }

  function keyOf(question: Question, credential: Credential, dialect: Dialect): string {
    return `${key} ${credential} ${dialect.name} ${questionKey(question)}`;
  }

  function getCached(question: Question, viewer: Viewer): SourceAnswer | undefined {
    const dialect = dialectFor(discovery.version());
    const kept = cache.fresh(keyOf(question, credentialFor(viewer), dialect));
    return kept && fromCache(kept, 'hit');
  }

  async function ask(question: Question, viewer: Viewer, signal: AbortSignal): Promise<SourceAnswer> {
    const began = now();
    const version = discovery.version();
    const dialect = dialectFor(version);
    const told = () => ({ version, elapsedMs: now() - began });
    if (isOfTier3(question)) return tierNotTold(told());
    if (!dialect.answers.has(question.kind)) return tooOld(told());
    const credential = credentialFor(viewer);
    const cacheKey = keyOf(question, credential, dialect);
    const shared = underWay.get(cacheKey);
    const isJoined = shared !== undefined && !shared.isCancelled();
    const call = isJoined ? shared : open(cacheKey, question, credential, dialect);
    if ('may' in call) return orStale(cacheKey, restingNow(call, told()));
    const answer = await call.wait(signal, partnerTimeoutMs);
    if (answer === 'left') return readerLeft(told());
    if (answer === 'waiting') return orStale(cacheKey, outOfTime(call.hasBegun(), partnerTimeoutMs, told()));
    const cacheFact = isJoined ? ({ status: 'shared', ageSeconds: 0 } as const) : answer.cache;
    return orStale(cacheKey, { ...answer, elapsedMs: now() - began, cache: cacheFact });
  }

  /** A call for everybody who asks the same with the same credential meanwhile; the gate itself where it is closed. */
  function open(cacheKey: string, question: Question, credential: Credential, dialect: Dialect) {
    const gate = circuitBreaker.decide();
    if (gate.may === 'rest') return gate;
    discovery.refreshBehind();
    const call = begin({ question, credential, dialect, permit: gate }, (answer) => {
      cache.keep(
        cacheKey,
        answer,
        answer.records.some(({ isAnonymised }) => isAnonymised),
      );
    });
    underWay.set(cacheKey, call);
    void call.ended.then(() => {
      if (underWay.get(cacheKey) === call) underWay.delete(cacheKey);
    });
    return call;
  }

  function fromCache({ answer, keptAtMs }: Kept<SourceAnswer>, status: 'hit' | 'stale'): SourceAnswer {
    return { ...answer, elapsedMs: 0, cache: { status, ageSeconds: Math.floor((now() - keptAtMs) / 1000) } };
  }

  /** An answer kept from before instead of none, marked as such. */
  function orStale(cacheKey: string, answer: SourceAnswer): SourceAnswer {
    const kept = FAILURES.has(answer.state) ? cache.stale(cacheKey) : undefined;
    if (kept === undefined || kept.answer.state === 'unknown-term') return answer;
    const { problem, elapsedMs } = answer;
    return { ...fromCache(kept, 'stale'), state: 'stale', isExact: false, problem, elapsedMs };
  }

  return { key, name, url, version: discovery.version, getCached, ask };
}

const FAILURES: ReadonlySet<SourceAnswer['state']> = new Set([
  'timed-out',
  'unreachable',
  'failed',
  'refused',
  'busy',
  'resting',
]);

function isOfTier3(question: Question): boolean {
  return question.kind === 'genes-search' && question.query.tiers.size === 0;
}
