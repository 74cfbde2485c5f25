/** Where tests of programs and services keep their files: on a disk, as a registry does. */

import { tmpdir } from 'node:os';
import type { TestProject } from 'vitest/node';
import { makeRunFolder } from './run-folder.ts';

// biome-ignore lint/style/noDefaultExport: the test runner calls the default export before the first file
export default function setup(project: TestProject): () => void {
  const remove = makeRunFolder(project, tmpdir());
  // The browser takes seconds to unpack, so later runs find it there.
  project.config.env.BROWSER_FOLDER = tmpdir();
  return remove;
}
