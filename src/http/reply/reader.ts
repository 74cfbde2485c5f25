/** Tells whether the reader of a response is still connected, and waits for readers; every wait ends when they disconnect. */

import type { Writable } from 'node:stream';
import type { Response } from 'express';
import { localsOf } from '../request/reply-locals.ts';

/** Whether the response is over: sent completely, or its reader has disconnected. */
export function isOver(res: Response): boolean {
  return res.closed || res.destroyed || res.req.socket.destroyed;
}

/** Calls `act` once the response is over, at once if it already is. Returns a function that cancels the call. */
export function whenOver(res: Response, act: () => void): () => void {
  if (isOver(res)) {
    act();
    return () => {};
  }
  // `close` is emitted only once, so `once` would only add a wrapper function.
  res.on('close', act);
  return () => void res.off('close', act);
}

/** Returns a signal that is aborted when the reader disconnects before the response is complete. Each response has one. */
export function readerSignal(res: Response): AbortSignal {
  const locals = localsOf(res);
  if (locals.readerSignal !== undefined) return locals.readerSignal;
  const reading = new AbortController();
  locals.readerSignal = reading.signal;
  whenOver(res, () => {
    if (!res.writableFinished) reading.abort();
  });
  return reading.signal;
}

/**
 * Resolves when there is room for more after a write, or the response is over.
 *
 * @param out the stream that is written to: the response itself, or its compressor
 */
export function drained(out: Writable, res: Response): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (!out.writableNeedDrain) resolve();
  out.once('drain', resolve);
  const takeBack = whenOver(res, resolve);
  return promise.finally(() => {
    out.off('drain', resolve);
    takeBack();
  });
}

/** Resolves when the response is over. */
export function over(res: Response): Promise<void> {
  return new Promise((resolve) => void whenOver(res, resolve));
}
