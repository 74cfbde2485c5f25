/** A question takes so many requests of its partner and no more, whatever the wrappers below put; what is left out is told. */

import { reason } from '../../domain/federation/reasons.ts';
import type { Wrapper } from '../partner/partner-query.ts';
import { questionRequests } from '../partner/question-requests.ts';

export function boundedRequests(): Wrapper<unknown> {
  return (inner) => async (query) => {
    const requests = questionRequests();
    const answer = await inner({ ...query, requests });
    if (!requests.hasLeftOut() || answer.records === undefined) return answer;
    return { ...answer, limits: [...answer.limits, reason('not-asked-for-all')] };
  };
}
