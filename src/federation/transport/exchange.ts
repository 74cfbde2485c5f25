/** One request to a partner and what comes back on that connection, byte by byte. */

import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { CallFailure, Reply } from '../dialect/reply.ts';
import { type CallPhase, toCallFailure, unknownCoding } from './call-failures.ts';
import { type BodyReader, bodyReader, decodeBody } from './reply-body.ts';

export type PartnerRequest = {
  /** Path and parameters, encoded. */
  target: string;
  headers: Record<string, string>;
  mostBodyBytes: number;
  /** Aborted when the call is given up: its connection is closed. */
  stop: AbortSignal;
  /** Called when the request is sent, and at every sign of life after that. */
  onActivity(bodyBytes?: number): void;
};

export type ExchangeOutcome =
  | { reply: Reply; location: string | undefined }
  | { failure: CallFailure }
  | { stoppedAt: CallPhase };

type Answer = { status: number; headers: IncomingHttpHeaders; body: BodyReader };

/**
 * Puts one request. Never rejects.
 *
 * By undici's `dispatch`, for `request` does not tell when a request is sent and when its answer begins, closes a
 * connection for each call that is given up while it waits, and costs half as much again (decision 23).
 */
export function exchange(
  dispatcher: Pick<Dispatcher, 'dispatch'>,
  { target, headers, mostBodyBytes, stop, onActivity }: PartnerRequest,
): Promise<ExchangeOutcome> {
  if (stop.aborted) return Promise.resolve({ stoppedAt: 'waiting' });
  const { promise, resolve } = Promise.withResolvers<ExchangeOutcome>();
  let phase: CallPhase = 'waiting';
  let controller: Dispatcher.DispatchController | undefined;
  let answer: Answer | undefined;

  // Whatever comes after the first outcome counts for nothing.
  function settle(outcome: ExchangeOutcome | Promise<ExchangeOutcome>): void {
    stop.removeEventListener('abort', cancel);
    resolve(outcome);
  }

  function settleAndClose(outcome: ExchangeOutcome | Promise<ExchangeOutcome>): void {
    settle(outcome);
    controller?.abort(new Error('the rest of the answer is not wanted'));
  }

  function cancel(): void {
    settleAndClose({ stoppedAt: phase });
  }

  stop.addEventListener('abort', cancel, { once: true });
  dispatcher.dispatch(
    { method: 'GET', path: target, headers },
    {
      onRequestStart(started) {
        // Thrown and not aborted, which would close a connection that others can use.
        if (stop.aborted) throw new Error('the call was given up before its turn');
        controller = started;
        phase = 'asked';
        onActivity();
      },
      onResponseStarted() {
        phase = 'headers';
        onActivity();
      },
      onResponseStart(_, status, received) {
        // An interim answer, such as 103: the real one follows.
        if (status < 200) return;
        phase = 'body';
        onActivity();
        const coding = one(received['content-encoding']) ?? '';
        const body = bodyReader(coding, mostBodyBytes);
        if (body === undefined) return settleAndClose({ failure: unknownCoding(coding) });
        answer = { status, headers: received, body };
      },
      onResponseData(_, chunk) {
        onActivity(chunk.length);
        if (answer?.body.take(chunk) === false) settleAndClose(readReply(answer));
      },
      onResponseEnd() {
        // When undici holds the connection for free again: a call that follows at once would open another one.
        queueMicrotask(() => setImmediate(() => answer && settle(readReply(answer))));
      },
      onResponseError(_, error) {
        settle({ failure: toCallFailure(error, phase) });
      },
    },
  );
  return promise;
}

async function readReply({ status, headers, body }: Answer): Promise<ExchangeOutcome> {
  const contentType = one(headers['content-type']);
  try {
    const { bytes, isCut } = await body.read();
    const reply: Reply = {
      status,
      contentType,
      retryAfterSeconds: retryAfterSeconds(one(headers['retry-after'])),
      body: decodeBody(bytes, contentType),
      isCut,
    };
    return { reply, location: one(headers.location) };
  } catch (error) {
    return { failure: toCallFailure(error, 'body') };
  }
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

/** `Retry-After` as seconds or as a date; undefined when it is absent or neither of them. */
function retryAfterSeconds(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const atMs = /^[a-z]+,? /i.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - Date.now()) / 1000));
}
