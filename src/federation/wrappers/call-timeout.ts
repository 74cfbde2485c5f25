/** How long one question may take at its partner: its clock starts with its first request, not while it waits here. */

import { silentFor, unfinishedAfter } from '../partner/no-answer-reasons.ts';
import { answerWithout, type Wrapper } from '../partner/partner-query.ts';

/** Whoever waits is answered when the time is over; the question goes on, as its answer may be kept. */
export function callTimeout(timeoutMs: number): Wrapper {
  return (inner) => async (query) => {
    let timeout: NodeJS.Timeout | undefined;
    let bodyBytes = 0;
    function giveUp(): void {
      query.resolveEarly(answerWithout(bodyBytes === 0 ? silentFor(timeoutMs) : unfinishedAfter(timeoutMs, bodyBytes)));
    }
    function beforeRequest(): void {
      query.beforeRequest();
      timeout ??= setTimeout(giveUp, timeoutMs);
    }
    function onBodyBytes(count: number): void {
      bodyBytes += count;
      query.onBodyBytes(count);
    }
    try {
      return await inner({ ...query, beforeRequest, onBodyBytes });
    } finally {
      clearTimeout(timeout);
    }
  };
}
