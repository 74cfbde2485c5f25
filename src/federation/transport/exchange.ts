/** One request to a partner and what comes back on that connection, byte by byte. */

import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { CallFailure, Reply } from '../dialect/reply.ts';
import { type CallPhase, toCallFailure, unknownCoding } from './call-failures.ts';
import { type BodyReader, bodyReaderFor, decodeBody } from './reply-body.ts';

export type PartnerRequest = {
  /** Path and parameters, encoded. */
  target: string;
  headers: Record<string, string>;
  mostBodyBytes: number;
  /** Aborted when the call is given up: its connection is closed. */
  stop: AbortSignal;
  /** Called when the request is sent, and at every sign of life after that. */
  onActivity(): void;
};

export type ExchangeOutcome =
  | { reply: Reply; location: string | undefined }
  | { failure: CallFailure }
  | { stoppedAt: CallPhase };

/** Puts one request. Never rejects. */
export function exchange(
  dispatcher: Pick<Dispatcher, 'dispatch'>,
  { target, headers, mostBodyBytes, stop, onActivity }: PartnerRequest,
): Promise<ExchangeOutcome> {
  if (stop.aborted) return Promise.resolve({ stoppedAt: 'waiting' });
  const { promise, resolve } = Promise.withResolvers<ExchangeOutcome>();
  let phase: CallPhase = 'waiting';
  let controller: Dispatcher.DispatchController | undefined;
  let body: BodyReader | undefined;

  // Whatever comes after the first outcome counts for nothing.
  function settle(outcome: ExchangeOutcome): void {
    stop.removeEventListener('abort', cancel);
    body?.drop();
    body = undefined;
    resolve(outcome);
  }

  function settleAndClose(outcome: ExchangeOutcome): void {
    settle(outcome);
    controller?.abort(new Error('the rest of the answer is not wanted'));
  }

  function cancel(): void {
    settleAndClose({ stoppedAt: phase });
  }

  function openBody(status: number, received: IncomingHttpHeaders): BodyReader | undefined {
    const coding = one(received['content-encoding']) ?? '';
    const open = bodyReaderFor(coding);
    if (open === undefined) {
      settleAndClose({ failure: unknownCoding(coding) });
      return undefined;
    }
    return open(mostBodyBytes, (read) => {
      if ('error' in read) return settleAndClose({ failure: toCallFailure(read.error, phase) });
      const contentType = one(received['content-type']);
      const reply: Reply = {
        status,
        contentType,
        retryAfterSeconds: retryAfterSeconds(one(received['retry-after'])),
        body: decodeBody(read.bytes, contentType),
        isCut: read.isCut,
      };
      const outcome = { reply, location: one(received.location) };
      if (read.isCut) settleAndClose(outcome);
      else settle(outcome);
    });
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
        body = openBody(status, received);
      },
      onResponseData(_, chunk) {
        onActivity();
        body?.take(chunk);
      },
      onResponseEnd() {
        // When undici holds the connection for free again: a call that follows at once would open another one.
        queueMicrotask(() => setImmediate(() => body?.end()));
      },
      onResponseError(_, error) {
        settle({ failure: toCallFailure(error, phase) });
      },
    },
  );
  return promise;
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
