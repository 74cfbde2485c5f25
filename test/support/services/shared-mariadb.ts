/** One MariaDB for all test files of a run, started before the first and ended after the last. */

import type { TestProject } from 'vitest/node';
import { startMariaDb } from './mariadb.ts';

declare module 'vitest' {
  interface ProvidedContext {
    mariadbPort: number;
  }
}

/** Called by vitest before the tests; what it answers is called after them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startMariaDb([], true);
  project.provide('mariadbPort', server.port);
  return async () => {
    await server[Symbol.asyncDispose]();
  };
}
