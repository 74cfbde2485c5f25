/** Which Node.js this is, which one is needed, and the sentence for any other. */

import { existsSync } from 'node:fs';

/** The major version that a checkout brings with it, by optional dependencies of package.json. */
export const broughtMajor = 26;

/** The oldest major version that everything under src runs on. */
export const oldestMajor = 24;

/** The oldest major version of the machine's own Node.js that can install the packages of a checkout. */
const oldestHostMajor = 20;

/** The package that is installed holds no launch files: it runs on the machine's own Node.js alone. */
const isCheckout = existsSync(new URL('../launch', import.meta.url));

/**
 * Throws unless this process runs on a Node.js that the program can run on.
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
 * Throws unless the machine's Node.js is recent enough to install the packages of a checkout, Node.js among them.
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
 * Whether a version, as in `process.version`, is of the major that a checkout brings with it.
 *
 * @param {string} version
 */
export function isBroughtNode(version) {
  return majorOf(version) === broughtMajor;
}

/** @param {string} version */
function majorOf(version) {
  return Number(/^v(\d+)\./.exec(version)?.[1]);
}
