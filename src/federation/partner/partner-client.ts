/** The client of one partner: a few requests at a time, each with the credential that its dialect wants. */

import { reason } from '../../domain/federation/reasons.ts';
import { limiter } from '../../lib/limiter.ts';
import type { CallFailure, CallOutcome } from '../dialect/reply.ts';
import { withToken } from '../dialect/requests.ts';
import type { CallOptions, HttpClient } from '../transport/http-client.ts';
import { silentFor, silentWithin } from './no-answer-reasons.ts';
import { answerWithout, type PartnerQuery } from './partner-query.ts';
import { QUEUE_LOOK_MS } from './times.ts';
import { turnTimes } from './turn-times.ts';

/** What a request needs to know of the question it belongs to. */
export type RequestOptions = Pick<
  PartnerQuery,
  | 'dialect'
  | 'credential'
  | 'signal'
  | 'yieldsUntil'
  | 'beforeRequest'
  | 'onBodyBytes'
  | 'onReply'
  | 'resolveEarly'
  | 'observer'
  | 'requests'
> & {
  /** JSON, which is sent with POST. */
  body?: string | undefined;
};

export type PartnerClient = {
  /**
   * Asks for a path behind the partner's address. When no byte has come for the read time-out, whoever waits is told,
   * the turn of the request is over, and the request goes on.
   *
   * @throws the reason of the signal when that is aborted, and what `beforeRequest` throws
   */
  call(path: string, options: RequestOptions): Promise<CallOutcome>;
};

type PartnerClientOptions = {
  agent: Pick<HttpClient, 'call'>;
  token: string | undefined;
  readTimeoutMs: number;
  /** How long somebody waits for a request and its turn: one that cannot be answered by then is refused at once. */
  timeoutMs: number;
  /** Requests at once that somebody waits for; others wait for their turn. As many may go on after they were given up. */
  maxConcurrency: number;
};

/** Requests that wait for their turn; further ones are refused at once. */
const MOST_WAITING = 1000;

const QUEUE_FULL: CallFailure = {
  state: 'busy',
  error: 'connection_limit_reached',
  reason: reason('queue-full', { waiting: MOST_WAITING }),
};

const NO_TURN_IN_TIME: CallFailure = {
  ...QUEUE_FULL,
  reason: reason('no-turn-in-time'),
};

/** Somebody who waits for a turn. */
type Waiting = { sinceMs: number; refuse(): void };

/** A request that was given up and brought no answer in the time that was left for it. */
const MADE_ROOM: CallFailure = {
  state: 'timed-out',
  error: 'http_response_timeout',
  reason: reason('gave-way'),
};

export function partnerClient(options: PartnerClientOptions): PartnerClient {
  const { agent, token, readTimeoutMs, timeoutMs, maxConcurrency } = options;
  // One that lets others go first would keep nobody waiting for long: half of the turns are never theirs.
  const limit = limiter(maxConcurrency, Math.max(1, Math.floor(maxConcurrency / 2)));
  const authorization = token === undefined ? undefined : `Bearer ${token}`;
  /** What ends the requests that were given up and may still bring an answer to keep, the oldest first. */
  const givenUp = new Set<() => void>();
  const times = turnTimes(maxConcurrency);
  let waiting = 0;
  /** Of these, those that let no others go first: in their order. */
  const inOrder = new Set<Waiting>();
  let looking: NodeJS.Timeout | undefined;

  /** Who waits hears as soon as the queue knows it that the answer cannot come in time. */
  function refuseLate(): void {
    const nowMs = performance.now();
    let ahead = 0;
    for (const one of inOrder) {
      if (nowMs - one.sinceMs + times.leastWaitMs(ahead) > timeoutMs) one.refuse();
      else ahead++;
    }
    if (inOrder.size > 0) return;
    clearInterval(looking);
    looking = undefined;
  }

  function send(path: string, { dialect, credential }: RequestOptions, options: CallOptions): Promise<CallOutcome> {
    if (credential === 'none' || token === undefined) return agent.call(path, options);
    // In the address only where no header is read, and then in no log of ours (rdp-protocol 11.1).
    if (dialect.tokenIn === 'query') return agent.call(withToken(path, token), options);
    return agent.call(path, { ...options, authorization });
  }

  /** @param onTurnOver called when the request is given up */
  async function put(path: string, options: RequestOptions, onTurnOver: () => void): Promise<CallOutcome> {
    const { signal, resolveEarly, observer, body } = options;
    let bodyBytes = 0;
    function onBodyBytes(count: number): void {
      bodyBytes += count;
      options.onBodyBytes(count);
    }
    const stop = new AbortController();
    const onLeave = () => stop.abort(signal.reason);
    const makeRoom = () => stop.abort();
    function onReadTimeout(): void {
      resolveEarly(answerWithout(bodyBytes === 0 ? silentFor(readTimeoutMs) : silentWithin(readTimeoutMs, bodyBytes)));
      givenUp.add(makeRoom);
      if (givenUp.size > maxConcurrency) givenUp.values().next().value?.();
      onTurnOver();
    }
    signal.addEventListener('abort', onLeave, { once: true });
    try {
      return await send(path, options, {
        ...{ signal: stop.signal, onReadTimeout, onBodyBytes, body },
        onSent: observer?.onSent,
      });
    } catch (error) {
      if (signal.aborted || !stop.signal.aborted) throw error;
      return { failure: MADE_ROOM };
    } finally {
      signal.removeEventListener('abort', onLeave);
      givenUp.delete(makeRoom);
    }
  }

  return {
    async call(path, options) {
      if (waiting >= MOST_WAITING) return { failure: QUEUE_FULL };
      const isInOrder = options.yieldsUntil === undefined || options.yieldsUntil.aborted;
      if (isInOrder && inOrder.size > 0 && times.leastAnswerMs(inOrder.size) > timeoutMs) {
        return { failure: NO_TURN_IN_TIME };
      }
      const outcome = Promise.withResolvers<CallOutcome>();
      let isWaiting = true;
      let isRefused = false;
      const place: Waiting = {
        sinceMs: performance.now(),
        refuse() {
          isRefused = true;
          endWaiting();
          outcome.resolve({ failure: NO_TURN_IN_TIME });
        },
      };
      function endWaiting(): void {
        if (!isWaiting) return;
        isWaiting = false;
        waiting--;
        inOrder.delete(place);
      }
      waiting++;
      if (isInOrder) {
        inOrder.add(place);
        looking ??= setInterval(refuseLate, QUEUE_LOOK_MS).unref();
      }
      const turn = limit(
        async () => {
          if (isRefused) return;
          endWaiting();
          options.beforeRequest();
          const over = Promise.withResolvers<void>();
          const endTurn = times.begin();
          const answer = put(path, options, over.resolve);
          outcome.resolve(answer.then((came) => told(came, options)));
          await Promise.race([answer, over.promise]).finally(endTurn);
        },
        options.signal,
        options.yieldsUntil,
      );
      turn.catch(outcome.reject).finally(endWaiting);
      return outcome.promise;
    },
  };
}

function told(outcome: CallOutcome, { onReply }: RequestOptions): CallOutcome {
  if ('reply' in outcome) onReply?.(outcome.reply);
  return outcome;
}
