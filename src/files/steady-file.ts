/** Opens a file on the disk to read it once, and refuses one that changes meanwhile: what was read of it may be no whole file. */

import type { Stats } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { insteadOfFile } from '../domain/file-kind.ts';
import { UnreadableFile } from '../domain/unreadable-file.ts';

const CHUNK_BYTES = 256 * 1024;

export type SteadyFile = AsyncDisposable & {
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
  const stream = file.createReadStream({ highWaterMark: CHUNK_BYTES, autoClose: false });

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
