/** Runs another program, and returns how it ended. */

import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** @typedef {{ code: number, output: string }} Ending `code` as in a shell, `output` what was not inherited */

/**
 * Runs a program to its end. SIGTERM, SIGHUP and SIGINT are passed on, so stopping this process stops that one first.
 * Rejects when the program cannot be started.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, shell?: boolean, timeout?: number, quiet?: boolean }}
 *   [options] `timeout` is in milliseconds, 0 for none; `quiet` collects what it writes instead of showing it
 * @returns {Promise<Ending>}
 */
export function runChild(command, args, options = {}) {
  const { quiet = false, ...rest } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...rest, stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit' });
    const stopForwarding = forwardSignals(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) stream.setEncoding('utf8').on('data', (text) => (output += text));
    }
    child.on('error', (error) => {
      stopForwarding();
      reject(error);
    });
    child.on('close', (code, signal) => {
      stopForwarding();
      resolve({ code: code === null ? 128 + (signal ? constants.signals[signal] : 0) : code, output });
    });
  });
}

/** @param {import('node:child_process').ChildProcess} child */
function forwardSignals(child) {
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    // A terminal itself sends Ctrl-C to both processes; forwarding it would count as a second Ctrl-C.
    if (signal === 'SIGINT' && process.stdin.isTTY) return;
    child.kill(signal);
  };
  for (const signal of signals) process.on(signal, forward);
  return () => {
    for (const signal of signals) process.off(signal, forward);
  };
}
