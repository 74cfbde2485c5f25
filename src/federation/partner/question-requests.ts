/** How much of a partner one question may take: so many requests, a few at a time, and so much text in their answers. */

import pLimit, { type LimitFunction } from 'p-limit';
import { reason } from '../../domain/federation/reasons.ts';
import type { CallFailure, CallOutcome } from '../dialect/reply.ts';
import type { PartnerClient } from './partner-client.ts';
import type { QuestionRequests } from './partner-query.ts';

/**
 * A question takes one request, or one a tier. It takes more where it is put again: in pieces, under other names of the gene,
 * to learn which organisms there are.
 */
export const MOST_REQUESTS = 150;
/** Of all of their answers, which together stand for one. */
const MOST_BYTES = 10_000_000;
const MOST_AT_ONCE = 4;
/** As many as nearly every question has need no turn. */
const WITHOUT_TURN = 2;

const TOO_MANY_REQUESTS = 429;

const TOO_LARGE: CallFailure = {
  state: 'busy',
  error: 'connection_limit_reached',
  reason: reason('question-too-large', { requests: MOST_REQUESTS, bytes: MOST_BYTES }),
};

/**
 * The client, but for requests that are beyond the bound of their question, or come after the partner has asked us to wait:
 * those fail, and are not sent.
 */
export function boundedClient({ call }: Pick<PartnerClient, 'call'>): Pick<PartnerClient, 'call'> {
  return {
    call: (path, options) => options.requests?.put(() => call(path, options), options.signal) ?? call(path, options),
  };
}

/** The bound of one question, within which {@link boundedClient} puts its requests. */
export function questionRequests(): QuestionRequests {
  let inTurn: LimitFunction | undefined;
  let put = 0;
  let bytes = 0;
  let hasOmitted = false;
  /** That the partner asks us to wait, which is its answer to whatever else would be sent for this question. */
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
