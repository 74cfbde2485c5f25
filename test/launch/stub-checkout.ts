/** A checkout in a folder of its own, with the real launch files, a lock file of a few packages and a stand-in for npm. */

import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Ending = { code: number | null; stdout: string; stderr: string };

type RunOptions = {
  env?: NodeJS.ProcessEnv;
  nodeArgs?: string[];
  onStdout?: (child: ChildProcess) => void;
};

/** What the stand-in does: writes down how it was called, then does as npm would, or as `FAKE_NPM` says. */
const fakeNpm = `
import { appendFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
const [command, ...args] = process.argv.slice(2);
appendFileSync('npm-calls.ndjson', JSON.stringify({ command, args }) + '\\n');
if (process.env.FAKE_NPM === 'fail') {
  console.log('npm error network is down');
  process.exit(3);
}
if (command === 'ci') {
  rmSync('node_modules', { recursive: true, force: true });
  mkdirSync('node_modules');
  const { packages } = JSON.parse(readFileSync('installed-lock.json', 'utf8'));
  if (args.includes('--omit=dev')) delete packages['node_modules/tester'];
  if (process.env.FAKE_NPM === 'without-node') delete packages['node_modules/node-here'];
  else {
    mkdirSync('node_modules/node-here/bin', { recursive: true });
    symlinkSync(process.execPath, 'node_modules/node-here/bin/node');
  }
  writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }));
}
`;

const stubMain = `
const args = process.argv.slice(2);
if (args[0] === 'exit') process.exitCode = Number(args[1]);
if (args[0] === 'wait') {
  process.on('SIGTERM', () => process.exit(7));
  setInterval(() => {}, 1000);
}
console.log('main on ' + process.version + ': ' + args.join(' '));
`;

/** Makes the checkout; disposing removes it. */
export async function openCheckout() {
  const root = await mkdtemp(join(tmpdir(), 'checkout-'));
  for (const part of ['launch', 'lib/runtime.js']) {
    await cp(fileURLToPath(new URL(`../../src/${part}`, import.meta.url)), join(root, 'src', part), {
      recursive: true,
    });
  }
  await Promise.all(['src/cli', 'npm'].map((folder) => mkdir(join(root, folder), { recursive: true })));
  await writeFile(join(root, 'package.json'), '{"type":"module"}');
  await writeFile(join(root, 'src/cli/main.js'), stubMain);
  await writeFile(join(root, 'npm/npm-cli.js'), fakeNpm);
  await lock('1.0.0');

  /** Writes a lock file in which all packages but Node.js have this version. */
  async function lock(version: string, { nodeFor = process.platform as string } = {}) {
    const node = { version: '26.0.0', optional: true, os: nodeFor, cpu: process.arch, bin: { node: 'bin/node' } };
    const packages = {
      'node_modules/node-here': node,
      'node_modules/node-elsewhere': { ...node, os: 'elsewhere' },
      '': {},
      'node_modules/pear': { version, integrity: 'sha512-pear' },
    };
    const locked = {
      'node_modules/bean': { version },
      'node_modules/bean-elsewhere': { version, optional: true },
      'node_modules/tester': { version, dev: true },
    };
    const installed = {
      'node_modules/bean': { version, integrity: 'sha512-bean' },
      'node_modules/tester': { version, dev: true },
    };
    await writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages: { ...packages, ...locked } }));
    await writeFile(join(root, 'installed-lock.json'), JSON.stringify({ packages: { ...packages, ...installed } }));
  }

  /** Runs one of the launch files to its end. */
  function run(file: string, args: string[] = [], { env = {}, nodeArgs = [], onStdout }: RunOptions = {}) {
    const child = spawn(process.execPath, [...nodeArgs, join(root, 'src/launch', file), ...args], {
      cwd: tmpdir(),
      env: { ...process.env, npm_execpath: join(root, 'npm/npm-cli.js'), npm_node_execpath: process.execPath, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ending: Ending = { code: null, stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => {
      ending.stdout += chunk;
      onStdout?.(child);
    });
    child.stderr.on('data', (chunk) => {
      ending.stderr += chunk;
    });
    return new Promise<Ending>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => resolve({ ...ending, code }));
    });
  }

  return {
    root,
    lock,
    run,
    /** How npm was called so far. */
    async npmCalls(): Promise<{ command: string; args: string[] }[]> {
      const text = await readFile(join(root, 'npm-calls.ndjson'), 'utf8').catch(() => '');
      return text.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []));
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}
