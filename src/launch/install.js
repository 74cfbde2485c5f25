/** Installs all packages of package-lock.json, including Node.js itself. */

import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { assertHost } from '../lib/runtime.js';
import { hasDevPackages, packagesProblem, workingNode } from './installed-packages.js';
import { runChild } from './run-child.js';

/** @typedef {{ root: string, needsDev: boolean }} Wanted */

/** The timeout for reaching the package registry, so that a first start without network fails within ten seconds; npm itself tries for minutes. */
const registryTimeoutMs = 5000;
const lockStaleAfterMs = 15 * 60_000;
const lockPollMs = 250;

/**
 * Installs what is missing, if anything, and returns the path of the Node.js to run. Only one process at a time
 * installs into a checkout; the others wait for it. Throws an Error whose message says what to do; the output of npm is
 * shown only then.
 *
 * @param {Wanted} wanted `root` is the folder of package.json; `needsDev` adds the packages for tests and checks
 */
export async function ensureInstalled({ root, needsDev }) {
  assertHost();
  if (packagesProblem(root, { needsDev })) await installOnce({ root, needsDev });
  return workingNode(root);
}

/** @param {Wanted} wanted */
async function installOnce({ root, needsDev }) {
  const lockPath = join(root, '.installing');
  for (let tries = 0; !takeLockIn(root, lockPath); tries += 1) {
    if (tries === 0) say('Waiting for another start to finish installing packages…');
    await new Promise((resolve) => setTimeout(resolve, lockPollMs));
  }
  try {
    const problem = packagesProblem(root, { needsDev });
    if (problem) await install({ root, needsDev }, problem);
  } finally {
    rmSync(lockPath, { force: true });
  }
}

/**
 * @param {Wanted} wanted
 * @param {string} problem
 */
async function install({ root, needsDev }, problem) {
  say(`Installing packages (${problem}; takes about 20 s)…`);
  const offline = await offlineReason(root);
  if (offline)
    say(`The package registry cannot be reached (${offline}), so only packages that npm has kept can be installed.`);
  // Given explicitly, to override NODE_ENV and npm's configuration. Installed packages for tests are not removed. No
  // package needs its install script.
  const which = [needsDev || hasDevPackages(root) ? '--include=dev' : '--omit=dev', '--include=optional'];
  const ending = await npm(['ci', '--ignore-scripts', ...which, ...(offline ? ['--offline'] : [])], { root });
  if (ending.code !== 0) {
    say(ending.output.trimEnd());
    throw new Error(
      `\`npm ci\` ended with code ${ending.code}; what it wrote is above. Put right what it names (often the ` +
        'network, or the disk: 300 MB are needed to run it, 600 MB to test it), then run the same command again.',
    );
  }
  const still = packagesProblem(root, { needsDev });
  if (still) {
    throw new Error(
      `npm reported success, but the installation is not complete: ${still}. ` +
        'Remove the folder node_modules, then run the same command again.',
    );
  }
}

/**
 * Returns in a few words why the package registry cannot be reached, or undefined if it responds, even with an error.
 *
 * @param {string} root
 */
async function offlineReason(root) {
  const args = ['ping', '--fetch-retries=0', `--fetch-timeout=${registryTimeoutMs}`];
  const ending = await npm(args, { root, timeout: registryTimeoutMs });
  if (ending.code === 0) return undefined;
  if (ending.code > 128) return `no answer within ${registryTimeoutMs / 1000} s`;
  return /\b(?:ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT)\b/.exec(
    ending.output,
  )?.[0];
}

/**
 * @param {string[]} args
 * @param {{ root: string, timeout?: number }} options
 */
async function npm(args, { root, timeout = 0 }) {
  const { npm_execpath: path, npm_node_execpath: node = process.execPath } = process.env;
  const isWindows = process.platform === 'win32';
  // Other package managers set the same variable to their own program.
  const [command, ...before] = path && basename(path) === 'npm-cli.js' ? [node, path] : [isWindows ? 'npm.cmd' : 'npm'];
  const options = { cwd: root, shell: isWindows && before.length === 0, quiet: true, timeout };
  return runChild(command, [...before, ...args, '--loglevel=error'], options).catch(() => {
    throw new Error('npm was not found. Install Node.js together with npm, then run the same command again.');
  });
}

/**
 * Tries to take the lock, and words the error for a folder that this account may not write to.
 *
 * @param {string} root
 * @param {string} path
 */
function takeLockIn(root, path) {
  try {
    return takeLock(path);
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(String(codeOf(error)))) throw error;
    throw new Error(
      `The packages must be installed in ${root} first, and this account may not write there. Run the same command ` +
        'as the account that the folder belongs to, or copy the folder to one of your own and run it there.',
    );
  }
}

/**
 * Tries to take the lock; true if this process may install. A stale lock is ignored: its process has ended, or it is
 * older than a quarter of an hour.
 *
 * @param {string} path
 */
function takeLock(path) {
  try {
    if (isStaleLock(path)) rmSync(path, { force: true });
    writeFileSync(path, `${hostname()} ${process.pid}`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** @param {string} path */
function isStaleLock(path) {
  try {
    if (Date.now() - statSync(path).mtimeMs > lockStaleAfterMs) return true;
    const [host, pid] = readFileSync(path, 'utf8').split(' ');
    return host === hostname() && !isRunning(Number(pid));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** @param {string} line */
function say(line) {
  process.stderr.write(`${line}\n`);
}
