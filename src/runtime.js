/** Which Node.js this is, which one is needed, and the sentence for any other. */

/** The major version that a checkout brings with it; package.json pins the npm package `node` to the same. */
export const broughtMajor = 26;

/** The oldest major version that everything under src runs on. */
export const oldestMajor = 24;

/** The oldest major version of the machine's own Node.js that can install the packages of a checkout. */
const oldestHostMajor = 20;

/**
 * Throws unless this process runs on a Node.js that the program can run on.
 *
 * @param {string} [version] as in `process.version`
 */
export function assertRuntime(version = process.version) {
  if (majorOf(version) >= oldestMajor) return;
  throw new Error(
    `isearch-proxy needs Node.js ${oldestMajor} or later, and this is Node.js ${version}. Install a newer one; ` +
      'or, in a checkout of the program, run `npm start` or `node src/launch/isearch-proxy.js`: ' +
      `both bring Node.js ${broughtMajor} with them.`,
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
