/** The line to one partner: a few calls at a time, each with the credential that its dialect wants. */

import { turns } from '../../limiter.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { CallOutcome } from '../dialect/reply.ts';
import { withToken } from '../dialect/requests.ts';
import type { PartnerAgent } from '../transport/http-client.ts';

export type LineOptions = {
  dialect: Dialect;
  /** Whether the search token goes along. */
  sendsToken: boolean;
  signal?: AbortSignal;
  /** Asked when the call's turn has come, before anything is sent. */
  mayBegin?: () => boolean;
  /** Told once, when no byte has come for the read time-out; the call goes on. */
  onQuiet?: () => void;
};

export type PartnerLine = {
  /** @throws the reason of the signal when that is aborted, `NotBegun` when `mayBegin` says no */
  call(path: string, options: LineOptions): Promise<CallOutcome>;
};

/** A call whose turn came when nobody wanted it any more. */
export class NotBegun extends Error {
  override readonly name = 'NotBegun';
}

type Needs = {
  agent: PartnerAgent;
  token: string | undefined;
  /** Calls at once; others wait for their turn. */
  maxConcurrency: number;
};

export function partnerLine({ agent, token, maxConcurrency }: Needs): PartnerLine {
  const inTurn = turns(maxConcurrency);
  const authorization = token === undefined ? undefined : `Bearer ${token}`;

  return {
    call: (path, { dialect, sendsToken, signal, mayBegin, onQuiet }) =>
      inTurn(async () => {
        if (mayBegin?.() === false) throw new NotBegun('The partner rests by now.');
        if (!sendsToken || token === undefined) return agent.call(path, { signal, onQuiet });
        // In the address only where no header is read, and then in no log of ours (contract 11.1).
        if (dialect.tokenIn === 'query') return agent.call(withToken(path, token), { signal, onQuiet });
        return agent.call(path, { authorization, signal, onQuiet });
      }, signal),
  };
}
