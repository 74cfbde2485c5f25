#!/usr/bin/env node
/** Where the command line begins: any Node.js can read this file, so that the wrong one prints a sentence. */

import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { assertRuntime } from '../lib/runtime.js';

try {
  assertRuntime();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
// What V8 made of the files is read at the next start: a third of its processor time. It stands beside the program and not in the
// folder for temporary files, where another account could plant code; where it cannot be written, every start makes it anew.
module.enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)));
await import('./run.ts');
