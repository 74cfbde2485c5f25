/** Runs the command line in this process: its streams, its exit code, and readers of its output who stop reading. */

import type { Host } from './command.ts';
import { printError, runCommandLine } from './command-line.ts';
import { boundHeap } from './heap-bound.ts';

/** The exit code that shells give for a program whose output nobody reads. */
const BROKEN_PIPE = 141;

/** How long the process waits at its end for the reader of standard error. */
const LAST_WORDS_MS = 500;

const { stdin, stdout, stderr } = process;
const host: Host = {
  npmScript: process.env.npm_lifecycle_event,
  signals: process,
  exit: (code) => process.exit(code),
  endBy: (signal) => void process.kill(process.pid, signal),
  boundHeap,
};
const line = { args: process.argv.slice(2), env: process.env, terminal: { stdin, stdout, stderr }, host };

stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exitCode = error.code === 'EPIPE' ? BROKEN_PIPE : 1;
  // A reader such as `head` that closes the output needs no message.
  if (error.code !== 'EPIPE') stderr.write(`Standard output cannot be written: ${error.message}.\n`);
});
process.on('uncaughtException', (error) => {
  process.exitCode = printError(error, line);
  process.exit();
});
// An error of standard error can be reported nowhere.
stderr.on('error', () => {});

const exitCode = await runCommandLine(line);
// An error of standard output has set the exit code already.
process.exitCode ??= exitCode;
// Otherwise Node.js would wait for ever for a reader of standard error that reads nothing. The output of a command is awaited.
setTimeout(() => {
  if (stdout.writableLength === 0) process.exit();
}, LAST_WORDS_MS).unref();
