/**
 * Decides whether a question is put to a partner, and how long its callers wait: the first and the outermost timeouts
 * of a question.
 */

import { reason } from '../../domain/federation/reasons.ts';
import { isOfTier3 } from '../../domain/federation/source.ts';
import { atEnd, later } from '../../lib/later.ts';
import { behindShort } from '../../lib/slices.ts';
import type { AnswerCache } from '../partner/answer-cache.ts';
import {
  callerGone,
  queueFailure,
  searchEnded,
  stopped,
  thisRegistry,
  tierNotShared,
  tooOld,
} from '../partner/no-answer-reasons.ts';
import { questionRequests } from '../partner/partner-client.ts';
import {
  type AskPartner,
  answerWithout,
  asShared,
  type Call,
  type CallPartner,
  type CallWrapper,
  eachAnswer,
  type Failure,
  type PartnerAnswer,
  type PartnerQuery,
  underWay,
  type Wrapper,
} from '../partner/partner-query.ts';
import type { NoSlot, PartnerQueue } from '../partner/partner-queue.ts';
import type { VersionDiscovery } from '../partner/version-discovery.ts';
import { fromCache, isCacheable } from './caching.ts';

type AnswerableOptions = { discovery: Pick<VersionDiscovery, 'isThisRegistry' | 'refreshBehind'> };

/** Answers questions that the partner cannot answer, or must not get, without putting them. */
export function answerable({ discovery }: AnswerableOptions): Wrapper {
  function whyNot({ question, dialect, version }: PartnerQuery): Failure | undefined {
    if (discovery.isThisRegistry()) {
      // The name may lead to another registry later, so its description is read again in the background.
      discovery.refreshBehind();
      return thisRegistry();
    }
    if (isOfTier3(question)) return tierNotShared();
    return dialect.answers.has(question.kind) ? undefined : tooOld(version);
  }

  return (inner) => (query) => {
    const failure = whyNot(query);
    if (failure !== undefined) return Promise.resolve(answerWithout(failure));
    // That the partner is this registry may have been discovered in the meantime.
    return inner(query).then((answer) => (discovery.isThisRegistry() ? answerWithout(thisRegistry()) : answer));
  };
}

/**
 * Limits how long one caller waits for an answer. When the time is over, the caller gets a failure unless the partner
 * alone is waited for: if the question has not been sent, was sent late, or takes further requests. A single request that
 * was sent at once has the timeout of its partner, and that of the whole search. A question that yields has no limit
 * here. Every caller gets an answer when this registry stops. When a caller is answered before the source has answered,
 * the signal that the source got is aborted.
 *
 * @param ending aborted when this registry stops and nothing more can be waited for
 */
