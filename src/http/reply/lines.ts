/** Responses whose lines reach the reader one by one, also through gateways: unbuffered, and flushed if compressed. */

import type { Writable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { sliced } from '../../lib/slices.ts';
import { acceptsCoding } from '../request/negotiation.ts';
import { drained, isOver, whenOver } from './reader.ts';
import { addHeader, headersOf } from './reply-headers.ts';

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
