/** Sends JSON bytes: small responses in one piece, large ones in portions, so that other requests run in between. */

import type { Writable } from 'node:stream';
import { constants, createGzip, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { meanBytes } from '../../domain/mean-bytes.ts';
import { memoize } from '../../domain/memoize.ts';
import { type Slices, sliced, slicedInTurn } from '../../lib/slices.ts';
import { hasAlready } from '../request/entity-tags.ts';
import { acceptsCoding } from '../request/negotiation.ts';
import { localsOf } from '../request/reply-locals.ts';
import { drained, isOver, whenOver } from './reader.ts';
import { addHeader, addHeaders, headersOf } from './reply-headers.ts';

/** The bytes of a record, in pieces. */
type Pieces = readonly Uint8Array[];

/** The records of a response. Each is made when it is read. */
export type RecordSource = { readonly total: number; read(from: number, to: number): Promise<Pieces[]> };

/** The media type, without a charset (rdp-protocol 1.1). */
const JSON_TYPE = 'application/json';
const RECORDS_PER_SLICE = 64;
const RECORDS_PER_PORTION = 16;
/** A smaller response is sent in one piece, with its length; a larger one in portions. */
const WHOLE_BYTES = 256 * 1024;
/**
 * A response up to this size is read completely before its first byte is sent. If an import happens meanwhile, the
 * question can be asked again. Most of the bytes are shared with the cache of records.
 */
const MOST_HELD_BYTES = 48 * 1024 * 1024;
/** For longer bodies, copying costs more than a second piece. */
const MOST_BYTES_AS_TEXT = 1024;
const WORTH_COMPRESSING_BYTES = 2048;
const recordBytes = meanBytes(4096);
const COMMA = ','.charCodeAt(0);
const NOTHING = new Uint8Array();

/** Sets the media type of the JSON response; `application/json` if it is not set. */
export function setJsonType(res: Response, type: string): void {
  localsOf(res).jsonType = type;
}

function jsonTypeOf(res: Response): string {
  return localsOf(res).jsonType ?? JSON_TYPE;
}

/** Makes the response 304 unless it is an error, as the caller already has it. */
export function answerUnchanged(res: Response): void {
  localsOf(res).isUnchanged = true;
}

function endIfUnchanged(res: Response): boolean {
  if (localsOf(res).isUnchanged !== true) return false;
  endWith(res, 304);
  return true;
}

/** Ends a response with these bytes. For HEAD, Node leaves out the bytes but not the length. */
export function endWith(res: Response, status: number, contentType?: string, body: Uint8Array = NOTHING): void {
  writeHead(res, status, contentType, body.length);
  endWithBody(res, body);
}

/**
 * Sends the body. It sends a small one as text with one byte per character, which Node joins to the head as one piece.
 * Bytes would be a second piece.
 *
 * @param whenOut called when the body is no longer needed; not if the connection breaks before
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

/** The bytes of values that are sent again and again, such as statistics. */
const written = memoize((value: object): Uint8Array => Buffer.from(JSON.stringify(value)));

/** A body that is the same for all callers, and its entity tag. */
export type TaggedBody = { body: Uint8Array; tag: string };

/** Sends 200 with the body, or 304 to a caller who has it. Callers may cache it and must check it before each use. */
export async function replyWithTagged(req: Request, res: Response, type: string, tagged: TaggedBody): Promise<void> {
  addHeaders(res, ['Cache-Control', 'no-cache', 'ETag', tagged.tag]);
  setJsonType(res, type);
  if (hasAlready(req, tagged.tag)) answerUnchanged(res);
  await replyWithBytes(req, res, [tagged.body]);
}

/** Answers OPTIONS. @param allowed the allowed methods, in the notation of `Allow` */
export function replyWithMethods(res: Response, allowed: string): void {
  addHeader(res, 'Allow', allowed);
  endWith(res, 200);
}

/** Sends 200 with a JSON value, which must not change afterwards. */
export function replyWithJson(req: Request, res: Response, value: object): Promise<void> {
  return replyWithBytes(req, res, [written(value)]);
}

/** Sends 200 with JSON that is already written, in pieces. */
export async function replyWithBytes(req: Request, res: Response, pieces: Pieces): Promise<void> {
  if (endIfUnchanged(res)) return;
  const [only] = pieces;
  if (pieces.length === 1 && only !== undefined) return replyWithBody(req, res, only);
  return replyWithJoined(req, res, '', [pieces], '');
}

/**
 * Sends 200 with a body, compressed if that is worth it. @param whenOut called when the body is no longer needed; not
 * if the connection breaks before
 */
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

/** Sends 200 with records that are joined in a buffer, which is used again after the response. */
async function replyWithJoined(req: Request, res: Response, before: string, records: readonly Pieces[], after: string) {
  const buffer = takeBuffer(joinedLength(before, records, after));
  await replyWithBody(req, res, join(buffer, before, records, after), () => giveBack(buffer));
}

/**
 * Sends 200 with `before`, the records joined by commas, and `after`. It stops when the reader disconnects.
 *
 * @throws RegistryError `too-much-unread` for a large response, and the errors of `records.read`. It throws before it
 * sends anything, unless the response is larger than {@link MOST_HELD_BYTES}
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
 * Reads records until there are no more or enough are held; other requests run in between.
 *
 * @throws RegistryError `too-much-unread` before anything is read
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
    // The question is asked again, and reserves again.
    memory?.reserve(-records.total, -expectedBytes);
    throw error;
  }
  recordBytes.learn(held.length, heldBytes);
  return { held, heldBytes, next };
}

/** Yields the held records, then reads the others, in portions of at most a slice. */
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

/** Joins the records with commas at the start of the buffer; `before` and `after` are ASCII. */
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

/** Writes a portion, then waits until the reader has taken it and other requests have run. */
async function writePortion(out: Writable, res: Response, { before, records, slices }: Portion): Promise<void> {
  const buffer = takeBuffer(joinedLength(before, records, ''));
  const hasRoom = out.write(join(buffer, before, records, ''), () => giveBack(buffer));
  if (!hasRoom) await drained(out, res);
  // A fast reader makes room at once: without this pause, the whole response would be sent in one turn of the event loop.
  await slices.next();
}

function gzipped(body: Uint8Array): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    gzip(body, { level: constants.Z_BEST_SPEED }, (error, result) => (error ? reject(error) : resolve(result)));
  });
}

/** The sizes of pooled buffers; larger bodies get a buffer that is not pooled. */
const SIZES_BYTES = [16 * 1024, 64 * 1024, 256 * 1024, 1024 * 1024];
const MOST_POOLED_OF_A_SIZE = 8;

const pool = new Map<number, Buffer[]>(SIZES_BYTES.map((size) => [size, []]));

/** Returns a buffer of at least this length, with arbitrary content. */
function takeBuffer(lengthBytes: number): Buffer {
  const size = SIZES_BYTES.find((candidate) => candidate >= lengthBytes);
  if (size === undefined) return Buffer.allocUnsafeSlow(lengthBytes);
  return pool.get(size)?.pop() ?? Buffer.allocUnsafeSlow(size);
}

/** Returns a buffer to the pool when nothing reads it any more. */
function giveBack(buffer: Buffer): void {
  const others = pool.get(buffer.length);
  if (others !== undefined && others.length < MOST_POOLED_OF_A_SIZE) others.push(buffer);
}
