/**
 * Zip archives in memory, as far as workbooks need them: unpacking with a limit, and packing without compression. fflate
 * does not unpack: it cuts an entry that is longer than the archive states, and people would be missing from an import.
 */

import { inflateRawSync } from 'node:zlib';
import { zipSync } from 'fflate';

/** An archive that is refused. `message` gives the reason, in words that follow the file name. */
export class RefusedArchive extends Error {
  override readonly name = 'RefusedArchive';
}

export type ArchiveEntry = { path: string; bytes: Uint8Array };

type Bounds = { entries: number; bytes: number };

const DIRECTORY_END = { signature: 0x06054b50, bytes: 22 };
const DIRECTORY_ENTRY = { signature: 0x02014b50, bytes: 46 };
const FILE_HEADER = { signature: 0x04034b50, bytes: 30 };
const LONGEST_COMMENT = 0xffff;
/** Zip64 writes this in place of a number that is too large for its field. */
const ZIP64_MARK = 0xffffffff;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;
/** A fixed time, near the first that zip can store, makes the same files always the same archive. */
const STORE_OPTIONS = { level: 0, mtime: '1980-01-02' } as const;

/**
 * Returns the entries whose path `isWanted`. It unpacks no more than `bounds` allows, whatever sizes the archive states.
 *
 * @throws RefusedArchive
 */
export function unzip(archive: Buffer, isWanted: (path: string) => boolean, bounds: Bounds): ArchiveEntry[] {
  try {
    return readEntries(archive, isWanted, bounds);
  } catch (error) {
    if (error instanceof RangeError && (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw tooLarge(bounds);
    }
    if (error instanceof RefusedArchive) throw error;
    throw new RefusedArchive('is damaged or cut short', { cause: error });
  }
}

function readEntries(archive: Buffer, isWanted: (path: string) => boolean, bounds: Bounds): ArchiveEntry[] {
  const end = archive.lastIndexOf(signatureBytes(DIRECTORY_END.signature));
  if (end < 0 || end < archive.length - DIRECTORY_END.bytes - LONGEST_COMMENT) {
    throw new RefusedArchive('is damaged or cut short');
  }
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  if (at === ZIP64_MARK) throw new RefusedArchive('is an archive of a larger form (Zip64) than workbooks need');
  if (count > bounds.entries) {
    throw new RefusedArchive(`is an archive of more than ${bounds.entries.toLocaleString('en')} files`);
  }
  let left = bounds.bytes;
  const entries: ArchiveEntry[] = [];
  for (let number = 0; number < count; number += 1) {
    if (archive.readUInt32LE(at) !== DIRECTORY_ENTRY.signature) throw new RefusedArchive('is damaged');
    const pathStart = at + DIRECTORY_ENTRY.bytes;
    const pathEnd = pathStart + archive.readUInt16LE(at + 28);
    const path = archive.toString('utf8', pathStart, pathEnd);
    if (isWanted(path)) {
      const bytes = unpack(archive, at, left);
      if (bytes.length > left) throw tooLarge(bounds);
      left -= bytes.length;
      entries.push({ path, bytes });
    }
    at = pathEnd + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return entries;
}

function tooLarge({ bytes }: Bounds): RefusedArchive {
  return new RefusedArchive(`unpacks to more than ${Math.floor(bytes / 1024 / 1024)} MB`);
}

/** Unpacks the entry at `entry`. If it has more than `most` bytes, zlib throws, or, for a stored entry, the result is longer than `most`. */
function unpack(archive: Buffer, entry: number, most: number): Uint8Array {
  if ((archive.readUInt16LE(entry + 8) & ENCRYPTED) !== 0) throw new RefusedArchive('is protected by a password');
  const method = archive.readUInt16LE(entry + 10);
  const packedBytes = archive.readUInt32LE(entry + 20);
  const header = archive.readUInt32LE(entry + 42);
  if (archive.readUInt32LE(header) !== FILE_HEADER.signature) throw new RefusedArchive('is damaged');
  const start = header + FILE_HEADER.bytes + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
  if (start + packedBytes > archive.length) throw new RefusedArchive('is damaged or cut short');
  const packed = archive.subarray(start, start + packedBytes);
  if (method === STORED) return packed;
  if (method === DEFLATED) return inflateRawSync(packed, { maxOutputLength: Math.max(1, most) });
  throw new RefusedArchive(`is packed in a way that is not known (${method}), allowed: ${STORED} and ${DEFLATED}`);
}

/** Makes an archive of uncompressed files. If two have the same path, the later one counts. */
export function zip(entries: readonly ArchiveEntry[]): Buffer {
  return Buffer.from(zipSync(Object.fromEntries(entries.map(({ path, bytes }) => [path, bytes])), STORE_OPTIONS));
}

function signatureBytes(signature: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(signature);
  return bytes;
}
