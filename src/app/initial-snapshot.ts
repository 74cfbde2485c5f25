/** Imports the initial snapshot of an empty registry in a thread, so that the process answers requests and stops meanwhile. */

import { extname } from 'node:path';
import { UnsoundSnapshot } from '../files/snapshot-file.ts';
import type { Log } from '../operations/log.ts';
import { runInThread } from '../registry/import/run-in-thread.ts';
import type { ImportProgress } from '../registry/import/snapshot-import.ts';
import type { OmittedValues } from '../registry/people/omitted-values.ts';
import { UnusableDatabase } from '../registry/store/sqlite-file.ts';

/** The paths of the snapshot and of the database that it is imported into. */
export type ImportJob = { snapshot: string; database: string };

/** What the import left out, or why it failed: an error loses its class on the way between threads. */
export type ImportEnd = { omitted: OmittedValues } | { unsound: string } | { unusable: string };

export type ImportOptions = {
  log: Log;
  /** Ends the import without importing anything. */
  signal: AbortSignal | undefined;
  /** Called with the progress of the import, in words for operators and without a path. */
  setReason(reason: string): void;
  onProgress(progress: ImportProgress): void;
};

/**
 * Imports a snapshot into an empty database.
 *
 * @throws UnusableDatabase, UnsoundSnapshot, the reason of `signal`
 */
export async function importInitialSnapshot(data: ImportJob, options: ImportOptions): Promise<void> {
  const { snapshot, database } = data;
  const { log, signal, setReason } = options;
  function onProgress(progress: ImportProgress): void {
    setReason(`the first snapshot is being imported, ${reasonOf(progress)}`);
    options.onProgress(progress);
  }
  const program = new URL(`./initial-snapshot-thread${extname(import.meta.filename)}`, import.meta.url);
  const end = await runInThread<ImportProgress, ImportEnd>({ program, data, onProgress, signal });
  if ('unsound' in end) throw new UnsoundSnapshot(end.unsound);
  if ('unusable' in end) throw new UnusableDatabase(database, end.unusable);
  if (end.omitted.count > 0) log.warn({ file: snapshot, ...end.omitted }, 'left out');
}

/** Describes the progress; a stage without a known length has a total of 1. */
function reasonOf({ stage, done, total }: ImportProgress): string {
  return total > 1 ? `${stage}: ${done} of ${total}` : stage;
}
