/** Reads a whole RDP database in a thread, so that everything else goes on meanwhile. */

import { rmSync } from 'node:fs';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { LeftOut } from '../people/left-out.ts';
import { UnreadableRdpDatabase } from '../rdp-database/unreadable.ts';
import { BESIDE } from '../store/file-permissions.ts';
import type { ReadProgress } from './read-generation.ts';

export type ReadJob = {
  address: string;
  /** Where the registry is put; whatever is there is deleted first. */
  file: string;
  /** The file that is answered from until then. */
  fileBefore: string;
};

export type ThreadMessage =
  | { kind: 'progress'; progress: ReadProgress }
  | { kind: 'end'; leftOut: LeftOut }
  | { kind: 'failure'; reason: string };

/** Answers what did not fit. @throws UnreadableRdpDatabase with the reason, AbortError when `signal` ends it */
export async function readInThread(
  job: ReadJob,
  onProgress: (progress: ReadProgress) => void,
  signal: AbortSignal,
): Promise<LeftOut> {
  removeFile(job.file);
  const program = `./generation-thread${extname(import.meta.filename)}`;
  const thread = new Worker(new URL(program, import.meta.url), { workerData: job });
  thread.unref();
  const { promise, resolve, reject } = Promise.withResolvers<LeftOut>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  thread.on('error', reject);
  thread.on('exit', () => reject(new UnreadableRdpDatabase('The thread that reads the RDP database ended too early.')));
  thread.on('message', (message: ThreadMessage) => {
    if (message.kind === 'progress') onProgress(message.progress);
    else if (message.kind === 'end') resolve(message.leftOut);
    else reject(new UnreadableRdpDatabase(message.reason));
  });
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', abort);
    await thread.terminate();
  }
}

/** A file that was being written when the program ended, with those beside it. */
export function removeFile(file: string): void {
  for (const end of ['', ...BESIDE]) rmSync(file + end, { force: true });
}
