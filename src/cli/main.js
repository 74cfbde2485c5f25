#!/usr/bin/env node
/** Where the command line begins: any Node.js can read this file, so that the wrong one prints a sentence. */

import { assertRuntime } from '../lib/runtime.js';

try {
  assertRuntime();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
await import('./run.ts');
