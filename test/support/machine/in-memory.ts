/**
 * Where quick tests keep their files: in memory, where the machine has room for them, as nobody needs them any more when
 * they are closed, and waiting for a disk takes as long as half of the tests. All are gone when the run ends.
 */

import { globSync, mkdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

const MEMORY = '/dev/shm';
const NAME = 'isearch-proxy-tests-';
const LEAST_BYTES = 2 ** 31;

// biome-ignore lint/style/noDefaultExport: the test runner calls the default export before the first file
export default function setup({ config }: TestProject): (() => void) | undefined {
  if (!hasRoom()) return;
  // A run that was killed could not clean up.
  for (const left of globSync(join(MEMORY, `${NAME}*`))) if (!isRunning(left)) remove(left);
  const folder = join(MEMORY, `${NAME}${process.pid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  config.env = { ...config.env, TMPDIR: folder };
  return () => remove(folder);
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > LEAST_BYTES;
  } catch {
    return false;
  }
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
