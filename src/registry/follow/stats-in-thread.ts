/** Counts the statistics of a registry anew, which takes hundreds of milliseconds, beside everything that is answered. */

import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

/** They are another revision of the data. @throws what the thread throws, AbortError when `signal` ends it */
export async function countStatsInThread(database: string, signal: AbortSignal): Promise<void> {
  const file = `./stats-thread${extname(import.meta.filename)}`;
  const thread = new Worker(new URL(file, import.meta.url), { workerData: database });
  thread.unref();
  try {
    await once(thread, 'exit', { signal });
  } finally {
    await thread.terminate();
  }
}
