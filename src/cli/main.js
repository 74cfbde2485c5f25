#!/usr/bin/env node
/** The entry of the command line: any Node.js can parse this file, so that an unsupported one prints a sentence. */

import { fileURLToPath } from 'node:url';
import { openCompileCache } from '../lib/compile-cache.js';
import { assertRuntime } from '../lib/runtime.js';

try {
  assertRuntime();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
// The cache is in the program's folder, as in the folder for temporary files another account could plant code.
openCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)));
await import('./run.ts');
