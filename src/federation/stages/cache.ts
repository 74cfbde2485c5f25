/**
 * Cache: for a caller, an old answer in place of a failure (`staleIfError`); for a call, what other instances have
 * (`sharedAnswers`), and storing what the call brings, late or not (`keep`).
 */

import type { OriginState } from '../../domain/federation/origin.ts';
import { hasReason, reason } from '../../domain/federation/reasons.ts';
import { type Claim, type SharedState, UNSHARED_CLAIM } from '../../lib/shared-state.ts';
import { type AnswerCache, type Cached, type Freshness, readAnswer, writtenAnswer } from '../partner/answer-cache.ts';
import {
  type AskPartner,
  asShared,
  type Failure,
  type PartnerAnswer,
  type PartnerQuery,
  type PublicViewFact,
  type ReplyHead,
  type Stage,
} from '../partner/partner-query.ts';
import type { PublicViews } from '../partner/public-views.ts';
import { stateOf } from '../partner/source-answer.ts';
import { BEFORE_SEARCH_END_MS, type Clock } from '../partner/times.ts';
import type { VersionDiscovery } from '../partner/version-discovery.ts';

type StaleOptions = {
  cache: Pick<AnswerCache<PartnerAnswer>, 'stale'>;
  cacheKey: (query: PartnerQuery) => string;
  views: Pick<PublicViews, 'learnFor' | 'mayName'>;
  /** How long an answer may be shown, in minutes; undefined: as long as it is in the cache. */
  staleMinutes: number | undefined;
  /** The steady clock, in milliseconds. */
  now: () => number;
};

/** Replaces a failure by a cached answer, marked as stale, with the reason why there is no new one. */
export function staleIfError({ cache, cacheKey, views, staleMinutes, now }: StaleOptions): Stage {
  const mostMs = staleMinutes === undefined ? Number.POSITIVE_INFINITY : staleMinutes * MINUTE_MS;

  /** Finds out shortly before the end of a search whether an old answer may name people, because at the end there is no time to wait. */
  function learnBeforeEnd(query: PartnerQuery): NodeJS.Timeout | undefined {
    if (query.end === undefined) return undefined;
    const learn = () => {
      const cached = cache.stale(cacheKey(query));
      if (cached?.answer.records !== undefined) void views.learnFor(cached.answer);
    };
    return setTimeout(learn, Math.max(0, query.end.afterMs - BEFORE_SEARCH_END_MS));
  }

  async function orCached(query: PartnerQuery, answer: PartnerAnswer, failure: Failure): Promise<PartnerAnswer> {
    const cached = cache.stale(cacheKey(query));
    if (cached === undefined || !OF_USE.has(stateOf(cached.answer))) return answer;
    if (now() - cached.cachedAtMs >= mostMs) return answer;
    const count = cached.answer.records?.length ?? 0;
    if (count > 0 && query.end?.signal.aborted !== true) await views.learnFor(cached.answer);
    if (count > 0 && !views.mayName(cached.answer)) return withoutCached(answer, failure, count);
    const { nextTryAt } = answer;
    return { ...cached.answer, limits: [], failure, nextTryAt, cacheStatus: 'stale', cachedAtMs: cached.cachedAtMs };
  }

  return (next) => async (query) => {
    const learning = learnBeforeEnd(query);
    const answer = await next(query).finally(() => clearTimeout(learning));
    const { records, failure } = answer;
    // The answer to a request for a single user has no member that could say that it is old.
    if (records !== undefined || failure === undefined || query.question.kind === 'user') return answer;
    return ERRORS.has(failure.state) ? orCached(query, answer, failure) : answer;
  };
}

const MINUTE_MS = 60_000;

/** Returns the failure without the cached rows, whose people may not be named any more, and with their number. */
function withoutCached(answer: PartnerAnswer, failure: Failure, count: number): PartnerAnswer {
  const because = reason('withheld-from-older', { because: failure.reason, records: count });
  return { ...answer, failure: { ...failure, reason: because } };
}

/** The states of an older answer that is of use: that a symbol was unknown, or a search closed, is no answer. */
const OF_USE: ReadonlySet<OriginState> = new Set(['answered', 'empty', 'limited']);
const ERRORS: ReadonlySet<OriginState> = new Set(['timed-out', 'unreachable', 'failed', 'refused', 'busy', 'resting']);

type SharedAnswersOptions = {
  state: Pick<SharedState, 'claim' | 'set'>;
  cache: Pick<AnswerCache<PartnerAnswer>, 'fresh' | 'stale' | 'adopt'>;
  rules: Pick<Freshness, 'endsAtMs'>;
  clock: Clock;
  /** Makes the key under which an answer is cached, the same for every instance. */
  cacheKey: (query: PartnerQuery) => string;
};

type MyClaim = Extract<Claim, { whose: 'mine' }>;

/**
 * Lets the instances of one registry ask a partner once (decision 96): a question gets what another instance has
 * cached, or waits for the answer while another instance asks; and what is cached here is written to the shared cache
 * in the background. Questions whose answers must not be cached take no part in this.
 */
