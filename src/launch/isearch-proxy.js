#!/usr/bin/env node
// The command `isearch-proxy`: installs missing packages, then runs the command line on the Node.js of the packages.

import { fileURLToPath } from 'node:url';
import { isBroughtNode } from '../lib/runtime.js';
import { ensureInstalled } from './install.js';
import { runChild } from './run-child.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

ensureInstalled({ root, needsDev: false }).then(runCommandLine, (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});

/** @param {string} node */
async function runCommandLine(node) {
  if (isBroughtNode(process.version)) {
    await import('../cli/main.js');
    return;
  }
  const main = fileURLToPath(new URL('../cli/main.js', import.meta.url));
  const ending = await runChild(node, [main, ...process.argv.slice(2)]);
  process.exitCode = ending.code;
}
