/** The body of a partner's answer: no longer than allowed, unpacked, and read in the charset it is in. */

import { constants, createGunzip, gunzipSync } from 'node:zlib';

/** `isCut`: it is longer than what is read, packed or unpacked, and only its beginning is here. */
export type BodyRead = {
  bytes: Buffer;
  isCut: boolean;
  /** Frees the memory of the bytes at once: a long body is not held until garbage is collected. */
  free(): void;
};

export type TakeRoom = () => Promise<boolean>;

export type BodyReader = {
  /** Answers whether more is wanted. */
  take(chunk: Buffer): boolean;
  /** How many bytes were taken, as they came. */
  size(): number;
  /**
   * What was taken, unpacked; undefined where there is no room for it.
   *
   * @param takeRoom answers whether there is room for a long body; it is called before one is unpacked
   * @throws what `node:zlib` throws of a body that is not packed as it should be
   */
  read(takeRoom: TakeRoom): Unpacked;
};

/** The content coding that is asked for. */
export const ACCEPTED_CODING = 'gzip';

/** Packed; to unpack 5 MB at once can hold up everybody else for 30 ms. */
const MOST_AT_ONCE_BYTES = 32 * 1024;
/** What is so much packed may be a thousand times as much unpacked. */
const MOST_UNPACKED_AT_ONCE_BYTES = 512 * 1024;
/** Unpacked; with the 16 kB that are usual, a stream takes nearly twice the processor time. */
const STREAM_CHUNK_BYTES = 64 * 1024;
/** Pieces in which a body may come: 5 MB in packets of a network are 4,000. */
const MOST_CHUNKS = 100_000;
const LEAST_ROOM_BYTES = 16 * 1024;
const MOST_ANNOUNCED_BYTES = 256 * 1024;

/**
 * Reads at most `mostBytes` of a body in that content coding; undefined for a coding that was not asked for.
 *
 * @param announced the length that the partner says it has, where it does
 */
export function bodyReader(coding: string, mostBytes: number, announced: string | undefined): BodyReader | undefined {
  const unpack = unpackerFor(coding.trim().toLowerCase());
  if (unpack === undefined) return undefined;
  const received = growingBytes(mostBytes, Number(announced) || 0);
  let chunks = 0;

  return {
    take(chunk) {
      chunks++;
      return received.add(chunk) && chunks < MOST_CHUNKS;
    },
    size: received.size,
    read(takeRoom) {
      const body = received.read();
      if (body.bytes.length === 0) return body;
      return unpack({ ...body, isCut: body.isCut || chunks >= MOST_CHUNKS }, mostBytes, takeRoom);
    },
  };
}

const NOTHING = Buffer.alloc(0);

/** Bytes that come in pieces, in one buffer; what goes beyond the most is left out. */
function growingBytes(mostBytes: number, announcedBytes = 0) {
  let room: Buffer = NOTHING;
  /** What the room is in; undefined while it is the first piece, whose memory is not ours. */
  let own: ArrayBuffer | undefined;
  let size = 0;
  let isCut = false;

  function grow(needed: number): void {
    // Nobody gets much room for a word alone.
    const isAnnounced = needed <= announcedBytes && announcedBytes <= MOST_ANNOUNCED_BYTES;
    const wanted = isAnnounced ? announcedBytes : Math.max(LEAST_ROOM_BYTES, 2 * needed);
    const roomBytes = Math.min(mostBytes, wanted);
    const first = own === undefined ? room : NOTHING;
    // The memory of the room before is freed with it.
    own = own?.transfer(roomBytes) ?? new ArrayBuffer(roomBytes);
    room = Buffer.from(own);
    first.copy(room);
  }

  return {
    /** Answers whether there was room for all of it. */
    add(chunk: Buffer): boolean {
      const taken = Math.min(chunk.length, mostBytes - size);
      if (size === 0 && taken === chunk.length) {
        // Most answers come in one piece; to copy it would cost half as much as the whole request.
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
    /** To be called once: from then on whoever reads it alone holds it. */
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

/** At once where it is little, which takes half the processor time of a stream, and of undici's own unpacking. */
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

/** Holds up nobody, and gives the beginning of what is too long or was cut. */
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
  // A thread of zlib may be at work on them otherwise.
  if (isWhole) packed.free();
  const body = unpacked.read();
  return { ...body, isCut: packed.isCut || body.isCut };
}

const CHARSET = /;\s*charset\s*=\s*"?(?<charset>[^\s;"]+)/i;

/** Decoded in one go; of bytes that are none of the charset a megabyte takes up to sixteen milliseconds. */
const DECODED_AT_ONCE_BYTES = 256 * 1024;

/** The text with which a body begins: in the charset that its content type names, where that is known, else in UTF-8. */
export function beginningOf(bytes: Buffer, contentType: string | undefined): string {
  return decoderOf(contentType).decode(bytes.subarray(0, DECODED_AT_ONCE_BYTES));
}

/** A long body, in UTF-8 whatever it came in, step by step. */
export function* inUtf8(bytes: Buffer, contentType: string | undefined): Generator<undefined, Buffer> {
  const { encoding } = decoderOf(contentType);
  if (encoding === UTF_8.encoding) return bytes;
  // A decoder of its own, as it holds what has come of a sign.
  const decoder = new TextDecoder(encoding);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += DECODED_AT_ONCE_BYTES) {
    yield;
    parts.push(Buffer.from(decoder.decode(bytes.subarray(at, at + DECODED_AT_ONCE_BYTES), { stream: true })));
  }
  parts.push(Buffer.from(decoder.decode()));
  return Buffer.concat(parts);
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
