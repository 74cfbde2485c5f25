/**
 * How long one reader waits for the turn of their question; once it is sent, the clock of the call itself counts, and that
 * of the whole search. Who lets others go first waits for as long as that takes. Nobody waits on when this registry has to end.
 */

import { readerLeft, searchEnded, stopped, turnFailure } from '../partner/no-answer-reasons.ts';
import { answerWithout, type PartnerAnswer, type PartnerQuery, type Wrapper } from '../partner/partner-query.ts';

/**
 * Whoever is answered before the source has answered leaves it: the signal that the source is given is aborted.
 *
 * @param ending aborted when nothing more can be waited for
 */
export function deadline(timeoutMs: number, ending: AbortSignal): Wrapper {
  /** One listener for all: to take one of many away from a signal takes long. */
  const waiting = new Set<() => void>();
  ending.addEventListener('abort', () => {
    for (const end of waiting) end();
  });
  return (inner) => async (query) => {
    if (query.signal.aborted) return answerWithout(readerLeft());
    if (ending.aborted) return answerWithout(stopped());
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

    function onSearchEnd(): void {
      if (query.end !== undefined) stopWaiting(answerWithout(turnFailure(waitedMs) ?? searchEnded(query.end.afterMs)));
    }

    const onLeave = () => stopWaiting(answerWithout(readerLeft()));
    const onEnd = () => stopWaiting(answerWithout(stopped()));
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
    query.end?.signal.addEventListener('abort', onSearchEnd, { once: true });
    waiting.add(onEnd);
    try {
      return await Promise.race([inner(asReader), early.promise]);
    } finally {
      clearTimeout(timeout);
      query.signal.removeEventListener('abort', onLeave);
      query.end?.signal.removeEventListener('abort', onSearchEnd);
      waiting.delete(onEnd);
    }
  };
}
