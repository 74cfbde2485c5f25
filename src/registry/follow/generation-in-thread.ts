/** Reads a whole RDP database in a thread, so that everything else goes on meanwhile. */

import { rmSync } from 'node:fs';
import { extname } from 'node:path';
import { runInThread } from '../load/run-in-thread.ts';
import type { ImportProgress } from '../load/snapshot-import.ts';
import type { OmittedValues } from '../people/omitted-values.ts';
import { UnreadableRdpDatabase } from '../rdp-database/unreadable.ts';
import { BESIDE } from '../store/file-permissions.ts';

export type ReadJob = {
  address: string;
  /** Where the registry is put; whatever is there is deleted first. */
  file: string;
  /** The file that is answered from until then. */
  fileBefore: string;
};

/** What did not fit, or why it could not be read. */
export type ReadEnd = { omitted: OmittedValues } | { reason: string };

/** Answers what did not fit. @throws UnreadableRdpDatabase with the reason, AbortError when `signal` ends it */
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

/** What was loaded since the file was read comes into it, too. @throws UnusableDatabase, AbortError when `signal` ends it */
export async function keepLoadedInThread(
  job: Pick<ReadJob, 'file' | 'fileBefore'>,
  signal: AbortSignal,
): Promise<void> {
  const program = new URL(`./loaded-thread${extname(import.meta.filename)}`, import.meta.url);
  await runInThread<never, undefined>({ program, data: job, onProgress: () => {}, signal });
}

/** A file that was being written when the program ended, with those beside it. */
export function removeFile(file: string): void {
  for (const end of ['', ...BESIDE]) rmSync(file + end, { force: true });
}
