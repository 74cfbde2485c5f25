/** Opens reference files on disk, on standard input or at an address, gzipped or not, and reads them as lines. */

import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { readingProblem, UnreadableFile } from '../domain/problem.ts';
import { textLines } from '../domain/reference-files/line-parser.ts';
import type { DownloadLimits } from '../federation/transport/download.ts';
import { openSteadyFile, type UnpackLimits, unpacked } from './file-bytes.ts';

/** An open file, whose bytes can be read once. */
export type ReferenceFile = AsyncDisposable & {
  /** The name of the file in messages: a path, an address without its parameters, or `standard input`. */
  name: string;
  /** The size as stored or sent, gzipped or not; undefined if it is unknown before the end of the file. */
  totalBytes: number | undefined;
  /** How many bytes have been read so far. */
  readBytes(): number;
  /**
   * Returns the first lines: at least fifty, or all lines of a shorter file. `lines` returns them again.
   *
   * @throws UnreadableFile
   */
  firstLines(): Promise<readonly string[]>;
  /**
   * Yields all lines, several at a time.
   *
   * @throws UnreadableFile
   */
  lines(): AsyncGenerator<readonly string[]>;
};

export type ReferenceFileLimits = DownloadLimits & UnpackLimits & { mostLineLength: number };

type Options = {
  /** The stream that `-` names. */
  stdin: Readable;
  /** The `User-Agent` of downloads. */
  userAgent: string;
  limits?: Partial<ReferenceFileLimits>;
};

const GIGABYTE = 1024 ** 3;

/** The limits are far above the sizes of published files. */
const LIMITS: ReferenceFileLimits = {
  connectTimeoutMs: 10_000,
  silenceMs: 60_000,
  mostBytes: 16 * GIGABYTE,
  mostUnpackedBytes: 64 * GIGABYTE,
  mostExpansion: 200,
  harmlessBytes: 64 * 1024 ** 2,
  mostLineLength: 32 * 1024 ** 2,
};

/** This many lines are enough to recognise a format. */
const FIRST_LINES = 50;
/** XML ends with its root and needs no line end behind it. */
const XML = /^\s*</;

type ByteSource = AsyncDisposable & Pick<ReferenceFile, 'name' | 'totalBytes'> & { bytes: AsyncIterable<Uint8Array> };

/**
 * Opens a path, standard input (`-`), or an address.
 *
 * @throws UnreadableFile, with the name of the file in its message; every later read throws the same
 */
export async function openReferenceFile(where: string, { stdin, userAgent, limits }: Options): Promise<ReferenceFile> {
  const allLimits = { ...LIMITS, ...limits };
  const source = await openSource(where, { stdin, userAgent, limits: allLimits });
  let readBytes = 0;
  let lineCount = 0;
  let isXml = false;

  function noted(batch: readonly string[]): readonly string[] {
    if (lineCount === 0 && batch[0] !== undefined) isXml = XML.test(batch[0]);
    lineCount += batch.length;
    return batch;
  }

  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source.bytes) {
      readBytes += chunk.length;
      yield chunk;
    }
    const { totalBytes } = source;
    if (totalBytes !== undefined && readBytes !== totalBytes) throw ofOtherLength(totalBytes, readBytes);
  }

  async function* readLines(): AsyncGenerator<readonly string[]> {
    const lines = textLines(allLimits.mostLineLength);
    try {
      for await (const bytes of unpacked(counted(), allLimits)) yield noted(lines.push(bytes));
      const last = lines.end();
      const isOpen = last.length > 0;
      yield noted(last);
      if (isOpen && !isXml) throw withoutLineEnd(lineCount);
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

/** Reads batches until there are `count` lines, or no more; the last batch may add more than `count`. */
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
  // Files on disk need no HTTP client, so it is loaded only for addresses.
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

/** Checks that the paths exist, before any work begins. @throws UnreadableFile for the first path where nothing is */
export async function refuseMissing(where: readonly string[]): Promise<void> {
  for (const path of where) {
    if (path === '-' || ADDRESS.test(path)) continue;
    await stat(path).catch((error) => {
      throw readError(error, path);
    });
  }
}

/** Opens a file or a named pipe: a person who names a pipe on a command line knows which program writes to it. */
async function openFile(path: string): Promise<ByteSource> {
  try {
    return { ...(await openSteadyFile(path, { mayBePipe: true })), name: path };
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

function ofOtherLength(totalBytes: number, readBytes: number): UnreadableFile {
  const [total, read] = [totalBytes, readBytes].map((bytes) => bytes.toLocaleString('en'));
  return new UnreadableFile(`has ${total} bytes, but ended after ${read}`);
}

/** Published files end with a line end. One that lacks it was cut, and its last line may be half a line. */
function withoutLineEnd(lineNumber: number): UnreadableFile {
  const found = `ends within line ${lineNumber.toLocaleString('en')}, without a line end, so it may be cut short`;
  return new UnreadableFile(`${found}; fetch it again, or add the line end if it is whole`);
}

/** Adds the name of the file to an error. */
function readError(error: unknown, name: string): unknown {
  if (error instanceof UnreadableFile) return new UnreadableFile(error.problem, name);
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined) return error;
  return new UnreadableFile(`cannot be read: ${readingProblem(code) ?? message}`, name);
}
