/** The line to one partner: a few calls at a time, each with the credential that its dialect wants. */

import { limiter } from '../../limiter.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { CallOutcome } from '../dialect/reply.ts';
import { withToken } from '../dialect/requests.ts';
import type { HttpClient } from '../transport/http-client.ts';

export type PartnerClientCall = {
  dialect: Dialect;
  /** Whether the search token goes along. */
  sendsToken: boolean;
  signal?: AbortSignal;
  /** Asked when the call's turn has come, before anything is sent. */
  shouldStart?: () => boolean;
  /** Told once, when no byte has come for the read time-out; the call goes on. */
  onReadTimeout?: () => void;
};

export type PartnerClient = {
  /** @throws the reason of the signal when that is aborted, `NotBegun` when `mayBegin` says no */
  call(path: string, options: PartnerClientCall): Promise<CallOutcome>;
};

/** A call whose turn came when nobody wanted it any more. */
export class CancelledBeforeStart extends Error {
  override readonly name = 'NotBegun';
}

type PartnerClientOptions = {
  agent: HttpClient;
  token: string | undefined;
  /** Calls at once; others wait for their turn. */
  maxConcurrency: number;
};

export function partnerClient({ agent, token, maxConcurrency }: PartnerClientOptions): PartnerClient {
  const limit = limiter(maxConcurrency);
  const authorization = token === undefined ? undefined : `Bearer ${token}`;

  return {
    call: (path, { dialect, sendsToken, signal, shouldStart: mayBegin, onReadTimeout }) =>
      limit(async () => {
        if (mayBegin?.() === false) throw new CancelledBeforeStart('The partner rests by now.');
        if (!sendsToken || token === undefined) return agent.call(path, { signal, onReadTimeout });
        // In the address only where no header is read, and then in no log of ours (contract 11.1).
        if (dialect.tokenIn === 'query') return agent.call(withToken(path, token), { signal, onReadTimeout });
        return agent.call(path, { authorization, signal, onReadTimeout });
      }, signal),
  };
}
