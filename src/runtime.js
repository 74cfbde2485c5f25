/** Which Node.js this is, which one is needed, and the sentence for any other. */

/** The major version everything under src runs on; package.json pins the npm package `node` to the same. */
export const requiredMajor = 26;

/** The oldest major version of the machine's own Node.js that can install the packages. */
const oldestHostMajor = 20;

/**
 * Throws unless this process runs on the Node.js the project is written for.
 *
 * @param {string} [version] as in `process.version`
 */
export function assertRuntime(version = process.version) {
  if (isRequiredNode(version)) return;
  throw new Error(
    `isearch-proxy needs Node.js ${requiredMajor}, and this is Node.js ${version}. ` +
      'In the folder of the program, run `npm start` or `node src/launch/isearch-proxy.js`: ' +
      `both bring Node.js ${requiredMajor} with them.`,
  );
}

/**
 * Throws unless the machine's Node.js is recent enough to install the packages, the required Node.js among them.
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
 * Whether a version, as in `process.version`, is one the project runs on.
 *
 * @param {string} version
 */
export function isRequiredNode(version) {
  return majorOf(version) === requiredMajor;
}

/** @param {string} version */
function majorOf(version) {
  return Number(/^v(\d+)\./.exec(version)?.[1]);
}
