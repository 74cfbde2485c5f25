/** Limits what one question takes of a partner: the number of requests, those at a time, and the bytes of their answers. */

import pLimit, { type LimitFunction } from 'p-limit';
import { reason } from '../../domain/federation/reasons.ts';
import type { CallFailure, CallOutcome } from '../dialect/reply.ts';
import type { PartnerClient } from './partner-client.ts';
import type { QuestionRequests } from './partner-query.ts';

/**
 * The limit of requests. A question takes one, or one per tier; more if it is split, asked under other names of the
 * gene, or needs the list of organisms.
 */
export const MOST_REQUESTS = 150;
/** The limit of all answers to one question together. */
const MOST_BYTES = 10_000_000;
const MOST_AT_ONCE = 4;
/** How many requests start at once; nearly every question has no more. */
const WITHOUT_TURN = 2;

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
  let inTurn: LimitFunction | undefined;
  let put = 0;
  let bytes = 0;
  let hasOmitted = false;
  /** The reply by which the partner asked to wait; it answers all further requests of this question. */
  let waits: CallOutcome | undefined;

  function omitted(): Promise<CallOutcome> {
    hasOmitted = true;
    return Promise.resolve({ failure: TOO_LARGE });
  }

  function send(call: () => PromiseLike<CallOutcome>): PromiseLike<CallOutcome> {
    if (bytes > MOST_BYTES) return omitted();
    if (waits !== undefined) return Promise.resolve(waits);
    return call().then((outcome) => {
      if ('reply' in outcome) {
        bytes += outcome.reply.bytes;
        if (outcome.reply.status === TOO_MANY_REQUESTS) waits = outcome;
      }
      return outcome;
    });
  }

  return {
    put(call, signal) {
      put++;
      if (put > MOST_REQUESTS) return omitted();
      if (put <= WITHOUT_TURN) return send(call);
      inTurn ??= pLimit(MOST_AT_ONCE);
      return inTurn(() => {
        signal.throwIfAborted();
        return send(call);
      });
    },
    hasOmitted: () => hasOmitted,
  };
}
