/** How long one question may take at its partner: its clock starts with its first request, not while it waits here. */

import { unfinishedAfter } from '../partner/no-answer-reasons.ts';
import { answerWithout, type Wrapper } from '../partner/partner-query.ts';

/** Whoever waits is answered when the time is over; the question goes on, as its answer may be kept. */
export function callTimeout(timeoutMs: number): Wrapper {
  return (inner) => async (query) => {
    let timeout: NodeJS.Timeout | undefined;
    function beforeRequest(): void {
      query.beforeRequest();
      timeout ??= setTimeout(() => query.resolveEarly(answerWithout(unfinishedAfter(timeoutMs))), timeoutMs);
    }
    try {
      return await inner({ ...query, beforeRequest });
    } finally {
      clearTimeout(timeout);
    }
  };
}
