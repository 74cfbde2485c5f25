/** Coalesce: equal questions are one call to the partner, which no caller can end for the others (decision 12). */

import { ourFault } from '../partner/no-answer-reasons.ts';
import {
  type AskPartner,
  answerWithout,
  asShared,
  type PartnerAnswer,
  type PartnerQuery,
  type Stage,
} from '../partner/partner-query.ts';

type CoalesceOptions = {
  /** Returns equal keys for questions that have the same answer. */
  callKey: (query: PartnerQuery) => string;
  /** Called with an error of this registry, which all callers then get as such: it says nothing about the partner. */
  reportFault: (error: unknown) => void;
};

/** A call, and the callers who wait for it. */
type Call = {
  isCancelled(): boolean;
  join(caller: PartnerQuery): Promise<PartnerAnswer>;
};

/**
 * Coalesces equal questions into one call. A caller leaves by the signal of their query. When the last one has left, the
 * call is cancelled if it has sent no request yet, or if its answer may serve nobody else; any other call goes on for
 * later callers. Once its callers have an answer, early or not, nobody joins it: the next caller starts a new call.
 */
export function coalesce({ callKey, reportFault }: CoalesceOptions): Stage {
  return (next) => {
    const underWay = new Map<string, Call>();

    return async (query) => {
      const key = callKey(query);
      const known = underWay.get(key);
      if (known !== undefined && !known.isCancelled()) {
        query.observer?.onJoined();
        return known.join(query);
      }
      function close(): void {
        if (underWay.get(key) === call) underWay.delete(key);
      }
      const call = openCall(next, query, { close, reportFault });
      underWay.set(key, call);
      return call.join(query);
    };
  };
}

type CallOptions = Pick<CoalesceOptions, 'reportFault'> & {
  /** Called when no other caller may join the call. */
  close: () => void;
};

function openCall(next: AskPartner, query: PartnerQuery, { close, reportFault }: CallOptions): Call {
  const cancel = new AbortController();
  const callers = new Set<PartnerQuery>();
  let isSent = false;

  function onSent(): void {
    isSent = true;
    for (const caller of callers) caller.onSent?.();
  }

  function onEarly(answer: PartnerAnswer): void {
    close();
    for (const caller of callers) caller.onEarly?.(given(caller, answer));
  }

  /** Without a request nothing is shared, for example when the circuit breaker is open. */
  function given(caller: PartnerQuery, answer: PartnerAnswer): PartnerAnswer {
    return caller === query || !isSent ? answer : asShared(answer);
  }

  async function ask(): Promise<PartnerAnswer> {
    try {
      return await next({ ...query, signal: cancel.signal, onSent, onEarly, isAwaited: () => callers.size > 0 });
    } catch (error) {
      if (cancel.signal.aborted) throw error;
      reportFault(error);
      return answerWithout(ourFault());
    } finally {
      close();
    }
  }

  const answering = ask();
  return {
    isCancelled: () => cancel.signal.aborted,
    async join(caller) {
      callers.add(caller);
      function leave(): void {
        callers.delete(caller);
        if (callers.size === 0 && (query.credential === 'token' || !isSent)) cancel.abort();
      }
      caller.signal.addEventListener('abort', leave, { once: true });
      if (isSent) caller.onSent?.();
      return given(caller, await answering);
    },
  };
}
