/** The body of a partner's answer: no longer than allowed, unpacked, and read in the charset it is in. */

import { constants, createGunzip, gunzipSync } from 'node:zlib';

/** `isCut`: it is longer than what is read, packed or unpacked, and only its beginning is here. */
export type ReadBody = { bytes: Buffer; isCut: boolean };

export type BodyReader = {
  /** Answers whether more is wanted. */
  take(chunk: Buffer): boolean;
  /**
   * What was taken, unpacked.
   *
   * @throws what `node:zlib` throws of a body that is not packed as it should be
   */
  read(): Promise<ReadBody>;
};

/** The content coding that is asked for. */
export const ACCEPTED_CODING = 'gzip';

/** Packed; to unpack 5 MB at once can hold up everybody else for 30 ms. */
const MOST_AT_ONCE_BYTES = 32 * 1024;
/** Unpacked; with the 16 kB that are usual, a stream takes nearly twice the processor time. */
const STREAM_CHUNK_BYTES = 64 * 1024;

/** Reads at most `mostBytes` of a body in that content coding; undefined for a coding that was not asked for. */
export function bodyReader(coding: string, mostBytes: number): BodyReader | undefined {
  const unpack = unpackerFor(coding.trim().toLowerCase());
  if (unpack === undefined) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;

  return {
    take(chunk) {
      chunks.push(chunk);
      size += chunk.length;
      return size <= mostBytes;
    },
    async read() {
      const received = { bytes: joined(chunks).subarray(0, mostBytes), isCut: size > mostBytes };
      return size === 0 ? received : unpack(received, mostBytes);
    },
  };
}

/** Most answers come in one chunk; to copy it would cost half as much as the whole request. */
function joined(chunks: readonly Buffer[]): Buffer {
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
}

type Unpack = (packed: ReadBody, mostBytes: number) => ReadBody | Promise<ReadBody>;

function unpackerFor(coding: string): Unpack | undefined {
  if (coding === '' || coding === 'identity') return (body) => body;
  return coding === 'gzip' || coding === 'x-gzip' ? unpackGzip : undefined;
}

/** At once where it is little, which takes half the processor time of a stream, and of undici's own unpacking. */
function unpackGzip(packed: ReadBody, mostBytes: number): ReadBody | Promise<ReadBody> {
  if (packed.isCut || packed.bytes.length > MOST_AT_ONCE_BYTES) return unpackStreamed(packed, mostBytes);
  try {
    return { bytes: gunzipSync(packed.bytes, { maxOutputLength: mostBytes }), isCut: false };
  } catch (error) {
    if (error instanceof RangeError) return unpackStreamed(packed, mostBytes);
    throw error;
  }
}

/** Holds up nobody, and gives the beginning of what is too long or was cut. */
async function unpackStreamed(packed: ReadBody, mostBytes: number): Promise<ReadBody> {
  const finishFlush = packed.isCut ? constants.Z_SYNC_FLUSH : constants.Z_FINISH;
  const gunzip = createGunzip({ finishFlush, chunkSize: STREAM_CHUNK_BYTES });
  gunzip.end(packed.bytes);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of gunzip) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > mostBytes) break;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, mostBytes), isCut: packed.isCut || size > mostBytes };
}

const CHARSET = /;\s*charset\s*=\s*"?(?<charset>[^\s;"]+)/i;

/** The text of a body: in the charset that its content type names, where that is known, else in UTF-8. */
export function decodeBody(bytes: Buffer, contentType: string | undefined): string {
  return decoderFor(CHARSET.exec(contentType ?? '')?.groups?.charset).decode(bytes);
}

const UTF_8 = new TextDecoder();

function decoderFor(charset: string | undefined): TextDecoder {
  if (charset === undefined) return UTF_8;
  try {
    return new TextDecoder(charset);
  } catch {
    return UTF_8;
  }
}
