/** The client of one partner: a few requests at a time, each with the credential that its dialect wants. */

import { limiter } from '../../limiter.ts';
import type { CallOutcome } from '../dialect/reply.ts';
import { withToken } from '../dialect/requests.ts';
import type { HttpClient } from '../transport/http-client.ts';
import { silentFor } from './no-answer-reasons.ts';
import { answerWithout, type PartnerQuery } from './partner-query.ts';

/** What a request needs to know of the question it belongs to. */
export type RequestOptions = Pick<
  PartnerQuery,
  'dialect' | 'credential' | 'signal' | 'beforeRequest' | 'resolveEarly' | 'observer'
>;

export type PartnerClient = {
  /**
   * Asks for a path behind the partner's address. When no byte has come for the read time-out, whoever waits is told,
   * and the request goes on.
   *
   * @throws the reason of the signal when that is aborted, and what `beforeRequest` throws
   */
  call(path: string, options: RequestOptions): Promise<CallOutcome>;
};

type PartnerClientOptions = {
  agent: Pick<HttpClient, 'call'>;
  token: string | undefined;
  readTimeoutMs: number;
  /** Requests at once; others wait for their turn. */
  maxConcurrency: number;
};

export function partnerClient({ agent, token, readTimeoutMs, maxConcurrency }: PartnerClientOptions): PartnerClient {
  const limit = limiter(maxConcurrency);
  const authorization = token === undefined ? undefined : `Bearer ${token}`;

  return {
    call: (path, { dialect, credential, signal, beforeRequest, resolveEarly, observer }) =>
      limit(async () => {
        beforeRequest();
        const onReadTimeout = () => resolveEarly(answerWithout(silentFor(readTimeoutMs)));
        const options = { signal, onReadTimeout, onSent: observer?.onSent };
        if (credential === 'none' || token === undefined) return agent.call(path, options);
        // In the address only where no header is read, and then in no log of ours (rdp-protocol 11.1).
        if (dialect.tokenIn === 'query') return agent.call(withToken(path, token), options);
        return agent.call(path, { ...options, authorization });
      }, signal),
  };
}
