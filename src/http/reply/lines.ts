/** Answers of lines that reach the reader one by one, through gateways too: unbuffered, and flushed where compressed. */

import type { Writable } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { acceptsCoding } from '../request/negotiation.ts';
import { readerHold } from './held-bytes.ts';
import { drainedOrClosed } from './replies.ts';
import { addHeader, headersOf } from './reply-headers.ts';

export type Lines = {
  /** Resolves when there is room for the next, or nobody to read it. */
  write(line: string): Promise<void>;
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
  // Whoever gathers the lines has them all until the end.
  const hold = readerHold(res);
  return {
    async write(line) {
      hold(line.length);
      if (!out.write(line)) await drainedOrClosed(out, res);
    },
    end: (line) => void out.end(line),
  };
}

/** All that was written is on its way before the next line is known. */
function compressed(res: Response): Writable {
  const gzip = createGzip({ level: constants.Z_BEST_SPEED, flush: constants.Z_SYNC_FLUSH });
  gzip.pipe(res);
  res.once('close', () => gzip.destroy());
  return gzip;
}
