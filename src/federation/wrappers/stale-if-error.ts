/** An answer kept from before instead of none, marked as stale, with the reason why there is no new one. */

import type { OriginState } from '../../domain/federation/origin.ts';
import { reason } from '../../domain/federation/reasons.ts';
import type { AnswerCache } from '../partner/answer-cache.ts';
import type { Failure, PartnerAnswer, PartnerQuery, Wrapper } from '../partner/partner-query.ts';
import type { PublicViews } from '../partner/public-views.ts';
import { BEFORE_SEARCH_END_MS } from '../partner/times.ts';

type Options = {
  cache: Pick<AnswerCache<PartnerAnswer>, 'stale'>;
  cacheKey: (query: PartnerQuery) => string;
  views: Pick<PublicViews, 'learnFor' | 'mayName'>;
  /** For so long an answer may be shown; undefined: as long as it is in the cache. */
  staleMinutes: number | undefined;
  /** The steady clock, in milliseconds. */
  now: () => number;
};

export function staleIfError({ cache, cacheKey, views, staleMinutes, now }: Options): Wrapper {
  const mostMs = staleMinutes === undefined ? Number.POSITIVE_INFINITY : staleMinutes * MINUTE_MS;

  /** At the end of a search nothing can be waited for: whether an old answer may name people is found out shortly before. */
  function learnBeforeEnd(query: PartnerQuery): NodeJS.Timeout | undefined {
    if (query.end === undefined) return undefined;
    const learn = () => {
      const kept = cache.stale(cacheKey(query));
      if (kept?.answer.records !== undefined) void views.learnFor(kept.answer);
    };
    return setTimeout(learn, Math.max(0, query.end.afterMs - BEFORE_SEARCH_END_MS));
  }

  return (inner) => async (query) => {
    const learning = learnBeforeEnd(query);
    const answer = await inner(query).finally(() => clearTimeout(learning));
    // A bare record has no room to say that it is old.
    if (query.question.kind === 'user') return answer;
    const { records, failure, nextTryAt } = answer;
    if (records !== undefined || failure === undefined || !ERRORS.has(failure.state)) return answer;
    const kept = cache.stale(cacheKey(query));
    // That a symbol was unknown once is no news.
    if (kept === undefined || kept.answer.failure?.state === 'unknown-term') return answer;
    if (now() - kept.keptAtMs >= mostMs) return answer;
    const count = kept.answer.records?.length ?? 0;
    if (count > 0 && query.end?.signal.aborted !== true) await views.learnFor(kept.answer);
    if (count > 0 && !views.mayName(kept.answer)) return withoutKept(answer, failure, count);
    return { ...kept.answer, limits: [], failure, nextTryAt, cacheStatus: 'stale', keptAtMs: kept.keptAtMs };
  };
}

const MINUTE_MS = 60_000;

/** The rows that nobody may be named by any more are left out, and counted. */
function withoutKept(answer: PartnerAnswer, failure: Failure, count: number): PartnerAnswer {
  const because = reason('withheld-from-older', { because: failure.reason, records: count });
  return { ...answer, failure: { ...failure, reason: because } };
}

const ERRORS: ReadonlySet<OriginState> = new Set(['timed-out', 'unreachable', 'failed', 'refused', 'busy', 'resting']);
