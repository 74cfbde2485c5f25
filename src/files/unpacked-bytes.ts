/** Files that may be packed with gzip, which their first bytes show and not their name; unpacked as they come. */

import { pipeline } from 'node:stream';
import { createGunzip, type Gunzip } from 'node:zlib';
import { UnreadableFile } from '../domain/unreadable-file.ts';

export type UnpackLimits = {
  mostUnpackedBytes: number;
  /** So many times its packed length a file may have, unless it has no more than that which does no harm. */
  mostExpansion: number;
  harmlessBytes: number;
};

const CHUNK_BYTES = 64 * 1024;

/** What begins a gzip file. */
export const GZIP = [0x1f, 0x8b];

/** What else files are packed as; plain text begins with none of these. */
const OTHER_ARCHIVES: readonly (readonly [readonly number[], string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'a zip archive'],
  [[0x42, 0x5a, 0x68], 'packed with bzip2'],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], 'packed with xz'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'packed with zstd'],
];
const LONGEST_MAGIC = Math.max(...OTHER_ARCHIVES.map(([magic]) => magic.length));

/**
 * The content of a file: what it is, or, when it is packed with gzip, what it unpacks to, member after member.
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
  // What goes wrong before it, or in it, is thrown by it.
  pipeline(packed, gunzip, () => {});
  try {
    yield* gunzip;
  } catch (error) {
    if (!/^Z_/.test(String((error as NodeJS.ErrnoException).code))) throw error;
    throw new UnreadableFile('begins as a gzip file, but cannot be unpacked: it is damaged or cut short');
  }
  // Behind zeros it leaves out further members without a word.
  if (gunzip.bytesWritten !== packedBytes()) {
    throw new UnreadableFile('goes on behind the end of what is packed in it: it is damaged');
  }
}

/** The first piece, made long enough to recognise what the file is. */
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
