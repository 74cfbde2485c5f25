/** Reads the body of a partner's answer: limits its length, unpacks it and decodes its charset. */

import { constants, createGunzip, gunzipSync } from 'node:zlib';

/** `isCut`: the body is longer than the limit, packed or unpacked, and only its beginning is here. */
export type BodyRead = {
  bytes: Buffer;
  isCut: boolean;
  /** Frees the memory of the bytes at once, because a long body should not wait for the garbage collector. */
  free(): void;
};

export type TakeRoom = () => Promise<boolean>;

export type BodyReader = {
  /** Adds a chunk; returns whether more is wanted. */
  take(chunk: Buffer): boolean;
  /** How many bytes were added, as they arrived. */
  size(): number;
  /**
   * Returns the unpacked body; undefined if there is no room for it.
   *
   * @param takeRoom returns whether there is room for a long body; called before one is unpacked
   * @throws the error of `node:zlib` for a body that is not packed correctly
   */
  read(takeRoom: TakeRoom): Unpacked;
};

/** The content coding that is requested. */
export const ACCEPTED_CODING = 'gzip';

/** Up to this packed size, a body is unpacked at once; 5 MB could block all other work for 30 ms. */
const MOST_AT_ONCE_BYTES = 32 * 1024;
/** Up to this unpacked size, a body is unpacked at once: packed ones may become a thousand times as long. */
const MOST_UNPACKED_AT_ONCE_BYTES = 512 * 1024;
/** The chunks of unpacked bytes; with the usual 16 kB, a stream takes nearly twice the processor time. */
const STREAM_CHUNK_BYTES = 64 * 1024;
/** Each chunk takes a microsecond, however short it is: behind the first ones, bodies in shorter chunks are cut. */
const FREE_CHUNKS = 500;
const LEAST_MEAN_CHUNK_BYTES = 16;
const LEAST_ROOM_BYTES = 16 * 1024;
const MOST_ANNOUNCED_BYTES = 256 * 1024;

/**
 * Returns a reader of at most `mostBytes` of a body in the content coding; undefined for a coding that was not
 * requested.
 *
 * @param announced the length that the partner states, if it does
 */
export function bodyReader(coding: string, mostBytes: number, announced: string | undefined): BodyReader | undefined {
  const unpack = unpackerFor(coding.trim().toLowerCase());
  if (unpack === undefined) return undefined;
  const received = growingBytes(mostBytes, Number(announced) || 0);
  let chunks = 0;
  const isTooFine = () => chunks > FREE_CHUNKS && received.size() < chunks * LEAST_MEAN_CHUNK_BYTES;

  return {
    take(chunk) {
      chunks++;
      return received.add(chunk) && !isTooFine();
    },
    size: received.size,
    read(takeRoom) {
      const body = received.read();
      if (body.bytes.length === 0) return body;
      return unpack({ ...body, isCut: body.isCut || isTooFine() }, mostBytes, takeRoom);
    },
  };
}

const NOTHING = Buffer.alloc(0);

/** Collects chunks in one buffer; bytes beyond the limit are dropped. */
function growingBytes(mostBytes: number, announcedBytes = 0) {
  let room: Buffer = NOTHING;
  /** The memory of the buffer; undefined while the buffer is the first chunk, whose memory belongs to undici. */
  let own: ArrayBuffer | undefined;
  let size = 0;
  let isCut = false;

  function grow(needed: number): void {
    // An announced length alone gets no large buffer.
    const isAnnounced = needed <= announcedBytes && announcedBytes <= MOST_ANNOUNCED_BYTES;
    const wanted = isAnnounced ? announcedBytes : Math.max(LEAST_ROOM_BYTES, 2 * needed);
    const roomBytes = Math.min(mostBytes, wanted);
    const first = own === undefined ? room : NOTHING;
    // The transfer frees the memory of the old buffer.
    own = own?.transfer(roomBytes) ?? new ArrayBuffer(roomBytes);
    room = Buffer.from(own);
    first.copy(room);
  }

  return {
    /** Adds a chunk; returns whether all of it had room. */
    add(chunk: Buffer): boolean {
      const taken = Math.min(chunk.length, mostBytes - size);
      if (size === 0 && taken === chunk.length) {
        // Most answers arrive in one chunk; copying it would take half as long as the whole request.
        room = chunk;
      } else if (taken > 0) {
        if (size + taken > room.length) grow(size + taken);
        chunk.copy(room, size, 0, taken);
      }
      size += taken;
      isCut ||= taken < chunk.length;
      return !isCut;
    },
    size: () => size,
    /** Returns the bytes, which then belong to the caller alone. To be called once. */
    read(): BodyRead {
      const bytes = room.subarray(0, size);
      const held = own;
      room = NOTHING;
      return { bytes, isCut, free: () => void (held?.detached === false && held.transfer(0)) };
    },
  };
}

