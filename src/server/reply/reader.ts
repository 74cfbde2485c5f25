/**
 * The reader of a response: whether they are still connected, and how long to wait for them. Lines reach them one by
 * one, also through gateways.
 */

import type { Writable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { sliced } from '../../lib/slices.ts';
import { acceptsCoding } from '../request/negotiation.ts';
import { localsOf } from '../request/reply-locals.ts';
import { addHeader, headersOf } from './reply-headers.ts';

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
 * @param out the stream of the write: the response itself, or its compressor
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

export type Lines = {
  /** Writes a line in pieces. Resolves when there is room for the next line or the reader is gone; other requests run in between. */
  write(pieces: Iterable<string>): Promise<void>;
  end(line: string): void;
};

/** Begins the response; for HEAD it also ends it and returns undefined. */
export function openLines(req: Request, res: Response, contentType: string): Lines | undefined {
  const compresses = acceptsCoding(req, 'gzip');
  addHeader(res, 'Content-Type', contentType);
  addHeader(res, 'X-Accel-Buffering', 'no');
  if (compresses) addHeader(res, 'Content-Encoding', 'gzip');
  res.writeHead(200, headersOf(res));
  if (req.method === 'HEAD') {
    res.end();
    return undefined;
  }
  const out = compresses ? compressed(res) : res;
  return {
    async write(pieces) {
      // The slice begins with each line: no work is done here between two lines, and most lines are short enough not to pause.
      const slices = sliced();
      for (const piece of pieces) {
        if (!out.write(piece)) await drained(out, res);
        await slices.next();
        if (isOver(res)) return;
      }
    },
    end: (line) => void out.end(line),
  };
}

/** Returns a compressor to the response that flushes after every write, as the next line may come much later. */
function compressed(res: Response): Writable {
  const gzip = createGzip({ level: constants.Z_BEST_SPEED, flush: constants.Z_SYNC_FLUSH });
  gzip.pipe(res);
  whenOver(res, () => gzip.destroy());
  return gzip;
}
