/** Runs a program in a thread, so that everything else goes on meanwhile. */

import { Worker } from 'node:worker_threads';

/** What the program reports: how far it is, as often as it likes, and once what came of it. */
export type ThreadMessage<Progress, End> = { kind: 'progress'; progress: Progress } | { kind: 'end'; end: End };

type ThreadOptions<Progress> = {
  program: URL;
  /** What the program is given as `workerData`. */
  data: unknown;
  onProgress(progress: Progress): void;
  /** Ends the thread, wherever it is. */
  signal: AbortSignal | undefined;
};

/** Answers what came of it. @throws what the program throws, the reason of `signal` when that ends it */
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
