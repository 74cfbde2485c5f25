/**
 * The client of one partner: sends a few requests at a time, each with the credential as its dialect expects it, and
 * limits what one question takes of the partner.
 */

import { randomBytes } from 'node:crypto';
import pLimit, { type LimitFunction } from 'p-limit';
import { reason } from '../../domain/federation/reasons.ts';
import { promisesRun } from '../../lib/slices.ts';
import type { CallFailure, CallOutcome } from '../dialect/reply.ts';
import { withToken } from '../dialect/requests.ts';
import type { CallOptions, HttpClient, TimeoutKind } from '../transport/http-client.ts';
import { silentFor, silentWithin, unfinishedAfter } from './no-answer-reasons.ts';
import { answerWithout, type Failure, type PartnerQuery, type QuestionRequests } from './partner-query.ts';
import { type PartnerQueue, partnerQueue, type Slot } from './partner-queue.ts';

/** What a request needs of the question it belongs to. */
type RequestOptions = Pick<
  PartnerQuery,
  'dialect' | 'credential' | 'signal' | 'whyOpen' | 'onSent' | 'onEarly' | 'observer' | 'requests' | 'underWay'
> & {
  /** A body of JSON; the request is then a POST. */
  body?: string | undefined;
};

export type PartnerClient = {
  /**
   * Requests a path below the partner's address, in a slot of its own or the first slot of its question. If the partner
   * sends no byte within the read time-out, or takes longer than its time for this one request, callers are answered and
   * the slot ends, and the request goes on. The wait for the slot counts for neither.
   *
   * @throws the reason of the signal when that is aborted
   */
  call(path: string, options: RequestOptions): Promise<CallOutcome>;
  queue: PartnerQueue;
};

type PartnerClientOptions = {
  agent: Pick<HttpClient, 'call'>;
  token: string | undefined;
  readTimeoutMs: number;
  /**
   * How long one request may take at the partner, in milliseconds, and how long a caller waits for a slot and its
   * request: a request that must take longer is refused at once.
   */
  timeoutMs: number;
  /** The number of requests at a time that callers wait for; others wait for their slot. As many may go on after their callers were answered. */
  maxConcurrency: number;
};

/** The failure of a request whose callers were answered before, when it is ended in favour of newer ones. */
const MADE_ROOM: CallFailure = {
  state: 'timed-out',
  error: 'http_response_timeout',
  reason: reason('gave-way'),
};

function unknownToken(): string {
  return `unknown-${randomBytes(12).toString('hex')}`;
}

