/**
 * Keeps `npm test` quick: a test of it that starts a program of its own fails, and learns where it belongs. Set up before
 * each of its files. Small tools that make what a test needs are no programs in this sense.
 */

import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';

type Start = ((command: string, ...rest: unknown[]) => unknown) & { refuses?: true };

const TOOLS = ['dd', 'esbuild', 'mkfifo', 'mount', 'openssl', 'python3', 'umount'];
const STARTS = ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'] as const;

for (const name of STARTS) {
  const start = childProcess[name] as Start;
  if (!start.refuses) Object.assign(childProcess, { [name]: Object.assign(refusing(start), { refuses: true }) });
}
syncBuiltinESMExports();

function refusing(start: Start): Start {
  return (command, ...rest) => {
    if (TOOLS.includes(basename(command))) return start(command, ...rest);
    throw new Error(
      `npm test starts no programs, found ${basename(command)}. Tests that start one are in files named NAME.process.test.ts, those that open a browser in test/browser.`,
    );
  };
}
