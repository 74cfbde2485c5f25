/**
 * Modules of the source as browsers get them: without their types, and without comments, which nobody reads there. In
 * the package they have lost their types before.
 */

import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

export type SourceModules = {
  folder: string;
  /** Below the folder. */
  paths: readonly string[];
};

/**
 * Answers the modules by their paths. Node warns of the function that takes types out; that is no news for an operator,
 * and a thread can be told not to.
 */
export async function browserSources(modules: SourceModules): Promise<ReadonlyMap<string, string>> {
  const file = `./browser-source-thread${extname(import.meta.filename)}`;
  const thread = new Worker(new URL(file, import.meta.url), {
    workerData: modules,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  try {
    const [sources] = (await once(thread, 'message')) as [ReadonlyMap<string, string>];
    return sources;
  } finally {
    await thread.terminate();
  }
}