/** Returns the client of one partner, whose requests share its slots. */
export function partnerClient(options: PartnerClientOptions): PartnerClient {
  const { agent, token, readTimeoutMs, timeoutMs, maxConcurrency } = options;
  /** Functions that end requests whose callers were answered before, and whose answers may still be cached; the oldest first. */
  const givenUp = new Set<() => void>();
  const queue = partnerQueue({ timeoutMs, maxConcurrency });

  function send(path: string, { dialect, credential }: RequestOptions, options: CallOptions): Promise<CallOutcome> {
    const sent = credential === 'unknown-token' ? unknownToken() : token;
    if (credential === 'none' || sent === undefined) return agent.call(path, options);
    // The token goes into the address only if the partner reads no header, and appears in no log here (rdp-protocol 11.1).
    if (dialect.tokenIn === 'query') return agent.call(withToken(path, sent), options);
    return agent.call(path, { ...options, authorization: `Bearer ${sent}` });
  }

  async function put(path: string, options: RequestOptions, slot: Slot): Promise<CallOutcome> {
    const { signal, underWay, observer, body } = options;
    let bodyBytes = 0;
    function onBodyBytes(count: number): void {
      bodyBytes += count;
    }
    let makeRoom: (() => void) | undefined;
    let hasGivenWay = false;
    function onTimeout(after: TimeoutKind, giveUp: () => void): void {
      options.onEarly?.(answerWithout(timeoutFailure(after, bodyBytes)));
      const give = () => {
        hasGivenWay = true;
        // At once, as several requests may time out at the same moment.
        givenUp.delete(give);
        giveUp();
      };
      makeRoom = give;
      givenUp.add(give);
      if (givenUp.size > maxConcurrency) givenUp.values().next().value?.();
      // The circuit breaker decides first, so that the request with the next slot knows whether it is open.
      void promisesRun().then(slot.release);
      endTime();
    }
    const endTime = queue.noteRequest();
    try {
      // The caller may have left since the slot began.
      signal.throwIfAborted();
      const sent = { signal, timeoutMs, onTimeout, onBodyBytes, body, onSent: observer?.onSent };
      const outcome = await send(path, options, sent);
      if ('reply' in outcome) underWay?.noteReply(outcome.reply);
      return hasGivenWay && 'failure' in outcome ? { failure: MADE_ROOM } : outcome;
    } finally {
      if (makeRoom !== undefined) givenUp.delete(makeRoom);
      endTime();
      slot.end();
    }
  }

  function timeoutFailure(after: TimeoutKind, bodyBytes: number): Failure {
    if (after === 'silence') return bodyBytes === 0 ? silentFor(readTimeoutMs) : silentWithin(readTimeoutMs, bodyBytes);
    return bodyBytes === 0 ? silentFor(timeoutMs) : unfinishedAfter(timeoutMs, bodyBytes);
  }

  async function putInQueue(path: string, options: RequestOptions): Promise<CallOutcome> {
    const { signal, underWay, whyOpen, onSent } = options;
    const slot = await (underWay?.slots.acquire(signal) ?? queue.acquire({ signal }));
    if ('failure' in slot) return slot;
    const failure = whyOpen?.();
    if (failure !== undefined) {
      slot.end();
      return { failure };
    }
    onSent?.();
    return put(path, options, slot);
  }

  return {
    queue,
    call(path, options) {
      const first = options.underWay?.slots.takeFirst();
      return first === undefined ? putInQueue(path, options) : put(path, options, first);
    },
  };
}

/**
 * The limit of requests. A question takes one, or one per tier; more if it is split, asked under other names of the
 * gene, or needs the list of organisms.
 */
export const MOST_REQUESTS = 150;
/** The limit of all answers to one question together. */
const MOST_BYTES = 10_000_000;
const MOST_AT_ONCE = 4;
/** How many requests start at once; nearly every question has no more. */
const WITHOUT_QUEUE = 2;

const TOO_MANY_REQUESTS = 429;

const TOO_LARGE: CallFailure = {
  state: 'busy',
  error: 'connection_limit_reached',
  reason: reason('question-too-large', { requests: MOST_REQUESTS, bytes: MOST_BYTES }),
};

/** Returns a client that fails requests beyond the limit of their question, or after the partner has asked to wait, without sending them. */
export function boundedClient({ call }: Pick<PartnerClient, 'call'>): Pick<PartnerClient, 'call'> {
  return {
    call: (path, options) => options.requests?.put(() => call(path, options), options.signal) ?? call(path, options),
  };
}

/** Returns the limit of one question, within which {@link boundedClient} sends its requests. */
export function questionRequests(): QuestionRequests {
  let queued: LimitFunction | undefined;
  let put = 0;
  let bytes = 0;
  let hasOmitted = false;
  /** The reply by which the partner asked to wait; it answers all further requests of this question. */
  let waits: CallOutcome | undefined;

  function omitted(): CallOutcome {
    hasOmitted = true;
    return { failure: TOO_LARGE };
  }

  async function send(call: () => Promise<CallOutcome>): Promise<CallOutcome> {
    if (bytes > MOST_BYTES) return omitted();
    if (waits !== undefined) return waits;
    const outcome = await call();
    if ('reply' in outcome) {
      bytes += outcome.reply.bytes;
      if (outcome.reply.status === TOO_MANY_REQUESTS) waits = outcome;
    }
    return outcome;
  }

  return {
    put(call, signal) {
      put++;
      if (put > MOST_REQUESTS) return Promise.resolve(omitted());
      if (put <= WITHOUT_QUEUE) return send(call);
      queued ??= pLimit(MOST_AT_ONCE);
      return queued(() => {
        signal.throwIfAborted();
        return send(call);
      });
    },
    hasOmitted: () => hasOmitted,
  };
}
