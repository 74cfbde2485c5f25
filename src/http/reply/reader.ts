/** Whether the reader of an answer is still there. Whatever waits for a reader waits here, and ends when they leave. */

import type { Writable } from 'node:stream';
import type { Response } from 'express';
import { localsOf } from '../request/reply-locals.ts';

/** Whether nobody reads the answer any more: it is out, or its reader has left. */
export function isOver(res: Response): boolean {
  return res.closed || res.destroyed || res.req.socket.destroyed;
}

/** Calls it once the answer is out or its reader has left: at once where that has been. Answers what takes it back. */
export function whenOver(res: Response, act: () => void): () => void {
  if (isOver(res)) {
    act();
    return () => {};
  }
  // It is emitted once: `once` would only make a function around it.
  res.on('close', act);
  return () => void res.off('close', act);
}

/** Aborted when the reader leaves before the answer is whole: then nothing more is begun for them. One for each answer. */
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
 * Resolves when what was written has left room for more, or nobody reads any more.
 *
 * @param out what is written to: the answer itself, or what compresses it
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

/** Resolves when the answer is out, or nobody reads any more. */
export function over(res: Response): Promise<void> {
  return new Promise((resolve) => void whenOver(res, resolve));
}
