/** What a follower does in a thread, so that other work continues meanwhile. */

import { extname } from 'node:path';
import { runInThread } from '../import/run-in-thread.ts';
import type { ImportProgress } from '../import/snapshot-import.ts';
import type { OmittedValues } from '../people/omitted-values.ts';
import { UnreadableRdpDatabase } from '../rdp-database/unreadable.ts';
import { removeDatabase } from '../store/file-permissions.ts';

export type WholeJob = {
  address: string;
  /** Where the new registry file is written; an existing file is deleted first. */
  file: string;
  /** The file from which requests are answered until then. */
  fileBefore: string;
};

type KeepLoadedJob = Pick<WholeJob, 'file' | 'fileBefore'>;

/** What the thread is given. */
export type ThreadJob =
  | ({ kind: 'read-whole' } & WholeJob)
  | ({ kind: 'keep-loaded' } & KeepLoadedJob)
  | { kind: 'count-stats'; file: string };

/** The result of a reading: the values that were left out, or why the database could not be read. */
export type WholeEnd = { omitted: OmittedValues } | { reason: string };

/** Reads the whole database. Returns the values that were left out. @throws UnreadableRdpDatabase with the reason, AbortError when `signal` ends it */
export async function readWholeInThread(
  job: WholeJob,
  onProgress: (progress: ImportProgress) => void,
  signal: AbortSignal,
): Promise<OmittedValues> {
  removeDatabase(job.file);
  const end = await run<WholeEnd>({ kind: 'read-whole', ...job }, signal, onProgress);
  if ('reason' in end) throw new UnreadableRdpDatabase(end.reason);
  return end.omitted;
}

/**
 * Copies into it the data that were loaded since the file was read. @throws UnusableDatabase, AbortError when `signal`
 * ends it
 */
export function keepLoadedInThread(job: KeepLoadedJob, signal: AbortSignal): Promise<void> {
  return run({ kind: 'keep-loaded', ...job }, signal);
}

function run<End>(job: ThreadJob, signal: AbortSignal, onProgress: (progress: ImportProgress) => void = () => {}) {
  const program = new URL(`./thread${extname(import.meta.filename)}`, import.meta.url);
  return runInThread<ImportProgress, End>({ program, data: job, onProgress, signal });
}

type DelayedStats = {
  /** Notes that users have changed. */
  noteChange(): void;
  /** Begins to count if the delay is over. */
  countWhenDue(): void;
  /** Settles when no count is running. */
  ended(): Promise<void>;
};

type StatsOptions = { file: string; signal: AbortSignal; fault(error: unknown): void };

const DELAY_MS = 10_000;

/** Counts the statistics, some time after the first of several changes of users; they are a new revision of the data. */
export function delayedStats({ file, signal, fault }: StatsOptions): DelayedStats {
  let counting: Promise<void> | undefined;
  let dueMs = Infinity;

  async function count(): Promise<void> {
    try {
      await run({ kind: 'count-stats', file }, signal);
    } catch (error) {
      if (signal.aborted) return;
      noteChange();
      fault(error);
    } finally {
      counting = undefined;
    }
  }

  function noteChange(): void {
    dueMs = Math.min(dueMs, performance.now() + DELAY_MS);
  }

  return {
    noteChange,
    countWhenDue() {
      if (performance.now() < dueMs || counting !== undefined) return;
      dueMs = Infinity;
      counting = count();
    },
    ended: async () => counting,
  };
}
