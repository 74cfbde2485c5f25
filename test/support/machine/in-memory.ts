/**
 * Where quick tests keep their files: in memory, where the machine has room for them, as nobody needs them any more when
 * they are closed, and waiting for a disk takes as long as half of the tests.
 */

import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { TestProject } from 'vitest/node';
import { makeRunFolder } from './run-folder.ts';

const MEMORY = '/dev/shm';
const LEAST_BYTES = 2 ** 31;

// biome-ignore lint/style/noDefaultExport: the test runner calls the default export before the first file
export default function setup(project: TestProject): () => void {
  return makeRunFolder(project, hasRoom() ? MEMORY : tmpdir());
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > LEAST_BYTES;
  } catch {
    return false;
  }
}
