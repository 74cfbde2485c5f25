/** Reference files where they are: on a disk, on standard input or at an address, packed or not; read as lines. */

import { open, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { insteadOfFile, readingProblem } from '../domain/file-kind.ts';
import { textLines } from '../domain/reference-files/text-lines.ts';
import { UnreadableFile } from '../domain/unreadable-file.ts';
import type { DownloadLimits } from '../federation/transport/download.ts';
import { type UnpackLimits, unpacked } from './unpacked-bytes.ts';

/** A file that is open; its bytes are read once. */
export type ReferenceFile = AsyncDisposable & {
  /** By which it is spoken of: a path, an address without its parameters, or `standard input`. */
  name: string;
  /** As it is stored or sent, packed or not; undefined where nobody knows before its end. */
  totalBytes: number | undefined;
  /** How many of them have been read. */
  readBytes(): number;
  /**
   * Those that it begins with, fifty or more where there are so many; they stay to be read.
   *
   * @throws UnreadableFile
   */
  firstLines(): Promise<readonly string[]>;
  /**
   * All lines, some at a time.
   *
   * @throws UnreadableFile
   */
  lines(): AsyncGenerator<readonly string[]>;
};

export type ReferenceFileLimits = DownloadLimits & UnpackLimits & { mostLineLength: number };

type Options = {
  /** What `-` stands for. */
  stdin: Readable;
  /** By which the hosts of addresses know who asks. */
  userAgent: string;
  limits?: Partial<ReferenceFileLimits>;
};

const GIGABYTE = 1024 ** 3;

/** Far above what the field publishes. */
const LIMITS: ReferenceFileLimits = {
  connectTimeoutMs: 10_000,
  silenceMs: 60_000,
  mostBytes: 16 * GIGABYTE,
  mostUnpackedBytes: 64 * GIGABYTE,
  mostExpansion: 200,
  harmlessBytes: 64 * 1024 ** 2,
  mostLineLength: 32 * 1024 ** 2,
};

/** So many lines show what a file is. */
const FIRST_LINES = 50;
const CHUNK_BYTES = 256 * 1024;

type ByteSource = AsyncDisposable & Pick<ReferenceFile, 'name' | 'totalBytes'> & { bytes: AsyncIterable<Uint8Array> };

/**
 * Opens what a user names: a path, `-` for standard input, or an address.
 *
 * @throws UnreadableFile, with the name of the file in its message, as everything that is read from it does
 */
export async function openReferenceFile(where: string, { stdin, userAgent, limits }: Options): Promise<ReferenceFile> {
  const allLimits = { ...LIMITS, ...limits };
  const source = await openSource(where, { stdin, userAgent, limits: allLimits });
  let readBytes = 0;

  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source.bytes) {
      readBytes += chunk.length;
      yield chunk;
    }
  }

  async function* readLines(): AsyncGenerator<readonly string[]> {
    const lines = textLines(allLimits.mostLineLength);
    try {
      for await (const bytes of unpacked(counted(), allLimits)) yield lines.push(bytes);
      yield lines.end();
    } catch (error) {
      throw readError(error, source.name);
    }
    if (readBytes === 0) throw new UnreadableFile('is empty', source.name);
  }

  const batches = readLines();
  let first: Promise<readonly string[]> | undefined;

  function firstLines(): Promise<readonly string[]> {
    first ??= atLeast(FIRST_LINES, batches);
    return first;
  }

  return {
    name: source.name,
    totalBytes: source.totalBytes,
    readBytes: () => readBytes,
    firstLines,
    async *lines() {
      yield await firstLines();
      yield* batches;
    },
    [Symbol.asyncDispose]: () => source[Symbol.asyncDispose](),
  };
}

/** So many lines, if there are, and what comes with the last of them. */
async function atLeast(count: number, batches: AsyncGenerator<readonly string[]>): Promise<readonly string[]> {
  const lines: string[] = [];
  while (lines.length < count) {
    const { value, done } = await batches.next();
    if (done) break;
    for (const line of value) lines.push(line);
  }
  return lines;
}

type SourceOptions = Options & { limits: ReferenceFileLimits };

async function openSource(where: string, { stdin, userAgent, limits }: SourceOptions): Promise<ByteSource> {
  if (where === '-') return { name: 'standard input', totalBytes: undefined, ...streamed(stdin) };
  if (!ADDRESS.test(where)) return openFile(where);
  // Who reads from a disk needs no HTTP client in memory.
  const { openDownload, shownAddress } = await import('../federation/transport/download.ts');
  const url = URL.parse(where);
  const name = url === null ? 'The address' : shownAddress(url);
  try {
    const download = await openDownload(where, { userAgent, limits });
    return { ...download, name };
  } catch (error) {
    throw readError(error, name);
  }
}

const ADDRESS = /^[a-z][a-z\d+.-]*:\/\//i;

/** Before anything is made for what cannot be read. @throws UnreadableFile for the first path where nothing is */
export async function refuseMissing(where: readonly string[]): Promise<void> {
  for (const path of where) {
    if (path === '-' || ADDRESS.test(path)) continue;
    await stat(path).catch((error) => {
      throw readError(error, path);
    });
  }
}

/** A file, or a pipe: who names one on a command line knows who writes to it. */
async function openFile(path: string): Promise<ByteSource> {
  try {
    const stats = await stat(path);
    const instead = stats.isFIFO() ? undefined : insteadOfFile(stats);
    if (instead !== undefined) throw new UnreadableFile(`cannot be read: ${instead}`);
    const stream = (await open(path)).createReadStream({ highWaterMark: CHUNK_BYTES });
    return { name: path, totalBytes: stats.isFile() ? stats.size : undefined, ...streamed(stream) };
  } catch (error) {
    throw readError(error, path);
  }
}

function streamed(bytes: Readable): Pick<ByteSource, 'bytes' | typeof Symbol.asyncDispose> {
  return {
    bytes,
    async [Symbol.asyncDispose]() {
      bytes.destroy();
    },
  };
}

/** An error as it is reported: with the name of the file. */
function readError(error: unknown, name: string): unknown {
  if (error instanceof UnreadableFile) return new UnreadableFile(error.problem, name);
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined) return error;
  return new UnreadableFile(`cannot be read: ${readingProblem(code) ?? message}`, name);
}
