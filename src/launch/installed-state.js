/** What is missing from node_modules, compared with package-lock.json. */

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isBroughtNode } from '../runtime.js';

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, dev?: boolean, devOptional?: boolean }} LockedPackage */

/**
 * Why the packages must be installed, in a few words, or undefined when all are there. The lock file is compared with
 * the record npm itself leaves in node_modules after each installation that succeeded, so one made by hand counts too.
 *
 * @param {string} root the folder of package.json
 * @param {{ needsDev: boolean }} options whether packages for tests and checks count
 * @returns {string | undefined}
 */
export function packagesProblem(root, { needsDev }) {
  if (!existsSync(join(root, 'node_modules'))) return 'first start';
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (!installed) return 'an earlier installation did not finish';
  const wanted = readPackages(join(root, 'package-lock.json'));
  if (!wanted) return 'package-lock.json cannot be read';
  for (const path of Object.keys(wanted)) {
    const locked = wanted[path] || {};
    const isLeftOut = !needsDev && isForDev(locked);
    const problem = path && !isLeftOut && differenceOf(path, locked, installed[path]);
    if (problem) return problem;
  }
}

/**
 * Whether packages for tests and checks are among those that are installed.
 *
 * @param {string} root
 */
export function holdsDev(root) {
  return Object.values(readPackages(join(root, 'node_modules', '.package-lock.json')) ?? {}).some(isForDev);
}

/** @param {LockedPackage} locked */
function isForDev({ dev = false, devOptional = false }) {
  return dev || devOptional;
}

/**
 * Why the Node.js of the packages cannot be used, in a few words, or undefined when it answers as it should. Its
 * package puts the program in place with an install script, which npm may have been told not to run.
 *
 * @param {string} root
 * @returns {string | undefined}
 */
export function nodeProblem(root) {
  const answer = spawnSync(nodePath(root), ['--version'], { encoding: 'utf8' });
  if (answer.error) return existsSync(nodePath(root)) ? answer.error.message : 'its program is not there';
  const version = answer.stdout.trim();
  if (!isBroughtNode(version)) return `it answers ${version || answer.stderr.trim() || 'nothing'}`;
}

/**
 * Where the Node.js of the packages is.
 *
 * @param {string} root
 */
export function nodePath(root) {
  const modules = join(root, 'node_modules');
  return process.platform === 'win32' ? join(modules, 'node', 'bin', 'node.exe') : join(modules, '.bin', 'node');
}

/**
 * @param {string} path
 * @param {LockedPackage} wanted
 * @param {LockedPackage | undefined} found
 */
function differenceOf(path, wanted, found) {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  // Optional packages are the native parts of other platforms: not installed is how they should be.
  if (!found) return wanted.optional ? undefined : `${name} ${wanted.version} is missing`;
  if (found.version !== wanted.version) return `${name} is ${found.version}, needed is ${wanted.version}`;
  // npm notes the checksum of what it installed also where the lock file has none.
  if (wanted.integrity && found.integrity !== wanted.integrity)
    return `${name} ${wanted.version} is not the locked one`;
}

/**
 * @param {string} path of a lock file
 * @returns {Record<string, LockedPackage> | undefined}
 */
function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return undefined;
  }
}
