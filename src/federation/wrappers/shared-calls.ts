/** Equal questions share one call, which no reader can cancel for the others (decision 12). */

import type { AskPartner, PartnerAnswer, PartnerQuery, Wrapper } from '../partner/partner-query.ts';

type Call = {
  isCancelled(): boolean;
  /** Whether a request of it has been sent. */
  isAsked(): boolean;
  join(query: PartnerQuery): Promise<PartnerAnswer>;
};

/**
 * A reader leaves by the signal of their query. When the last one has left, a call is cancelled that has sent no
 * request yet, or whose answer may serve nobody else; any other goes on for those who come later. A call that was
 * answered early is joined by nobody any more: who asks after that asks anew. A call lets others go first as long as all
 * of its readers do.
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

function asShared<Row>(answer: PartnerAnswer<Row>): PartnerAnswer<Row> {
  return { ...answer, cacheStatus: 'shared' };
}
