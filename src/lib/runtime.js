/** Checks the version of Node.js, with a sentence for unsupported ones. */

import { existsSync } from 'node:fs';

/** The major version that is installed into a checkout, by optional dependencies of package.json. */
export const broughtMajor = 26;

/** The oldest major version on which everything in src runs. */
export const oldestMajor = 24;

/** Whether this is a checkout: the installed package has no launch files, and runs only on the machine's own Node.js. */
const isCheckout = existsSync(new URL('../launch', import.meta.url));

/**
 * Throws unless the program can run on this version of Node.js.
 *
 * @param {string} [version] as in `process.version`
 */
export function assertRuntime(version = process.version) {
  if (isSupported(version)) return;
  throw new Error(
    `isearch-proxy needs Node.js ${oldestMajor} or later, and this is Node.js ${version}. ` +
      (isCheckout
        ? `Run \`node src/launch/isearch-proxy.js COMMAND\` or \`npm start\`: both bring Node.js ${broughtMajor} where ` +
          'there is one for this machine; elsewhere install a newer Node.js.'
        : 'Install a newer Node.js, then run the same command again.'),
  );
}

/**
 * Whether everything in src runs on this version.
 *
 * @param {string} version as in `process.version`
 */
export function isSupported(version) {
  return Number(/^v(\d+)\./.exec(version)?.[1]) >= oldestMajor;
}
