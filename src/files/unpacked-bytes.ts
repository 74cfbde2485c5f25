/** Unpacks gzipped files while they are read. The first bytes show whether a file is gzipped, not its name. */

import { pipeline } from 'node:stream';
import { createGunzip, type Gunzip } from 'node:zlib';
import { UnreadableFile } from '../domain/unreadable-file.ts';

export type UnpackLimits = {
  mostUnpackedBytes: number;
  /** A file may unpack to this many times its packed size; `harmlessBytes` are always allowed. */
  mostExpansion: number;
  harmlessBytes: number;
};

const CHUNK_BYTES = 64 * 1024;

/** The first bytes of a gzip file. */
export const GZIP = [0x1f, 0x8b];

/** The first bytes of other archives; plain text begins with none of these. */
const OTHER_ARCHIVES: readonly (readonly [readonly number[], string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'a zip archive'],
  [[0x42, 0x5a, 0x68], 'packed with bzip2'],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], 'packed with xz'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'packed with zstd'],
];
const LONGEST_MAGIC = Math.max(...OTHER_ARCHIVES.map(([magic]) => magic.length));

/**
 * Yields the content of a file: its own bytes, or, if it is gzipped, the unpacked bytes of all its members.
 *
 * @throws UnreadableFile while it is read
 */
export async function* unpacked(
  packed: AsyncGenerator<Uint8Array>,
  { mostUnpackedBytes, mostExpansion, harmlessBytes }: UnpackLimits,
): AsyncGenerator<Uint8Array> {
  let packedBytes = 0;
  let unpackedBytes = 0;
  const begin = await beginOf(packed);
  const archive = OTHER_ARCHIVES.find(([magic]) => beginsWith(begin, magic))?.[1];
  if (archive !== undefined) throw new UnreadableFile(`is ${archive}; plain text and gzip can be read`);

  async function* counted(): AsyncGenerator<Uint8Array> {
    packedBytes += begin.length;
    yield begin;
    for await (const chunk of packed) {
      packedBytes += chunk.length;
      yield chunk;
    }
  }

  const content = beginsWith(begin, GZIP) ? gunzipped(counted(), () => packedBytes) : counted();
  for await (const chunk of content) {
    unpackedBytes += chunk.length;
    const most = Math.min(mostUnpackedBytes, Math.max(harmlessBytes, packedBytes * mostExpansion));
    if (unpackedBytes > most) {
      throw new UnreadableFile(`unpacks to more than ${most.toLocaleString('en')} bytes, and no more are read of it`);
    }
    yield chunk;
  }
}

async function* gunzipped(packed: AsyncGenerator<Uint8Array>, packedBytes: () => number): AsyncGenerator<Uint8Array> {
  const gunzip: Gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  // The callback is empty because `gunzip` throws all errors of the pipeline when it is read.
  pipeline(packed, gunzip, () => {});
  try {
    yield* gunzip;
  } catch (error) {
    if (!/^Z_/.test(String((error as NodeJS.ErrnoException).code))) throw error;
    throw new UnreadableFile('begins as a gzip file, but cannot be unpacked: it is damaged or cut short');
  }
  // `gunzip` ignores members that follow padding with zeros, without an error.
  if (gunzip.bytesWritten !== packedBytes()) {
    throw new UnreadableFile('goes on behind the end of what is packed in it: it is damaged');
  }
}

/** Reads the first chunks until there are enough bytes to recognise the format. */
async function beginOf(chunks: AsyncGenerator<Uint8Array>): Promise<Uint8Array> {
  let begin = Buffer.alloc(0);
  while (begin.length < LONGEST_MAGIC) {
    const { value, done } = await chunks.next();
    if (done) break;
    begin = Buffer.concat([begin, value]);
  }
  return begin;
}

export function beginsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}
