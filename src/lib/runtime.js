/** Checks the version of Node.js, with a sentence for unsupported ones. */

import { existsSync } from 'node:fs';

/** The major version that is installed into a checkout, by optional dependencies of package.json. */
export const broughtMajor = 26;

/** The oldest major version on which everything in src runs. */
export const oldestMajor = 24;

/** The oldest major version of the machine's own Node.js that can install the packages of a checkout. */
const oldestHostMajor = 20;

/** Whether this is a checkout: the installed package has no launch files, and runs only on the machine's own Node.js. */
const isCheckout = existsSync(new URL('../launch', import.meta.url));

/**
 * Throws unless the program can run on this version of Node.js.
 *
 * @param {string} [version] as in `process.version`
 */
export function assertRuntime(version = process.version) {
  if (majorOf(version) >= oldestMajor) return;
  throw new Error(
    `isearch-proxy needs Node.js ${oldestMajor} or later, and this is Node.js ${version}. ` +
      (isCheckout
        ? `Run \`node src/launch/isearch-proxy.js COMMAND\` or \`npm start\`: both bring Node.js ${broughtMajor}.`
        : 'Install a newer Node.js, then run the same command again.'),
  );
}

/**
 * Throws unless the machine's Node.js is recent enough to install the packages of a checkout, including Node.js.
 *
 * @param {string} [version] as in `process.version`
 */
export function assertHost(version = process.version) {
  if (majorOf(version) >= oldestHostMajor) return;
  throw new Error(
    `isearch-proxy needs Node.js ${oldestHostMajor} or later on this machine, and this is Node.js ${version}. ` +
      'Install a newer Node.js with npm, then run the same command again.',
  );
}

/**
 * Whether this is the major version that is installed into a checkout.
 *
 * @param {string} version as in `process.version`
 */
export function isBroughtNode(version) {
  return majorOf(version) === broughtMajor;
}

/** @param {string} version */
function majorOf(version) {
  return Number(/^v(\d+)\./.exec(version)?.[1]);
}
