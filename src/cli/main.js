#!/usr/bin/env node
/** Where the command line begins: any Node.js can read this file, so that the wrong one prints a sentence. */

import { fileURLToPath } from 'node:url';
import { openCompileCache } from '../lib/compile-cache.js';
import { assertRuntime } from '../lib/runtime.js';

try {
  assertRuntime();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
// Beside the program and not in the folder for temporary files, where another account could plant code.
openCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)));
await import('./run.ts');
