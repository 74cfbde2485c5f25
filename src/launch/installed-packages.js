/** Compares node_modules with package-lock.json. */

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { broughtMajor, isBroughtNode, oldestMajor } from '../lib/runtime.js';

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, dev?: boolean, devOptional?: boolean,
 *   os?: string | string[], cpu?: string | string[], bin?: Record<string, string> }} LockedPackage
 */

/**
 * Returns in a few words why packages must be installed, or undefined if all are there. It compares the lock file with
 * the record that npm leaves in node_modules after each successful installation, so manual installations count too.
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
  for (const [path, locked] of Object.entries(wanted)) {
    const isOmitted = path === '' || (!needsDev && isForDev(locked));
    const problem = isOmitted ? undefined : differenceOf(path, locked, installed[path]);
    if (problem) return problem;
  }
  const node = nodeProgram(root, wanted);
  if (node && !existsSync(node)) return 'the program of Node.js is not there';
}

/**
 * Whether packages for tests and checks are installed.
 *
 * @param {string} root
 */
export function hasDevPackages(root) {
  return Object.values(readPackages(join(root, 'node_modules', '.package-lock.json')) ?? {}).some(isForDev);
}

/**
 * Returns the path of the Node.js in the packages. Throws an Error that says what to do if there is none for this
 * machine, or if it does not run here.
 *
 * @param {string} root
 */
export function workingNode(root) {
  const program = nodeProgram(root, readPackages(join(root, 'package-lock.json')));
  const answer = program ? spawnSync(program, ['--version'], { encoding: 'utf8' }) : undefined;
  if (program && isBroughtNode(answer?.stdout?.trim() ?? '')) return program;
  const found = answer
    ? `the one of the packages does not run: ${answer.error?.message ?? (answer.stderr.trim() || answer.stdout.trim())}`
    : 'the packages bring none';
  throw new Error(
    `isearch-proxy runs on Node.js ${broughtMajor}, and for this machine (${process.platform}, ${process.arch}) ${found}. ` +
      `Install Node.js ${oldestMajor} or later yourself, then run \`node src/cli/main.js COMMAND\`.`,
  );
}

/**
 * @param {string} root
 * @param {Record<string, LockedPackage>} [locked] the packages of the lock file
 */
function nodeProgram(root, locked = {}) {
  const [path, { bin } = {}] = Object.entries(locked).find(([, one]) => isNodeHere(one)) ?? [];
  return path && join(root, path, bin?.node ?? '');
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
 * @param {string} path
 * @param {LockedPackage} wanted
 * @param {LockedPackage | undefined} found
 */
function differenceOf(path, wanted, found) {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  if (!found) {
    // Optional packages for other platforms are meant to be missing.
    return wanted.optional && !isNodeHere(wanted) ? undefined : `${name} ${wanted.version} is missing`;
  }
  if (found.version !== wanted.version) return `${name} is ${found.version}, needed is ${wanted.version}`;
  // npm records the checksum of what it installed even if the lock file has none.
  if (wanted.integrity && found.integrity !== wanted.integrity)
    return `${name} ${wanted.version} is not the locked one`;
}

/**
 * Reads the packages of a lock file; undefined if that fails.
 *
 * @param {string} path
 * @returns {Record<string, LockedPackage> | undefined}
 */
function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return undefined;
  }
}
