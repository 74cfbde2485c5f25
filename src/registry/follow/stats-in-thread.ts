/** Counts the statistics of a registry anew, which takes hundreds of milliseconds, beside everything that is answered. */

import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

/** They are another revision of the data. */
export async function countStatsInThread(database: string, signal: AbortSignal): Promise<void> {
  const file = `./stats-thread${extname(import.meta.filename)}`;
  const thread = new Worker(new URL(file, import.meta.url), { workerData: database });
  thread.unref();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  thread.on('error', reject);
  thread.on('exit', () => resolve());
  try {
    await promise;
  } finally {
    signal.removeEventListener('abort', abort);
    await thread.terminate();
  }
}
