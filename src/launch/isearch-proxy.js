#!/usr/bin/env node
// The command `isearch-proxy`: installs missing packages, then runs the command line, on the Node.js of the packages
// where that of the machine is too old.

import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { isSupported } from '../lib/runtime.js';
import { ensureInstalled } from './install.js';

try {
  const node = ensureInstalled({ needsDev: false });
  if (node === undefined || isSupported(process.version)) await import('../cli/main.js');
  else runOn(node);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}

/** @param {string} node */
function runOn(node) {
  const main = fileURLToPath(new URL('../cli/main.js', import.meta.url));
  const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of /** @type {NodeJS.Signals[]} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    // A terminal itself sends Ctrl-C to both processes; forwarding it would count as a second Ctrl-C.
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY ? undefined : child.kill(signal)));
  }
  child.on('close', (code, signal) => {
    process.exitCode = code ?? 128 + (signal ? constants.signals[signal] : 0);
  });
  child.on('error', ({ message }) => {
    // Its code would be the number of this error.
    child.removeAllListeners('close');
    process.stderr.write(
      `The Node.js of the packages does not run here: ${message}. Install a newer Node.js yourself.\n`,
    );
    process.exitCode = 1;
  });
}
