/**
 * How long one reader waits for the turn of their question; once it is sent, the clock of the call itself counts. Who
 * lets others go first waits for as long as that takes.
 */

import { readerLeft, turnFailure } from '../partner/no-answer-reasons.ts';
import { answerWithout, type PartnerAnswer, type PartnerQuery, type Wrapper } from '../partner/partner-query.ts';

/** Whoever is answered before the source has answered leaves it: the signal that the source is given is aborted. */
export function deadline(timeoutMs: number): Wrapper {
  return (inner) => async (query) => {
    if (query.signal.aborted) return answerWithout(readerLeft());
    const beganMs = performance.now();
    const early = Promise.withResolvers<PartnerAnswer>();
    const leave = new AbortController();
    let waitedMs: number | undefined;

    function stopWaiting(answer: PartnerAnswer<never>): void {
      early.resolve(answer);
      leave.abort();
    }

    function onTimeout(): void {
      const failure = turnFailure(waitedMs);
      // What was sent at once has as much time as the reader, and its own clock.
      if (failure !== undefined) stopWaiting(answerWithout(failure));
    }

    const onLeave = () => stopWaiting(answerWithout(readerLeft()));
    const asReader: PartnerQuery = {
      ...query,
      signal: leave.signal,
      beforeRequest: () => {
        waitedMs ??= performance.now() - beganMs;
        query.beforeRequest();
      },
      resolveEarly: stopWaiting,
    };
    const timeout = query.yieldsUntil === undefined ? setTimeout(onTimeout, timeoutMs) : undefined;
    query.signal.addEventListener('abort', onLeave, { once: true });
    try {
      return await Promise.race([inner(asReader), early.promise]);
    } finally {
      clearTimeout(timeout);
      query.signal.removeEventListener('abort', onLeave);
    }
  };
}
