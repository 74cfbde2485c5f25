/** Which question is put to a partner, and who waits for it how long: the first and the outermost clocks of a question. */

import { isOfTier3 } from '../../domain/federation/no-answer.ts';
import { reason } from '../../domain/federation/reasons.ts';
import {
  readerLeft,
  searchEnded,
  silentFor,
  stopped,
  thisRegistry,
  tierNotShared,
  tooOld,
  turnFailure,
  unfinishedAfter,
} from '../partner/no-answer-reasons.ts';
import {
  type AskPartner,
  answerWithout,
  asShared,
  type PartnerAnswer,
  type PartnerQuery,
  type Wrapper,
} from '../partner/partner-query.ts';
import { questionRequests } from '../partner/question-requests.ts';
import type { VersionDiscovery } from '../partner/version-discovery.ts';

type AnswerableOptions = { discovery: Pick<VersionDiscovery, 'isThisRegistry' | 'refreshBehind'> };

/** Questions that a partner cannot answer, or must not be asked, are not put to it. */
export function answerable({ discovery }: AnswerableOptions): Wrapper {
  return (inner) => async (query) => {
    if (discovery.isThisRegistry()) {
      // It may be somebody else one day: another machine under the same name.
      discovery.refreshBehind();
      return answerWithout(thisRegistry());
    }
    if (isOfTier3(query.question)) return answerWithout(tierNotShared());
    if (!query.dialect.answers.has(query.question.kind)) return answerWithout(tooOld(query.version));
    const answer = await inner(query);
    // It may have been found out meanwhile.
    return discovery.isThisRegistry() ? answerWithout(thisRegistry()) : answer;
  };
}

/**
 * How long one reader waits for the turn of their question; once it is sent, the clock of the call itself counts, and
 * that of the whole search. Who lets others go first waits for as long as that takes. Nobody waits on when this
 * registry has to end. Whoever is answered before the source has answered leaves it: the signal that the source is
 * given is aborted.
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

type Call = {
  isCancelled(): boolean;
  /** Whether a request of it has been sent. */
  isAsked(): boolean;
  join(query: PartnerQuery): Promise<PartnerAnswer>;
};

/**
 * Equal questions share one call, which no reader can cancel for the others (decision 12). A reader leaves by the
 * signal of their query. When the last one has left, a call is cancelled that has sent no request yet, or whose answer
 * may serve nobody else; any other goes on for those who come later. A call that was answered early is joined by nobody
 * any more: who asks after that asks anew. A call lets others go first as long as all of its readers do.
 *
 * @param cacheKey equal for questions that have the same answer
 */
export function sharedCalls(cacheKey: (query: PartnerQuery) => string): Wrapper {
  return (inner) => {
    const underWay = new Map<string, Call>();

    return async (query) => {
      const key = cacheKey(query);
      const known = underWay.get(key);
      if (known !== undefined && !known.isCancelled()) {
        query.observer?.onJoined();
        const answer = await known.join(sharing(query));
        // Without a request there was nothing to share: the partner rests, for example.
        return known.isAsked() ? asShared(answer) : answer;
      }
      const call = openCall(inner, query, () => {
        if (underWay.get(key) === call) underWay.delete(key);
      });
      underWay.set(key, call);
      return call.join(query);
    };
  };
}

/** @param close called when nobody is to join the call any more */
function openCall(inner: AskPartner, query: PartnerQuery, close: () => void): Call {
  const cancel = new AbortController();
  const hurry = query.yieldsUntil === undefined ? undefined : new AbortController();
  const readers = new Set<PartnerQuery>();
  let isAsked = false;
  const answer = inner({
    ...query,
    signal: cancel.signal,
    yieldsUntil: hurry?.signal,
    beforeRequest: () => {
      isAsked = true;
      for (const reader of readers) reader.beforeRequest();
    },
    resolveEarly: (early) => {
      close();
      for (const reader of readers) reader.resolveEarly(early);
    },
  });
  // A call that ends in an error when nobody is left is nobody's error.
  void answer.then(close, close);

  return {
    isCancelled: () => cancel.signal.aborted,
    isAsked: () => isAsked,
    async join(reader) {
      const leave = () => {
        readers.delete(reader);
        if (readers.size === 0 && (query.credential === 'token' || !isAsked)) cancel.abort();
      };
      readers.add(reader);
      if (reader.yieldsUntil === undefined) hurry?.abort();
      reader.signal.addEventListener('abort', leave, { once: true });
      if (isAsked) reader.beforeRequest();
      try {
        return await answer;
      } finally {
        reader.signal.removeEventListener('abort', leave);
      }
    },
  };
}

function sharing(query: PartnerQuery): PartnerQuery {
  return { ...query, resolveEarly: (answer) => query.resolveEarly(asShared(answer)) };
}

/**
 * How long one question may take at its partner: its clock starts with its first request, not while it waits here.
 * Whoever waits is answered when the time is over; the question goes on, as its answer may be kept.
 */
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

/**
 * A question takes so many requests of its partner and no more, whatever the wrappers below put; what is left out is
 * told.
 */
export function boundedRequests(): Wrapper<unknown> {
  return (inner) => async (query) => {
    const requests = questionRequests();
    const answer = await inner({ ...query, requests });
    if (!requests.hasLeftOut() || answer.records === undefined) return answer;
    return { ...answer, limits: [...answer.limits, reason('not-asked-for-all')] };
  };
}
