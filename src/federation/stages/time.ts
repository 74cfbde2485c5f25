/**
 * Time: how long a caller waits (`deadline`), and when a call begins (`firstSlot`). The time-outs of a request run in the
 * client, and arrive here as an early answer. What ends what is drawn in times.ts.
 */

import { afterAnswers } from '../../lib/slices.ts';
import type { AnswerCache } from '../partner/answer-cache.ts';
import { callerGone, queueFailure, searchEnded, stopped } from '../partner/no-answer-reasons.ts';
import {
  answerWithout,
  type Failure,
  type PartnerAnswer,
  type PartnerQuery,
  type Stage,
  underWay,
} from '../partner/partner-query.ts';
import { type NoSlot, type PartnerQueue, questionSlots } from '../partner/partner-queue.ts';
import { fromCache, isCacheable } from './cache.ts';

/**
 * Limits how long one caller waits for an answer. When the time is over, the caller gets a failure unless the partner
 * alone is waited for: if the question has not been sent, was sent late, or takes further requests. A single request that
 * was sent at once has the time-out of its partner, which answers the caller early, and that of the whole search. A
 * question that yields has no limit here. Every caller gets an answer when this registry stops. When a caller is answered
 * before the call has its answer, the signal of the call is aborted for them: the call may go on (decision 12).
 *
 * @param ending aborted when this registry stops and nothing more can be waited for
 */
export function deadline(timeoutMs: number, ending: AbortSignal): Stage {
  /** Holds all who wait behind a single listener, because removing one of many listeners from a signal is slow. */
  const waiting = new Set<() => void>();
  ending.addEventListener('abort', () => {
    for (const end of waiting) end();
  });
  return (next) => async (query) => {
    if (query.signal.aborted) return answerWithout(callerGone());
    if (ending.aborted) return answerWithout(stopped());
    const beganMs = performance.now();
    const early = Promise.withResolvers<PartnerAnswer>();
    const cancel = new AbortController();
    const sent = { requests: 0, lastAfterMs: 0 };
    let isTimeOver = false;

    function stopWaiting(answer: PartnerAnswer): void {
      early.resolve(answer);
      cancel.abort();
    }

    function onTimeout(): void {
      isTimeOver = true;
      const failure = queueFailure(sent);
      if (failure !== undefined) stopWaiting(answerWithout(failure));
    }

    function onSearchEnd(): void {
      if (query.end !== undefined) stopWaiting(answerWithout(queueFailure(sent) ?? searchEnded(query.end.afterMs)));
    }

    function onSent(): void {
      sent.requests++;
      sent.lastAfterMs = performance.now() - beganMs;
      query.onSent?.();
      if (isTimeOver) onTimeout();
    }

    const onAbort = () => stopWaiting(answerWithout(callerGone()));
    const onEnd = () => stopWaiting(answerWithout(stopped()));
    // As all clocks of a question, behind the answers that have come before it and wait to be read.
    const timeout = query.yields !== true ? setTimeout(afterAnswers, timeoutMs, onTimeout) : undefined;
    query.signal.addEventListener('abort', onAbort);
    query.end?.signal.addEventListener('abort', onSearchEnd);
    waiting.add(onEnd);
    try {
      const final = next({ ...query, signal: cancel.signal, onSent, onEarly: stopWaiting });
      return await Promise.race([final, early.promise]);
    } finally {
      clearTimeout(timeout);
      query.signal.removeEventListener('abort', onAbort);
      query.end?.signal.removeEventListener('abort', onSearchEnd);
      waiting.delete(onEnd);
    }
  };
}

type FirstSlotOptions = {
  queue: PartnerQueue;
  cache: Pick<AnswerCache<PartnerAnswer>, 'fresh'>;
  cacheKey: (query: PartnerQuery) => string;
};

/**
 * Lets a question wait for its first slot, and decides then, once, whether it is put: not if the cache has an answer by
 * now, the circuit breaker is open, or nobody waits for it any more. Further requests of a question that was put run within
 * its slot. When the partner is silent or slow in one of them, its callers are answered early, once, and the question goes on.
 */
export function firstSlot({ queue, cache, cacheKey }: FirstSlotOptions): Stage {
  /** Returns the answer without a request, or undefined if the question is to be put. */
  function answerNow(query: PartnerQuery): PartnerAnswer | undefined {
    const cached = isCacheable(query) ? cache.fresh(cacheKey(query)) : undefined;
    if (cached !== undefined) return fromCache(cached);
    const failure = query.signal.aborted ? callerGone() : query.whyOpen?.();
    return failure && answerWithout(failure);
  }

  return (next) => async (query) => {
    const slot = await queue.acquire(query);
    if ('failure' in slot) return answerWithout(asFailure(slot));
    const known = answerNow(query);
    if (known !== undefined) {
      slot.end();
      return known;
    }
    const { isAwaited = () => true } = query;
    const slots = questionSlots({ queue, first: slot, isAwaited });
    const mistakes: unknown[] = [];
    let isEarly = false;
    function onEarly(answer: PartnerAnswer): void {
      if (isEarly) return;
      isEarly = true;
      try {
        query.onEarly?.(answer);
      } catch (error) {
        // A timer of the client calls this, where an error would end the process.
        mistakes.push(error);
      }
    }
    try {
      query.onSent?.();
      const answer = await next({ ...query, underWay: underWay(slots), onEarly });
      if (mistakes.length > 0) throw mistakes[0];
      return answer;
    } finally {
      slots.end();
    }
  };
}

function asFailure({ failure }: NoSlot): Failure {
  return { about: 'no-reply', ...failure, status: undefined, retryAfterSeconds: undefined };
}
