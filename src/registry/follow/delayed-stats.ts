/** Counts the statistics in a thread, some time after the first of several changes of users. */

import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

type DelayedStats = {
  /** Notes that users have changed. */
  noteChange(): void;
  /** Begins to count if the delay is over. */
  countWhenDue(): void;
  /** Settles when no count is running. */
  ended(): Promise<void>;
};

type Options = { file: string; signal: AbortSignal; fault(error: unknown): void };

const DELAY_MS = 10_000;

export function delayedStats({ file, signal, fault }: Options): DelayedStats {
  let counting: Promise<void> | undefined;
  let dueMs = Infinity;

  async function count(): Promise<void> {
    try {
      await countStatsInThread(file, signal);
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

/** Counts in a thread; the new statistics are a new revision of the data. @throws what the thread throws, AbortError when `signal` ends it */
async function countStatsInThread(database: string, signal: AbortSignal): Promise<void> {
  const file = `./stats-thread${extname(import.meta.filename)}`;
  const thread = new Worker(new URL(file, import.meta.url), { workerData: database });
  thread.unref();
  try {
    await once(thread, 'exit', { signal });
  } finally {
    await thread.terminate();
  }
}
