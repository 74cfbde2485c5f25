/** Checks in a thread whether a database file is intact, which takes seconds for a large one. */

import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FileFormat } from './file-format.ts';

export type CheckedFile = {
  file: string;
  /** Whether the file is read without the log beside it, because that belongs to another file. */
  isAlone: boolean;
  format: FileFormat;
};

/** Returns why the file cannot be used, in words that follow "cannot be used:"; undefined for an intact file of that format. */
export async function problemOfFile(checked: CheckedFile, signal: AbortSignal): Promise<string | undefined> {
  const file = `./whole-check-thread${extname(import.meta.filename)}`;
  const thread = new Worker(new URL(file, import.meta.url), { workerData: checked });
  thread.unref();
  try {
    const [problem] = (await once(thread, 'message', { signal })) as [string | undefined];
    return problem;
  } finally {
    await thread.terminate();
  }
}
