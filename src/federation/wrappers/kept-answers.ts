/** Answers that may serve the next who asks are kept, even when nobody waited for them any more, and given to who waits. */

import type { OriginState } from '../../domain/federation/origin.ts';
import type { AnswerCache, Kept } from '../partner/answer-cache.ts';
import type { PartnerAnswer, PartnerQuery, Wrapper } from '../partner/partner-query.ts';
import { stateOf } from '../partner/source-answer.ts';

type Options = { cache: Pick<AnswerCache<PartnerAnswer>, 'fresh' | 'keep'>; cacheKey: (query: PartnerQuery) => string };

/** The answer was put into the cache while the question waited for its turn. */
class KeptMeanwhile extends Error {
  override readonly name = 'KeptMeanwhile';
  readonly kept: Kept<PartnerAnswer>;

  constructor(kept: Kept<PartnerAnswer>) {
    super();
    this.kept = kept;
  }
}

/** What was asked with the search token is never kept, nor what an anonymous id stands for. */
export function mayBeKept({ question: { kind }, credential }: Pick<PartnerQuery, 'question' | 'credential'>): boolean {
  return credential === 'none' && kind !== 'anonymous-user' && kind !== 'anonymous-gene';
}

/** A turn may be long in coming, so the cache is looked at again then. */
export function keptAnswers({ cache, cacheKey }: Options): Wrapper {
  return (inner) => async (query) => {
    if (!mayBeKept(query)) return inner(query);
    const key = cacheKey(query);
    let isSent = false;
    function beforeRequest(): void {
      const kept = isSent ? undefined : cache.fresh(key);
      if (kept !== undefined) throw new KeptMeanwhile(kept);
      query.beforeRequest();
      isSent = true;
    }
    try {
      const answer = await inner({ ...query, beforeRequest });
      if (isWorthKeeping(answer)) cache.keep(key, answer, holdsAnonymised(answer));
      return answer;
    } catch (error) {
      if (!(error instanceof KeptMeanwhile)) throw error;
      const { answer, keptAtMs } = error.kept;
      return { ...answer, cacheStatus: 'hit', keptAtMs };
    }
  };
}

function holdsAnonymised({ records = [] }: PartnerAnswer): boolean {
  return records.some(({ isAnonymised }) => isAnonymised);
}

const WORTH_KEEPING: ReadonlySet<OriginState> = new Set(['answered', 'empty', 'limited', 'unknown-term']);

/** An answer that a failure on the way has made smaller is not. */
function isWorthKeeping(answer: PartnerAnswer): boolean {
  const { failure } = answer;
  // What is switched off stays so for a while: it is not asked about with every search.
  if (failure?.about === 'feature-closed') return true;
  const state = stateOf(answer);
  return WORTH_KEEPING.has(state) && (failure === undefined || state === 'unknown-term');
}
