/** How answers leave: JSON as bytes, small ones whole, large ones in portions that leave room for other requests. */

import type { Writable } from 'node:stream';
import { constants, createGzip, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { meanBytes } from '../../domain/mean-bytes.ts';
import { type Slices, sliced, slicedInTurn } from '../../lib/slices.ts';
import { acceptsCoding } from '../request/negotiation.ts';
import { localsOf } from '../request/reply-locals.ts';
import { drained, isOver, whenOver } from './reader.ts';
import { addHeader, headersOf } from './reply-headers.ts';

/** A record in pieces that follow each other. */
type Pieces = readonly Uint8Array[];

/** Records of an answer, put together as they are read. */
export type RecordSource = { readonly total: number; read(from: number, to: number): Promise<Pieces[]> };

/** Without a charset (rdp-protocol 1.1). */
const JSON_TYPE = 'application/json';
const RECORDS_PER_SLICE = 64;
const RECORDS_PER_PORTION = 16;
/** An answer below this goes out in one piece, with its length; a larger one in portions. */
const WHOLE_BYTES = 256 * 1024;
/**
 * An answer up to this size is read to its end before its first byte goes out, so that an import in between can let it
 * be asked anew. Most of what is held is shared with the cache of records.
 */
const MOST_HELD_BYTES = 48 * 1024 * 1024;
/** Beyond this, to copy a body costs more than a second piece. */
const MOST_BYTES_AS_TEXT = 1024;
const WORTH_COMPRESSING_BYTES = 2048;
const recordBytes = meanBytes(4096);
const COMMA = ','.charCodeAt(0);
const NOTHING = new Uint8Array();

/** Names the type of the JSON that will be answered; `application/json` when it is not named. */
export function setJsonType(res: Response, type: string): void {
  localsOf(res).jsonType = type;
}

function jsonTypeOf(res: Response): string {
  return localsOf(res).jsonType ?? JSON_TYPE;
}

/** Lets any answer but an error be 304: the caller has it already. */
export function answerUnchanged(res: Response): void {
  localsOf(res).isUnchanged = true;
}

function endIfUnchanged(res: Response): boolean {
  if (localsOf(res).isUnchanged !== true) return false;
  endWith(res, 304);
  return true;
}

/** Ends a reply with these bytes. For HEAD, Node leaves the bytes out and the length in. */
export function endWith(res: Response, status: number, contentType?: string, body: Uint8Array = NOTHING): void {
  writeHead(res, status, contentType, body.length);
  endWithBody(res, body);
}

/**
 * A small body goes out as text of one byte a character, which Node puts behind the head as one piece; bytes would be a second
 * one.
 *
 * @param whenOut called when the body is needed no more; not when the connection breaks before
 */
function endWithBody(res: Response, body: Uint8Array, whenOut?: () => void): void {
  if (body.length > MOST_BYTES_AS_TEXT) {
    res.end(body, whenOut);
    return;
  }
  res.end(Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1'), 'latin1');
  whenOut?.();
}

function writeHead(res: Response, status: number, contentType: string | undefined, lengthBytes: number): void {
  const headers = headersOf(res);
  if (contentType !== undefined) headers.push('Content-Type', contentType);
  if (status !== 304 && status !== 204) headers.push('Content-Length', String(lengthBytes));
  res.writeHead(status, headers);
}

/** Values that are answered again and again, such as statistics, are written once. */
const written = new WeakMap<object, Uint8Array>();

/** Answers 200 with a JSON value, which must not change afterwards. */
export function replyWithJson(req: Request, res: Response, value: object): Promise<void> {
  const bytes = written.get(value) ?? Buffer.from(JSON.stringify(value));
  written.set(value, bytes);
  return replyWithBytes(req, res, [bytes]);
}

/** Answers 200 with JSON that stands ready in pieces. */
export async function replyWithBytes(req: Request, res: Response, pieces: Pieces): Promise<void> {
  if (endIfUnchanged(res)) return;
  const [only] = pieces;
  if (pieces.length === 1 && only !== undefined) return replyWithBody(req, res, only);
  return replyWithJoined(req, res, '', [pieces], '');
}

/** @param whenOut called when the body is needed no more; not when the connection breaks before */
async function replyWithBody(req: Request, res: Response, body: Uint8Array, whenOut?: () => void): Promise<void> {
  if (body.length < WORTH_COMPRESSING_BYTES || !acceptsCoding(req, 'gzip')) {
    writeHead(res, 200, jsonTypeOf(res), body.length);
    endWithBody(res, body, whenOut);
    return;
  }
  const compressed = await gzipped(body);
  whenOut?.();
  addHeader(res, 'Content-Encoding', 'gzip');
  endWith(res, 200, jsonTypeOf(res), compressed);
}

/** Answers with records put together in a buffer that is used again when the body is out. */
async function replyWithJoined(req: Request, res: Response, before: string, records: readonly Pieces[], after: string) {
  const buffer = takeBuffer(joinedLength(before, records, after));
  await replyWithBody(req, res, join(buffer, before, records, after), () => giveBack(buffer));
}

/**
 * Answers 200 with `before`, the records joined by commas, and `after`. It stops when nobody reads any more.
 *
 * @throws `too-much-unread` for a large answer, and whatever `records.read` throws: before anything was sent, unless the answer is larger than what is held
 */
export async function replyWithRecords(
  req: Request,
  res: Response,
  records: RecordSource,
  frame: { before: string; after: (written: number) => string },
): Promise<void> {
  if (endIfUnchanged(res)) return;
  const { held, heldBytes, next } = await hold(records, res);
  if (isOver(res)) return;
  if (next >= records.total && heldBytes < WHOLE_BYTES) {
    return replyWithJoined(req, res, frame.before, held, frame.after(held.length));
  }
  const out = openStream(req, res);
  const slices = sliced();
  let written = 0;
  for await (const portion of portions(held, records, next)) {
    await writePortion(out, res, { before: written === 0 ? frame.before : ',', records: portion, slices });
    if (isOver(res)) return;
    written += portion.length;
  }
  out.end(frame.after(written));
}

/**
 * Reads records until there are no more or enough are held; others have their turn in between.
 *
 * @throws `too-much-unread` before anything is read
 */
async function hold(
  records: RecordSource,
  res: Response,
): Promise<{ held: Pieces[]; heldBytes: number; next: number }> {
  const { memory } = localsOf(res);
  const expectedBytes = Math.min(recordBytes.of(records.total), MOST_HELD_BYTES);
  memory?.reserve(records.total, expectedBytes);
  const held: Pieces[] = [];
  let heldBytes = 0;
  let next = 0;
  try {
    const slices = expectedBytes < WHOLE_BYTES ? sliced() : await slicedInTurn();
    while (next < records.total && heldBytes < MOST_HELD_BYTES && !isOver(res)) {
      for (const record of await records.read(next, next + RECORDS_PER_SLICE)) {
        held.push(record);
        for (const piece of record) heldBytes += piece.length;
      }
      next += RECORDS_PER_SLICE;
      const pause = slices.next();
      if (pause !== undefined) await pause;
    }
    memory?.reserve(0, heldBytes - expectedBytes);
  } catch (error) {
    // It is asked anew.
    memory?.reserve(-records.total, -expectedBytes);
    throw error;
  }
  recordBytes.learn(held.length, heldBytes);
  return { held, heldBytes, next };
}

/** What is held, then the rest as it is read, in portions of at most a slice. */
async function* portions(held: readonly Pieces[], records: RecordSource, next: number): AsyncGenerator<Pieces[]> {
  for (let from = 0; from < held.length; from += RECORDS_PER_PORTION) {
    yield held.slice(from, from + RECORDS_PER_PORTION);
  }
  for (let from = next; from < records.total; from += RECORDS_PER_SLICE) {
    const slice = await records.read(from, from + RECORDS_PER_SLICE);
    if (slice.length > 0) yield slice;
  }
}

function joinedLength(before: string, records: readonly Pieces[], after: string): number {
  let length = before.length + after.length + Math.max(0, records.length - 1);
  for (const record of records) for (const piece of record) length += piece.length;
  return length;
}

/** Joins the records by commas at the beginning of the buffer; `before` and `after` are ASCII. */
function join(buffer: Buffer, before: string, records: readonly Pieces[], after: string): Buffer {
  let at = buffer.write(before, 0, 'latin1');
  for (const [index, record] of records.entries()) {
    if (index > 0) buffer[at++] = COMMA;
    for (const piece of record) {
      buffer.set(piece, at);
      at += piece.length;
    }
  }
  at += buffer.write(after, at, 'latin1');
  return buffer.subarray(0, at);
}

function openStream(req: Request, res: Response): Writable {
  addHeader(res, 'Content-Type', jsonTypeOf(res));
  const compresses = acceptsCoding(req, 'gzip');
  if (compresses) addHeader(res, 'Content-Encoding', 'gzip');
  res.writeHead(200, headersOf(res));
  if (!compresses) return res;
  const compress = createGzip({ level: constants.Z_BEST_SPEED });
  compress.pipe(res);
  whenOver(res, () => compress.destroy());
  return compress;
}

type Portion = { before: string; records: readonly Pieces[]; slices: Slices };

/** Writes, then waits until the reader has taken it and other requests have had their turn. */
async function writePortion(out: Writable, res: Response, { before, records, slices }: Portion): Promise<void> {
  const buffer = takeBuffer(joinedLength(before, records, ''));
  const hasRoom = out.write(join(buffer, before, records, ''), () => giveBack(buffer));
  if (!hasRoom) await drained(out, res);
  // A reader as fast as we are leaves room at once: without this the whole answer would go out in one turn.
  await slices.next();
}

function gzipped(body: Uint8Array): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    gzip(body, { level: constants.Z_BEST_SPEED }, (error, result) => (error ? reject(error) : resolve(result)));
  });
}

/** Bodies larger than the last size get a buffer of their own. */
const SIZES_BYTES = [16 * 1024, 64 * 1024, 256 * 1024, 1024 * 1024];
const MOST_POOLED_OF_A_SIZE = 8;

const pool = new Map<number, Buffer[]>(SIZES_BYTES.map((size) => [size, []]));

/** A buffer of at least this length; what it holds is arbitrary. */
function takeBuffer(lengthBytes: number): Buffer {
  const size = SIZES_BYTES.find((candidate) => candidate >= lengthBytes);
  if (size === undefined) return Buffer.allocUnsafeSlow(lengthBytes);
  return pool.get(size)?.pop() ?? Buffer.allocUnsafeSlow(size);
}

/** Gives a buffer back, when nothing will read it any more. */
function giveBack(buffer: Buffer): void {
  const others = pool.get(buffer.length);
  if (others !== undefined && others.length < MOST_POOLED_OF_A_SIZE) others.push(buffer);
}