export function sharedAnswers({ state, cache, rules, clock, cacheKey }: SharedAnswersOptions): Stage {
  return (next) => async (query) => {
    if (!isCacheable(query)) return next(query);
    const key = cacheKey(query);
    const place = `answer ${key}`;
    for (let hasWaited = false; ; hasWaited = true) {
      const claim = await state.claim(place);
      const theirs = claim.text === undefined ? undefined : readAnswer(claim.text, clock);
      if (theirs !== undefined) cache.adopt(key, theirs);
      const cached = cache.fresh(key);
      if (cached !== undefined) {
        if (claim.whose === 'mine') claim.end();
        return hasWaited ? asShared(cached.answer) : fromCache(cached);
      }
      if (claim.whose === 'mine') return ask(next, query, { key, place, claim });
      // Whoever has waited in vain waits no second time.
      if (hasWaited) return ask(next, query, { key, place, claim: UNSHARED_CLAIM });
      query.observer?.onJoined();
      const outcome = await claim.ended(query.signal);
      const ended = outcome === undefined ? undefined : readAnswer(outcome, clock);
      if (ended !== undefined) return asShared(ended.answer);
    }
  };

  async function ask(
    next: AskPartner,
    query: PartnerQuery,
    { key, place, claim }: { key: string; place: string; claim: MyClaim },
  ): Promise<PartnerAnswer> {
    const beganMs = clock.now();
    function endWith(answer: PartnerAnswer): void {
      // A failure of this registry itself is not shared with other instances.
      const isOurs = answer.failure === undefined || answer.failure.about === 'ours';
      // Whoever waits for it reads the answer alone, and caches nothing.
      const outcome = { answer, cachedAtMs: clock.now(), holdsAnonymised: false };
      claim.end(isOurs ? undefined : writtenAnswer(outcome, clock));
    }
    function onEarly(answer: PartnerAnswer): void {
      endWith(answer);
      query.onEarly?.(answer);
    }
    try {
      const answer = await next({ ...query, onEarly });
      const cached = cache.stale(key);
      if (cached === undefined || cached.cachedAtMs < beganMs) endWith(answer);
      else {
        const lastsMs = rules.endsAtMs(cached) - clock.now();
        void state.set(place, writtenAnswer(cached, clock), lastsMs).then(() => claim.end());
      }
      return answer;
    } catch (error) {
      claim.end();
      throw error;
    }
  }
}

/** Returns a cached answer, marked as such. */
export function fromCache({ answer, cachedAtMs }: Cached<PartnerAnswer>): PartnerAnswer {
  return { ...answer, cacheStatus: 'hit', cachedAtMs };
}

/** Whether an answer may be cached: never one that was asked for with the search token, nor one about an anonymous id. */
export function isCacheable({
  question: { kind },
  credential,
}: Pick<PartnerQuery, 'question' | 'credential'>): boolean {
  return credential === 'none' && kind !== 'anonymous-user' && kind !== 'anonymous-gene';
}

type KeepOptions = {
  cache: Pick<AnswerCache<PartnerAnswer>, 'set'>;
  cacheKey: (query: PartnerQuery) => string;
  discovery: Pick<VersionDiscovery, 'refreshBehind' | 'version'>;
  clock: Clock;
};

/**
 * Adds to every answer when the partner gave it, and the partner's version, which is read in the background; and to one
 * that may be cached the name that the partner gives to its public view, if it gives one. Caches what may serve later
 * callers, even when nobody waits for it any more.
 */
export function keep({ cache, cacheKey, discovery, clock }: KeepOptions): Stage {
  return (next) => async (query) => {
    const askedAtMs = clock.now();
    discovery.refreshBehind();
    const found = await next(query);
    const about = { version: discovery.version(), retrievedAt: new Date(clock.toWall(clock.now())) };
    if (!isCacheable(query)) return { ...found, ...about };
    const publicView = publicViewIn(query.underWay?.replies() ?? []);
    const answer = { ...found, ...about, ...(publicView && { publicView: { ...publicView, askedAtMs } }) };
    if (isWorthCaching(answer)) cache.set(cacheKey(query), answer, holdsAnonymised(answer));
    return answer;
  };
}

function holdsAnonymised({ records = [] }: PartnerAnswer): boolean {
  return records.some(({ isAnonymised }) => isAnonymised);
}

const WORTH_CACHING: ReadonlySet<OriginState> = new Set(['answered', 'empty', 'limited', 'unknown-term']);

/** Whether an answer is worth caching: one that a failure has made smaller, or less certain, is not. */
function isWorthCaching(answer: PartnerAnswer): boolean {
  const { failure } = answer;
  // The partner may say it to whoever asks again.
  if (hasReason(answer.limits, 'terms-not-told')) return false;
  // What a partner has switched off stays so for a while, so not every search asks again.
  if (failure?.about === 'feature-closed') return true;
  const state = stateOf(answer);
  return WORTH_CACHING.has(state) && (failure === undefined || state === 'unknown-term');
}

function publicViewIn(replies: readonly ReplyHead[]): Omit<PublicViewFact, 'askedAtMs'> | undefined {
  const named = replies.filter(({ status, publicView }) => status < 300 || publicView !== undefined);
  const minutes = Math.min(...named.map(({ publicView }) => publicView?.minutes ?? Number.POSITIVE_INFINITY));
  if (!Number.isFinite(minutes)) return undefined;
  // When replies differ, no name is valid: the joined names equal no other.
  return { name: [...new Set(named.map(({ publicView }) => publicView?.name ?? ''))].join(' '), minutes };
}
