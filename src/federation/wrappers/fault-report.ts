/** A mistake of ours is reported, and told as ours: it says nothing about the partner. */

import { ourFault } from '../partner/no-answer-reasons.ts';
import { answerWithout, type Wrapper } from '../partner/partner-query.ts';

/** @param report given what was thrown, unless the question was cancelled */
export function faultReport(report: (error: unknown) => void): Wrapper {
  return (inner) => async (query) => {
    try {
      return await inner(query);
    } catch (error) {
      if (query.signal.aborted) throw error;
      report(error);
      return answerWithout(ourFault());
    }
  };
}
