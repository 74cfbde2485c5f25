/** Answers that may serve the next who asks are kept, even when nobody waited for them any more. */

import type { OriginState } from '../../domain/federation/origin.ts';
import type { Question } from '../../domain/federation/source.ts';
import type { AnswerCache } from '../partner/answer-cache.ts';
import type { PartnerAnswer, PartnerQuery, Wrapper } from '../partner/partner-query.ts';
import { stateOf } from '../partner/source-answer.ts';

type Options = { cache: Pick<AnswerCache<PartnerAnswer>, 'keep'>; cacheKey: (query: PartnerQuery) => string };

/** What was asked with the search token is never kept. */
export function keptAnswers({ cache, cacheKey }: Options): Wrapper {
  return (inner) => async (query) => {
    const answer = await inner(query);
    if (query.credential === 'none' && isWorthKeeping(query.question, answer)) {
      const { records = [] } = answer;
      cache.keep(
        cacheKey(query),
        answer,
        records.some(({ isAnonymised }) => isAnonymised),
      );
    }
    return answer;
  };
}

const WORTH_KEEPING: ReadonlySet<OriginState> = new Set(['answered', 'empty', 'limited', 'unknown-term']);

/** Resolutions of anonymous ids are not kept, nor is an answer that a failure on the way has made smaller. */
function isWorthKeeping({ kind }: Question, answer: PartnerAnswer): boolean {
  if (kind === 'anonymous-user' || kind === 'anonymous-gene') return false;
  const { failure } = answer;
  // What is switched off stays so for a while: it is not asked about with every search.
  if (failure?.about === 'feature-closed') return true;
  const state = stateOf(answer);
  return WORTH_KEEPING.has(state) && (failure === undefined || state === 'unknown-term');
}