type Unpacked = BodyRead | Promise<BodyRead | undefined>;
type Unpack = (packed: BodyRead, mostBytes: number, takeRoom: TakeRoom) => Unpacked;

function unpackerFor(coding: string): Unpack | undefined {
  if (coding === '' || coding === 'identity') return (body) => body;
  return coding === 'gzip' || coding === 'x-gzip' ? unpackGzip : undefined;
}

/** Unpacks small bodies at once, which takes half the processor time of a stream or of undici's own unpacking. */
function unpackGzip(packed: BodyRead, mostBytes: number, takeRoom: TakeRoom): Unpacked {
  if (packed.isCut || packed.bytes.length > MOST_AT_ONCE_BYTES) return unpackStreamed(packed, mostBytes, takeRoom);
  try {
    const bytes = gunzipSync(packed.bytes, { maxOutputLength: Math.min(mostBytes, MOST_UNPACKED_AT_ONCE_BYTES) });
    return { bytes, isCut: false, free: () => {} };
  } catch (error) {
    if (error instanceof RangeError) return unpackStreamed(packed, mostBytes, takeRoom);
    throw error;
  }
}

/** Unpacks a body in a stream, so that other work can run; returns the beginning of one that is too long or was cut. */
async function unpackStreamed(packed: BodyRead, mostBytes: number, takeRoom: TakeRoom): Promise<BodyRead | undefined> {
  if (!(await takeRoom())) return undefined;
  const finishFlush = packed.isCut ? constants.Z_SYNC_FLUSH : constants.Z_FINISH;
  const gunzip = createGunzip({ finishFlush, chunkSize: STREAM_CHUNK_BYTES });
  gunzip.end(packed.bytes);
  const unpacked = growingBytes(mostBytes);
  let isWhole = true;
  for await (const chunk of gunzip) {
    isWhole = unpacked.add(chunk);
    if (!isWhole) break;
  }
  // Otherwise a thread of zlib may still be using them.
  if (isWhole) packed.free();
  const body = unpacked.read();
  return { ...body, isCut: packed.isCut || body.isCut };
}

const CHARSET = /;\s*charset\s*=\s*"?(?<charset>[^\s;"]+)/i;

/** How much is decoded at once; a megabyte with bytes outside the charset takes up to 16 ms. */
const DECODED_AT_ONCE_BYTES = 256 * 1024;

/** Returns the beginning of a body as text: in the charset of its content type if that is known, else in UTF-8. */
export function beginningOf(bytes: Buffer, contentType: string | undefined): string {
  return decoderOf(contentType).decode(bytes.subarray(0, DECODED_AT_ONCE_BYTES));
}

/** How many bytes of UTF-8 a byte of another charset may become: that of the euro sign in windows-1252 becomes three. */
const MOST_UTF_8_BYTES = 3;
/** What may come at the end, for a character that is not complete. */
const END_BYTES = 16;

/** How many bytes a body takes while it is converted to UTF-8; undefined for one that is in UTF-8. */
export function conversionBytes({ length }: Buffer, contentType: string | undefined): number | undefined {
  return decoderOf(contentType).encoding === UTF_8.encoding ? undefined : MOST_UTF_8_BYTES * length + END_BYTES;
}

/** Converts a long body from its charset to UTF-8, step by step. */
export function* inUtf8({ bytes, isCut }: BodyRead, contentType: string | undefined): Generator<undefined, BodyRead> {
  const mostBytes = conversionBytes(bytes, contentType);
  if (mostBytes === undefined) return { bytes, isCut, free: () => {} };
  // A new decoder, because it holds the bytes of a character that is not complete.
  const decoder = new TextDecoder(decoderOf(contentType).encoding);
  // The system gives memory to what is written alone.
  const own = new ArrayBuffer(mostBytes);
  const room = Buffer.from(own);
  let size = 0;
  for (let at = 0; at < bytes.length; at += DECODED_AT_ONCE_BYTES) {
    yield;
    size += room.write(decoder.decode(bytes.subarray(at, at + DECODED_AT_ONCE_BYTES), { stream: true }), size);
  }
  size += room.write(decoder.decode(), size);
  return { bytes: room.subarray(0, size), isCut, free: () => void own.transfer(0) };
}

const UTF_8 = new TextDecoder();

function decoderOf(contentType: string | undefined): TextDecoder {
  const charset = CHARSET.exec(contentType ?? '')?.groups?.charset;
  if (charset === undefined) return UTF_8;
  try {
    return new TextDecoder(charset);
  } catch {
    return UTF_8;
  }
}
