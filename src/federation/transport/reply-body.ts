/** The body of a partner's answer: unpacked, no longer than allowed, and read in the charset it is in. */

import { createGunzip, type Gunzip } from 'node:zlib';

/** What became of a body; `isCut`: it grew beyond what is read, and only its beginning is here. */
export type ReadBody = { bytes: Buffer; isCut: boolean } | { error: Error };

export type BodyReader = {
  take(chunk: Buffer): void;
  /** Says that every chunk was taken. */
  end(): void;
  /** Gives up; what comes after this counts for nothing. */
  drop(): void;
};

/** Reads at most `mostBytes` of a body, and calls `done` with what it was. Only the first call counts. */
export type OpenBodyReader = (mostBytes: number, done: (body: ReadBody) => void) => BodyReader;

/** The content coding that is asked for. */
export const ACCEPTED_CODING = 'gzip';

/** What reads a body in that content coding; undefined for a coding that was not asked for. */
export function bodyReaderFor(coding: string): OpenBodyReader | undefined {
  const name = coding.trim().toLowerCase();
  if (name === '' || name === 'identity') return readPlain;
  return name === 'gzip' || name === 'x-gzip' ? readGzip : undefined;
}

function readPlain(mostBytes: number, done: (body: ReadBody) => void) {
  const chunks: Buffer[] = [];
  let size = 0;
  const cut = () => done({ bytes: Buffer.concat(chunks, Math.min(size, mostBytes)), isCut: true });
  return {
    take(chunk: Buffer) {
      if (size > mostBytes) return;
      chunks.push(chunk);
      size += chunk.length;
      if (size > mostBytes) cut();
    },
    end: () => done({ bytes: joined(chunks), isCut: false }),
    drop() {
      chunks.length = 0;
    },
    cut,
  };
}

/** Most answers come in one chunk, which need not be copied. */
function joined(chunks: readonly Buffer[]): Buffer {
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
}

/** Unpacks as it comes. Little that is packed can be much, and much can be nothing, so both ends are measured. */
function readGzip(mostBytes: number, done: (body: ReadBody) => void): BodyReader {
  const unpacked = readPlain(mostBytes, done);
  let gunzip: Gunzip | undefined;
  let packedSize = 0;

  function start(): Gunzip {
    return createGunzip()
      .on('data', (chunk: Buffer) => unpacked.take(chunk))
      .on('end', () => unpacked.end())
      .on('error', (error) => done({ error }));
  }

  return {
    take(chunk) {
      packedSize += chunk.length;
      if (packedSize > mostBytes) return unpacked.cut();
      gunzip ??= start();
      gunzip.write(chunk);
    },
    end() {
      if (gunzip === undefined) unpacked.end();
      else gunzip.end();
    },
    drop() {
      gunzip?.destroy();
      unpacked.drop();
    },
  };
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
