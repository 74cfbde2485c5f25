/** How long one reader waits: until the answer comes, early or in the end, the time is over, or the reader leaves. */

import { hadNoTurn, readerLeft, silentFor } from '../partner/no-answer-reasons.ts';
import { answerWithout, type PartnerAnswer, type PartnerQuery, type Wrapper } from '../partner/partner-query.ts';

/** Whoever is answered before the source has answered leaves it: the signal that the source is given is aborted. */
export function deadline(timeoutMs: number): Wrapper {
  return (inner) => async (query) => {
    if (query.signal.aborted) return answerWithout(readerLeft());
    const early = Promise.withResolvers<PartnerAnswer>();
    const leave = new AbortController();
    let isAsked = false;

    function stopWaiting(answer: PartnerAnswer<never>): void {
      early.resolve(answer);
      leave.abort();
    }

    const onLeave = () => stopWaiting(answerWithout(readerLeft()));
    const onTimeout = () => stopWaiting(answerWithout(isAsked ? silentFor(timeoutMs) : hadNoTurn()));
    const asReader: PartnerQuery = {
      ...query,
      signal: leave.signal,
      beforeRequest: () => {
        isAsked = true;
        query.beforeRequest();
      },
      resolveEarly: stopWaiting,
    };
    const timeout = setTimeout(onTimeout, timeoutMs);
    query.signal.addEventListener('abort', onLeave, { once: true });
    try {
      return await Promise.race([inner(asReader), early.promise]);
    } finally {
      clearTimeout(timeout);
      query.signal.removeEventListener('abort', onLeave);
    }
  };
}