export function deadline(timeoutMs: number, ending: AbortSignal): (inner: CallPartner) => AskPartner {
  /** Holds all who wait behind a single listener, because removing one of many listeners from a signal is slow. */
  const waiting = new Set<() => void>();
  ending.addEventListener('abort', () => {
    for (const end of waiting) end();
  });
  return (inner) => (query) => {
    if (query.signal.aborted) return Promise.resolve(answerWithout(callerGone()));
    if (ending.aborted) return Promise.resolve(answerWithout(stopped()));
    const beganMs = performance.now();
    const { promise, resolve, reject } = Promise.withResolvers<PartnerAnswer>();
    const cancel = new AbortController();
    const sent = { requests: 0, lastAfterMs: 0 };
    let isTimeOver = false;

    function end(): void {
      clearTimeout(timeout);
      query.signal.removeEventListener('abort', onAbort);
      query.end?.signal.removeEventListener('abort', onSearchEnd);
      waiting.delete(onEnd);
    }

    function stopWaiting(answer: PartnerAnswer): void {
      end();
      resolve(answer);
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

    function onCall({ first, final }: Call): void {
      if (final === undefined) {
        end();
        resolve(first);
        return;
      }
      // No caller of this query waits for the final answer, so its error is ignored here; each caller of a coalesced call has their own promise.
      final.catch(() => undefined);
      stopWaiting(first);
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
    const timeout = query.pace === undefined ? setTimeout(behindShort, timeoutMs, onTimeout) : undefined;
    query.signal.addEventListener('abort', onAbort, { once: true });
    query.end?.signal.addEventListener('abort', onSearchEnd, { once: true });
    waiting.add(onEnd);
    inner({ ...query, signal: cancel.signal, onSent }).then(onCall, (error) => {
      end();
      reject(error);
    });
    return later(promise);
  };
}

/** A call, and the callers who wait for it. */
type CoalescedCall = {
  isCancelled(): boolean;
  /** Whether a request of the call has been sent. */
  isSent(): boolean;
  join(query: PartnerQuery): PromiseLike<Call>;
};

/**
 * Coalesces equal questions into one call, which no caller can cancel for the others (decision 12). A caller leaves by the
 * signal of their query. When the last one has left, the call is cancelled if it has sent no request yet, or if its
 * answer may serve nobody else; any other call goes on for later callers. Once a call has given its first answer,
 * nobody joins it: the next caller starts a new call. A call yields as long as all of its callers do.
 *
 * @param callKey equal for questions that have the same answer
 */
export function coalesced(callKey: (query: PartnerQuery) => string): CallWrapper {
  return (inner) => {
    const underWay = new Map<string, CoalescedCall>();

    return (query) => {
      const key = callKey(query);
      const known = underWay.get(key);
      if (known !== undefined && !known.isCancelled()) {
        query.observer?.onJoined();
        // Without a request nothing was shared, for example when the circuit breaker is open.
        return eachAnswer(known.join(query), (answer) => (known.isSent() ? asShared(answer) : answer));
      }
      const call = openCall(inner, query, () => {
        if (underWay.get(key) === call) underWay.delete(key);
      });
      underWay.set(key, call);
      return call.join(query);
    };
  };
}

/** @param close called when no other caller may join the call */
function openCall(inner: CallPartner, query: PartnerQuery, close: () => void): CoalescedCall {
  const cancel = new AbortController();
  const callers = new Set<PartnerQuery>();
  let isSent = false;
  function onSent(): void {
    isSent = true;
    for (const caller of callers) caller.onSent?.();
  }
  const isAwaited = () => callers.size > 0;
  const call = Promise.resolve(atEnd(() => inner({ ...query, signal: cancel.signal, onSent, isAwaited }), close));

  return {
    isCancelled: () => cancel.signal.aborted,
    isSent: () => isSent,
    join(caller) {
      callers.add(caller);
      if (caller.pace === undefined) query.pace?.hurry();
      caller.signal.addEventListener(
        'abort',
        () => {
          callers.delete(caller);
          if (callers.size === 0 && (query.credential === 'token' || !isSent)) cancel.abort();
        },
        { once: true },
      );
      if (isSent) caller.onSent?.();
      return call;
    },
  };
}

type FirstSlotOptions = {
  queue: PartnerQueue;
  cache: Pick<AnswerCache<PartnerAnswer>, 'fresh'>;
  cacheKey: (query: PartnerQuery) => string;
};

/**
 * Lets a question wait for its first slot, and decides then, once, whether it is put: not if the cache has an answer by
 * now, the circuit breaker is open, or nobody waits for it any more. Further requests of a question that was put take slots of
 * their own, before questions that have not begun.
 */
export function firstSlot({ queue, cache, cacheKey }: FirstSlotOptions): CallWrapper {
  /** Returns the answer without a request, or undefined if the question is to be put. */
  function answerNow(query: PartnerQuery): PartnerAnswer | undefined {
    const cached = isCacheable(query) ? cache.fresh(cacheKey(query)) : undefined;
    if (cached !== undefined) return fromCache(cached);
    const failure = query.signal.aborted ? callerGone() : query.whyOpen?.();
    return failure && answerWithout(failure);
  }

  return (inner) => (query) =>
    later(queue.acquire(query)).then((slot) => {
      if ('failure' in slot) return { first: answerWithout(asFailure(slot)) };
      const answer = answerNow(query);
      if (answer !== undefined) {
        slot.end();
        return { first: answer };
      }
      query.onSent?.();
      return inner({ ...query, slot });
    });
}

function asFailure({ failure }: NoSlot): Failure {
  return { about: 'no-reply', ...failure, status: undefined, retryAfterSeconds: undefined };
}

/**
 * Answers callers when the partner is silent or slow in one request of the question, which goes on, because its answer
 * may be cached.
 */
export function earlyAnswers(): (inner: AskPartner) => CallPartner {
  return (inner) => (query) => {
    const { promise, resolve, reject } = Promise.withResolvers<Call>();
    const { slot, pace, isAwaited = () => true } = query;
    /** Undefined until callers get an early answer. */
    let final: PromiseWithResolvers<PartnerAnswer> | undefined;
    function onEarly(first: PartnerAnswer): void {
      if (final !== undefined) return;
      final = Promise.withResolvers();
      resolve({ first, final: final.promise });
    }
    const call = underWay({ slot, pace, isAwaited, onEarly });
    atEnd(() => inner({ ...query, underWay: call }), call.end).then(
      (answer) => (final === undefined ? resolve({ first: answer }) : final.resolve(answer)),
      (error) => (final ?? { reject }).reject(error),
    );
    return promise;
  };
}

/** Limits how many requests of its partner one question takes, whatever the inner wrappers do. The answer names what was omitted. */
export function boundedRequests(): Wrapper<unknown> {
  return (inner) => (query) => {
    const requests = questionRequests();
    return inner({ ...query, requests }).then((answer) => {
      if (!requests.hasOmitted() || answer.records === undefined) return answer;
      return { ...answer, limits: [...answer.limits, reason('not-asked-for-all')] };
    });
  };
}
