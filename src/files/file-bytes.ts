/**
 * The bytes of files: read once from a file that does not change meanwhile, unpacked where they are gzipped, collected
 * up to a limit. The first bytes show whether a file is gzipped, not its name.
 */

import type { Stats } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip, type Gunzip } from 'node:zlib';
import { insteadOfFile, UnreadableFile } from '../domain/problem.ts';

const READ_BYTES = 256 * 1024;

type SteadyFile = AsyncDisposable & {
  /** The size at the beginning; undefined for a pipe. */
  totalBytes: number | undefined;
  /**
   * The bytes, which can be read once.
   *
   * @throws UnreadableFile at their end, if the file is no longer as it was at the beginning
   */
  bytes: AsyncIterable<Uint8Array>;
};

/**
 * Opens a file. Devices are refused, because they may never end.
 *
 * @param options.mayBePipe for a caller that knows which program writes to a pipe
 * @throws UnreadableFile, and errors of the file system
 */
export async function openSteadyFile(path: string, { mayBePipe }: { mayBePipe: boolean }): Promise<SteadyFile> {
  // A device is refused before it is opened, because opening one may wait or do something.
  const kind = await stat(path);
  const instead = mayBePipe && kind.isFIFO() ? undefined : insteadOfFile(kind);
  if (instead !== undefined) throw new UnreadableFile(`cannot be read: ${instead}`);
  const file = await open(path);
  const before = await file.stat();
  const stream = file.createReadStream({ highWaterMark: READ_BYTES, autoClose: false });

  async function* bytes(): AsyncGenerator<Uint8Array> {
    let readBytes = 0;
    for await (const chunk of stream) {
      readBytes += chunk.length;
      yield chunk;
    }
    if (before.isFile()) refuseChanged(before, await file.stat(), readBytes);
  }

  return {
    totalBytes: before.isFile() ? before.size : undefined,
    bytes: bytes(),
    async [Symbol.asyncDispose]() {
      stream.destroy();
      // Nobody waits for it, because a pipe may be read until something is written to it.
      file.close().catch(() => {});
    },
  };
}

function refuseChanged(before: Stats, after: Stats, readBytes: number): void {
  if (readBytes === before.size && after.size === before.size && after.mtimeMs === before.mtimeMs) return;
  const sizes = `${shown(before.size)} before, ${shown(after.size)} after, and ${shown(readBytes)} were read`;
  throw new UnreadableFile(`changed while it was read (bytes: ${sizes}), so it may be cut short; try again`);
}

function shown(bytes: number): string {
  return bytes.toLocaleString('en');
}

export type UnpackLimits = {
  mostUnpackedBytes: number;
  /** A file may unpack to this many times its packed size; `harmlessBytes` are always allowed. */
  mostExpansion: number;
  harmlessBytes: number;
};

const UNPACKED_BYTES = 64 * 1024;

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
  const gunzip: Gunzip = createGunzip({ chunkSize: UNPACKED_BYTES });
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

/** The source has, or announces, more bytes than the limit allows. */
export class TooManyBytes extends Error {
  override readonly name = 'TooManyBytes';
}

type Bounds = {
  /** The number of bytes of the source, if it is known in advance. */
  expectedBytes?: number | undefined;
  /** The limit, chosen by the beginning of the content: the first {@link BEGINNING_BYTES}, or all bytes of a shorter source. */
  mostBytes(beginning: Uint8Array): number;
};

export const BEGINNING_BYTES = 1024;
const FIRST_ROOM_BYTES = 64 * 1024;

/**
 * Reads all bytes of a source. Reading stops at once when there are too many. The buffer is never larger than twice what
 * arrived or is expected.
 *
 * @throws TooManyBytes, and what the source throws
 */
export async function boundedBytes(
  source: AsyncIterable<Uint8Array>,
  { expectedBytes, mostBytes }: Bounds,
): Promise<Uint8Array> {
  let room: Uint8Array = Buffer.allocUnsafe(FIRST_ROOM_BYTES);
  let length = 0;
  let most: number | undefined;

  function makeRoom(needed: number): void {
    if (needed <= room.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, Math.min(2 * needed, expectedBytes ?? Infinity)));
    larger.set(room.subarray(0, length));
    room = larger;
  }

  function refuseTooMany(): void {
    most ??= mostBytes(room.subarray(0, Math.min(length, BEGINNING_BYTES)));
    if (Math.max(length, expectedBytes ?? 0) > most) throw new TooManyBytes();
    makeRoom(expectedBytes ?? 0);
  }

  for await (const chunk of source) {
    makeRoom(length + chunk.length);
    room.set(chunk, length);
    length += chunk.length;
    if (length >= BEGINNING_BYTES) refuseTooMany();
  }
  refuseTooMany();
  return room.subarray(0, length);
}
