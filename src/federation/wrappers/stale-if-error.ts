/** An answer kept from before instead of none, marked as stale, with the reason why there is no new one. */

import type { OriginState } from '../../domain/federation/origin.ts';
import type { AnswerCache } from '../partner/answer-cache.ts';
import type { PartnerAnswer, PartnerQuery, Wrapper } from '../partner/partner-query.ts';

type Options = { cache: Pick<AnswerCache<PartnerAnswer>, 'stale'>; cacheKey: (query: PartnerQuery) => string };

export function staleIfError({ cache, cacheKey }: Options): Wrapper {
  return (inner) => async (query) => {
    const answer = await inner(query);
    // A bare record has no room to say that it is old.
    if (query.question.kind === 'user') return answer;
    const { records, failure, nextTryAt } = answer;
    if (records !== undefined || failure === undefined || !ERRORS.has(failure.state)) return answer;
    const kept = cache.stale(cacheKey(query));
    // That a symbol was unknown once is no news.
    if (kept === undefined || kept.answer.failure?.state === 'unknown-term') return answer;
    return { ...kept.answer, limits: [], failure, nextTryAt, cacheStatus: 'stale', keptAtMs: kept.keptAtMs };
  };
}

const ERRORS: ReadonlySet<OriginState> = new Set(['timed-out', 'unreachable', 'failed', 'refused', 'busy', 'resting']);
