/** Answers of lines that reach the reader one by one, through gateways too: unbuffered, and flushed where compressed. */

import type { Writable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { sliced } from '../../lib/slices.ts';
import { acceptsCoding } from '../request/negotiation.ts';
import { drained, isOver, whenOver } from './reader.ts';
import { addHeader, headersOf } from './reply-headers.ts';

export type Lines = {
  /** Takes a line in pieces. Resolves when there is room for the next, or nobody to read it; others have their turn in between. */
  write(pieces: Iterable<string>): Promise<void>;
  end(line: string): void;
};

/** Begins the answer; to HEAD there is no more of it. */
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
      // Between two lines nothing is worked on here: most lines are short, and wait for nobody.
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

/** All that was written is on its way before the next line is known. */
function compressed(res: Response): Writable {
  const gzip = createGzip({ level: constants.Z_BEST_SPEED, flush: constants.Z_SYNC_FLUSH });
  gzip.pipe(res);
  whenOver(res, () => gzip.destroy());
  return gzip;
}
