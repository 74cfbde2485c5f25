/** Reads a whole RDP database in a thread, so that other work continues meanwhile. */

import { rmSync } from 'node:fs';
import { extname } from 'node:path';
import { runInThread } from '../load/run-in-thread.ts';
import type { ImportProgress } from '../load/snapshot-import.ts';
import type { OmittedValues } from '../people/omitted-values.ts';
import { UnreadableRdpDatabase } from '../rdp-database/unreadable.ts';
import { BESIDE } from '../store/file-permissions.ts';

export type ReadJob = {
  address: string;
  /** Where the new registry file is written; an existing file is deleted first. */
  file: string;
  /** The file from which requests are answered until then. */
  fileBefore: string;
};

/** The values that were left out, or why the database could not be read. */
export type ReadEnd = { omitted: OmittedValues } | { reason: string };

/** Returns the values that were left out. @throws UnreadableRdpDatabase with the reason, AbortError when `signal` ends it */
export async function readInThread(
  job: ReadJob,
  onProgress: (progress: ImportProgress) => void,
  signal: AbortSignal,
): Promise<OmittedValues> {
  removeFile(job.file);
  const program = new URL(`./generation-thread${extname(import.meta.filename)}`, import.meta.url);
  const end = await runInThread<ImportProgress, ReadEnd>({ program, data: job, onProgress, signal });
  if ('reason' in end) throw new UnreadableRdpDatabase(end.reason);
  return end.omitted;
}

/** Copies what was loaded since the file was read into it. @throws UnusableDatabase, AbortError when `signal` ends it */
export async function keepLoadedInThread(
  job: Pick<ReadJob, 'file' | 'fileBefore'>,
  signal: AbortSignal,
): Promise<void> {
  const program = new URL(`./loaded-thread${extname(import.meta.filename)}`, import.meta.url);
  await runInThread<never, undefined>({ program, data: job, onProgress: () => {}, signal });
}

/** Removes a file with those beside it, such as one that was being written when the program ended. */
export function removeFile(file: string): void {
  for (const end of ['', ...BESIDE]) rmSync(file + end, { force: true });
}
