/** Zip archives in memory, as far as workbooks need them: unpacked under a bound, and packed without compression. */

import { crc32, inflateRawSync } from 'node:zlib';

/** An archive that is not unpacked; `message` says why, in words that follow its name. */
export class RefusedArchive extends Error {
  override readonly name = 'RefusedArchive';
}

export type ArchiveEntry = { path: string; bytes: Uint8Array };

type Bounds = { entries: number; bytes: number };

const DIRECTORY_END = { signature: 0x06054b50, bytes: 22 };
const DIRECTORY_ENTRY = { signature: 0x02014b50, bytes: 46 };
const FILE_HEADER = { signature: 0x04034b50, bytes: 30 };
const LONGEST_COMMENT = 0xffff;
/** What stands in place of a number that only the larger form of zip (Zip64) can hold. */
const ELSEWHERE = 0xffffffff;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;
/** The version that can read it, 2.0. */
const VERSION = 20;
const UTF8_NAMES = 0x0800;
/** 1 January 1980, the first day a zip archive knows. */
const SOME_DAY = 0x0021;

/**
 * The entries whose path `isWanted`. Nothing is unpacked beyond `bounds`, whatever the archive says of its sizes.
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
  if (at === ELSEWHERE) throw new RefusedArchive('is an archive of a larger form (Zip64) than workbooks need');
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

/** Unpacks the file of a directory entry; more than `most` bytes are an error of zlib, or come back as they are. */
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

/** An archive of files as they are, not compressed. */
export function zip(entries: readonly ArchiveEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { path, bytes } of entries) {
    const name = Buffer.from(path);
    const facts = factsOf(name, bytes);
    const file = Buffer.concat([signatureBytes(FILE_HEADER.signature), facts, name, bytes]);
    files.push(file);
    directory.push(directoryEntry(facts, name, offset));
    offset += file.length;
  }
  const end = Buffer.alloc(DIRECTORY_END.bytes);
  end.writeUInt32LE(DIRECTORY_END.signature, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(
    directory.reduce((sum, { length }) => sum + length, 0),
    12,
  );
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, ...directory, end]);
}

/** What a file's header and its directory entry both say. */
function factsOf(name: Buffer, bytes: Uint8Array): Buffer {
  const facts = Buffer.alloc(FILE_HEADER.bytes - 4);
  facts.writeUInt16LE(VERSION, 0);
  facts.writeUInt16LE(UTF8_NAMES, 2);
  facts.writeUInt16LE(STORED, 4);
  facts.writeUInt16LE(SOME_DAY, 8);
  facts.writeUInt32LE(crc32(bytes), 10);
  facts.writeUInt32LE(bytes.length, 14);
  facts.writeUInt32LE(bytes.length, 18);
  facts.writeUInt16LE(name.length, 22);
  return facts;
}

function directoryEntry(facts: Buffer, name: Buffer, offset: number): Buffer {
  const entry = Buffer.alloc(DIRECTORY_ENTRY.bytes);
  entry.writeUInt32LE(DIRECTORY_ENTRY.signature, 0);
  entry.writeUInt16LE(VERSION, 4);
  facts.copy(entry, 6);
  entry.writeUInt32LE(offset, 42);
  return Buffer.concat([entry, name]);
}

function signatureBytes(signature: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(signature);
  return bytes;
}
