/** How answers leave: JSON as bytes, small ones whole, large ones in slices that leave room for other requests. */

import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { constants, createGzip, gzip } from 'node:zlib';
import type { Request, Response } from 'express';

/** A record in pieces that follow each other. */
type Pieces = readonly Uint8Array[];

/** Records of an answer, put together as they are read. */
export type RecordSource = { readonly total: number; read(from: number, to: number): Promise<Pieces[]> };

const RECORDS_PER_SLICE = 64;
/** An answer below this goes out whole, with its length; above, it is sent as it is put together. */
const WHOLE_BYTES = 256 * 1024;
const WORTH_COMPRESSING_BYTES = 2048;
const COMMA = Buffer.from(',');

/** Ends a reply with these bytes. For HEAD, Node leaves the bytes out and the length in. */
export function endWith(res: Response, status: number, contentType: string | undefined, body: Uint8Array): void {
  res.statusCode = status;
  if (contentType !== undefined) res.setHeader('Content-Type', contentType);
  res.setHeader('Content-Length', body.length);
  res.end(body);
}

/** Answers 200 with a JSON value. */
export function replyWithJson(req: Request, res: Response, value: unknown): Promise<void> {
  return replyWithBytes(req, res, [Buffer.from(JSON.stringify(value))]);
}

/** Answers 200 with JSON that stands ready in pieces. */
export async function replyWithBytes(req: Request, res: Response, pieces: Pieces): Promise<void> {
  const [only] = pieces;
  const body = pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces);
  if (body.length < WORTH_COMPRESSING_BYTES || !acceptsGzip(req)) {
    endWith(res, 200, jsonType(res), body);
    return;
  }
  const compressed = await gzipped(body);
  res.setHeader('Content-Encoding', 'gzip');
  endWith(res, 200, jsonType(res), compressed);
}

/** Answers 200 with `before`, the records joined by commas, and `after`. `signal` stops the work when nobody reads. */
export async function replyWithRecords(
  req: Request,
  res: Response,
  records: RecordSource,
  frame: { before: string; after: (written: number) => string },
): Promise<void> {
  const pending: Uint8Array[] = [Buffer.from(frame.before)];
  let pendingBytes = 0;
  let written = 0;
  let out: Writable | undefined;
  for (let from = 0; from < records.total; from += RECORDS_PER_SLICE) {
    for (const pieces of await records.read(from, from + RECORDS_PER_SLICE)) {
      if (written > 0) pending.push(COMMA);
      written += 1;
      for (const piece of pieces) {
        pending.push(piece);
        pendingBytes += piece.length;
      }
    }
    if (pendingBytes < WHOLE_BYTES) continue;
    out ??= openStream(req, res);
    await flush(out, res, pending);
    if (res.destroyed) return;
    pendingBytes = 0;
  }
  pending.push(Buffer.from(frame.after(written)));
  if (out === undefined) return replyWithBytes(req, res, pending);
  await flush(out, res, pending);
  out.end();
}

function openStream(req: Request, res: Response): Writable {
  res.statusCode = 200;
  res.setHeader('Content-Type', jsonType(res));
  if (!acceptsGzip(req)) return res;
  res.setHeader('Content-Encoding', 'gzip');
  const compress = createGzip({ level: constants.Z_BEST_SPEED });
  compress.pipe(res);
  res.once('close', () => compress.destroy());
  return compress;
}

/** Writes what is pending, then waits until the reader has taken it and others have had their turn. */
async function flush(out: Writable, res: Response, pending: Uint8Array[]): Promise<void> {
  const hasRoom = out.write(Buffer.concat(pending));
  pending.length = 0;
  if (hasRoom) await nextTurn();
  else await drainedOrClosed(out, res);
}

async function drainedOrClosed(out: Writable, res: Response): Promise<void> {
  const stop = new AbortController();
  const { signal } = stop;
  try {
    await Promise.race([once(out, 'drain', { signal }), once(res, 'close', { signal })]);
  } finally {
    stop.abort();
  }
}

function acceptsGzip(req: Request): boolean {
  const accepted = req.headers['accept-encoding'];
  return typeof accepted === 'string' && /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\b)/i.test(accepted);
}

function gzipped(body: Uint8Array): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    gzip(body, { level: constants.Z_BEST_SPEED }, (error, result) => (error ? reject(error) : resolve(result)));
  });
}

/** `application/json`, without a charset (contract 1.1), unless the route has set a more special type. */
function jsonType(res: Response): string {
  return (res.getHeader('Content-Type') as string | undefined) ?? 'application/json';
}
