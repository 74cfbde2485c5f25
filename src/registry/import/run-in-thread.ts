/** Runs a program in a thread, so that other work continues meanwhile. */

import { Worker } from 'node:worker_threads';

/** A report of the program: its progress, any number of times, and finally its result. */
export type ThreadMessage<Progress, End> = { kind: 'progress'; progress: Progress } | { kind: 'end'; end: End };

type ThreadOptions<Progress> = {
  program: URL;
  /** The `workerData` of the program. */
  data: unknown;
  onProgress(progress: Progress): void;
  /** Terminates the thread at any point. */
  signal: AbortSignal | undefined;
};

/** Returns the result. @throws what the program throws, the reason of `signal` when that terminates it */
export async function runInThread<Progress, End>(options: ThreadOptions<Progress>): Promise<End> {
  const { program, data, onProgress, signal } = options;
  signal?.throwIfAborted();
  const thread = new Worker(program, { workerData: data });
  thread.unref();
  const { promise, resolve, reject } = Promise.withResolvers<End>();
  const abort = () => reject(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  thread.on('error', reject);
  thread.on('exit', (code) => reject(new Error(`The thread of ${program.pathname} ended too early, with ${code}.`)));
  thread.on('message', (message: ThreadMessage<Progress, End>) => {
    if (message.kind === 'progress') onProgress(message.progress);
    else resolve(message.end);
  });
  try {
    return await promise;
  } finally {
    signal?.removeEventListener('abort', abort);
    await thread.terminate();
  }
}
