/** A checkout installed from its lock file alone: nothing is beside it, no install script runs, the machine has its own Node.js. */

import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { ending } from '../support/machine/command-line.ts';
import { CHECKOUT } from './installed-package.ts';

/** Without what npm adds for its scripts, so that the Node.js and the npm are those of the machine. */
const PATH = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);
const env = Object.fromEntries(Object.entries({ ...process.env, PATH }).filter(([name]) => !name.startsWith('npm_')));

test('`npm ci --ignore-scripts` with the lock file brings the Node.js of the tests, which runs every command', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lock-'));
  const run = (command: string, ...args: string[]) => ending(spawn(command, args, { cwd: folder, env }));
  for (const name of ['.npmrc', 'package.json', 'package-lock.json', 'config', 'src'])
    await cp(join(CHECKOUT, name), join(folder, name), { recursive: true });

  const own = execFileSync('node', ['--version'], { env, encoding: 'utf8' }).trim();
  const installed = await run('npm', 'ci', '--omit=dev', '--ignore-scripts', '--prefer-offline');
  expect(installed, `with Node.js ${own}`).toMatchObject({ code: 0 });
  expect(existsSync(join(folder, 'node_modules/vitest'))).toBe(false);
  expect(await run('node_modules/.bin/node', '--version')).toMatchObject({ stdout: `${process.version}\n` });
  // Nothing is missing to those who begin with a command either.
  expect(await run('node', 'src/launch/ensure-installed.js')).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(await run('node', 'src/launch/isearch-proxy.js', '--version')).toMatchObject({ code: 0, stderr: '' });
  await rm(folder, { recursive: true });
});
