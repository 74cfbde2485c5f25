/** One folder for the temporary files of a run of the tests, so that all of them are gone when the run ends. */

import { globSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

const NAME = 'isearch-proxy-tests-';

/** Makes the folder in another one, as `TMPDIR` of the tests of a project, and returns what removes it. */
export function makeRunFolder({ config, name }: TestProject, parent: string): () => void {
  // A run that was killed could not clean up.
  for (const left of globSync(join(parent, `${NAME}*`))) if (!isRunning(left)) remove(left);
  const folder = join(parent, `${NAME}${name || 'all'}-${process.pid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  config.env = { ...config.env, TMPDIR: folder };
  return () => remove(folder);
}

function isRunning(folder: string): boolean {
  try {
    return process.kill(Number(folder.slice(folder.lastIndexOf('-') + 1)), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
