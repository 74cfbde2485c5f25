/** The process around the command line: its streams, its exit code, and readers who leave or take nothing. */

import type { Host } from './command.ts';
import { printError, runCommandLine } from './command-line.ts';
import { boundHeap } from './heap-bound.ts';

/** As the shell gives for a program that wrote to nobody. */
const BROKEN_PIPE = 141;

/** At the end, whoever reads standard error has this long to take the last of it. */
const LAST_WORDS_MS = 500;

const { stdin, stdout, stderr } = process;
const host: Host = {
  signals: process,
  exit: (code) => process.exit(code),
  endBy: (signal) => void process.kill(process.pid, signal),
  boundHeap,
};
const line = { args: process.argv.slice(2), env: process.env, terminal: { stdin, stdout, stderr }, host };

stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exitCode = error.code === 'EPIPE' ? BROKEN_PIPE : 1;
  // A reader who has seen enough, such as head, needs no message.
  if (error.code !== 'EPIPE') stderr.write(`Standard output cannot be written: ${error.message}.\n`);
});
process.on('uncaughtException', (error) => {
  process.exitCode = printError(error, line);
  process.exit();
});
// Nobody is left to learn that nobody reads the output.
stderr.on('error', () => {});

const exitCode = await runCommandLine(line);
// What befell standard output has set another.
process.exitCode ??= exitCode;
// Node.js would wait for ever for a reader who takes nothing. What a command makes, on standard output, is waited for.
setTimeout(() => {
  if (stdout.writableLength === 0) process.exit();
}, LAST_WORDS_MS).unref();
