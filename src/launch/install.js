/** Installs the packages of package-lock.json, including Node.js itself; it runs on the machine's own Node.js. */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isSupported } from '../lib/runtime.js';

/**
 * @typedef {{ version?: string, optional?: boolean, dev?: boolean, devOptional?: boolean,
 *   os?: string | string[], cpu?: string | string[], bin?: Record<string, string> }} LockedPackage
 */

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Installs what is missing, if anything, and returns the path of the Node.js of the packages; undefined if they have
 * none for this machine. Throws an Error whose message says what to do; what npm writes goes to standard error.
 *
 * @param {{ needsDev: boolean }} wanted `needsDev` adds the packages for tests and checks
 */
export function ensureInstalled({ needsDev }) {
  const wanted = Object.entries(readPackages('package-lock.json'));
  const installed = readPackages('node_modules/.package-lock.json');
  const isThere = wanted.every(([path, locked]) => {
    const isOmitted = path === '' || (!needsDev && isForDev(locked));
    // Optional packages for other platforms are meant to be missing, and a newer Node.js runs the program without the one of the packages.
    const isDispensable = locked.optional && (!isNodeHere(locked) || (!needsDev && isSupported(process.version)));
    return isOmitted || (isDispensable && !installed[path]) || installed[path]?.version === locked.version;
  });
  // Installed packages for tests are not removed.
  if (!isThere) install(needsDev || Object.values(installed).some(isForDev));
  const [path, node] = wanted.find(([, locked]) => isNodeHere(locked)) ?? [];
  return path && join(root, path, node?.bin?.node ?? '');
}

/** @param {boolean} withDev */
function install(withDev) {
  process.stderr.write('Installing packages, which takes about 20 s…\n');
  // Given explicitly, to override NODE_ENV and npm's configuration. No package needs its install script.
  const which = [withDev ? '--include=dev' : '--omit=dev', '--include=optional'];
  const args = ['ci', '--ignore-scripts', ...which, '--loglevel=error', '--fetch-retries=1'];
  const { npm_execpath: npm = '', npm_node_execpath: node = process.execPath } = process.env;
  const isWindows = process.platform === 'win32';
  // Other package managers set the same variable to their own program.
  const isNpm = npm.endsWith('npm-cli.js');
  const { status } = isNpm
    ? spawnSync(node, [npm, ...args], { cwd: root, stdio: ['ignore', 2, 2] })
    : spawnSync('npm', args, { cwd: root, stdio: ['ignore', 2, 2], shell: isWindows });
  if (status === 0) return;
  throw new Error(
    status === null
      ? 'npm was not found. Install Node.js together with npm, then run the same command again.'
      : '`npm ci` failed. Correct the problem that it names above (often the network, an account that may not write here, ' +
          'or the disk: 300 MB are needed to run it, 600 MB to test it), then run the same command again.',
  );
}

/** @param {LockedPackage} locked */
function isForDev({ dev = false, devOptional = false }) {
  return dev || devOptional;
}

/** @param {LockedPackage} locked */
function isNodeHere({ bin, os = [], cpu = [] }) {
  return bin?.node !== undefined && [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch);
}

/**
 * Reads the packages of a lock file; none where an installation was broken off, or has never been.
 *
 * @param {string} path
 * @returns {Record<string, LockedPackage>}
 */
function readPackages(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8')).packages;
  } catch {
    return {};
  }
}
