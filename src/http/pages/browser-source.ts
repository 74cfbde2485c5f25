/** Modules of the source as browsers get them: without their types, and without comments, which nobody reads there. */

import { once } from 'node:events';
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
  const thread = new Worker(new URL('./browser-source-thread.ts', import.meta.url), {
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
