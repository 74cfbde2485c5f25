/** Makes sure that everything package-lock.json names is in node_modules, Node.js itself included. */

import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import { assertHost, broughtMajor } from '../runtime.js';
import { withInstallLock } from './install-lock.js';
import { holdsDev, nodePath, nodeProblem, packagesProblem } from './installed-state.js';
import { runChild } from './run-child.js';

/** An answer that takes longer is none: a first start says within ten seconds what it lacks. */
const registryTimeoutMs = 5000;

/**
 * Installs what is missing and returns at once when nothing is. Throws an Error whose message says what to do; what npm
 * wrote is shown only then.
 *
 * @param {{ root: string, needsDev: boolean, say?: (line: string) => void }} options `root` is the folder of
 *   package.json; `needsDev` asks for what tests and checks need besides
 */
export async function ensureInstalled({ root, needsDev, say = sayOnStderr }) {
  assertHost();
  if (!packagesProblem(root, { needsDev }) && !nodeProblem(root)) return;
  await withInstallLock(root, {
    work: (share) => install({ root, needsDev, say, share }),
    onWait: () => say('Waiting for another start to finish installing packages…'),
  });
}

/**
 * @typedef {{ root: string, say: (line: string) => void, share: (pid: number) => void }} Install
 */

/** @param {Install & { needsDev: boolean }} install */
async function install({ root, needsDev, say, share }) {
  const missing = packagesProblem(root, { needsDev });
  if (missing) {
    say(`Installing packages (${missing}; takes about 20 s)…`);
    // Said either way, whatever NODE_ENV and npm's configuration say; who has tested here goes on to be able to.
    const dev = needsDev || holdsDev(root) ? '--include=dev' : '--omit=dev';
    const offline = await unreachable({ root, say, share });
    if (offline)
      say(`The package registry cannot be reached (${offline}), so only packages that npm has kept can be installed.`);
    await npm(['ci', dev, '--include=optional', ...(offline ? ['--offline'] : [])], { root, say, share });
  }
  const broken = nodeProblem(root);
  if (broken) {
    say(`Fetching Node.js ${broughtMajor} (${broken})…`);
    // A program that does not work must not be found by the install script that replaces it.
    rmSync(nodePath(root), { force: true });
    await npm(['rebuild', 'node', '--ignore-scripts=false'], { root, say, share });
  }
  const still = packagesProblem(root, { needsDev }) || nodeProblem(root);
  if (still) {
    throw new Error(
      `npm reported success, but the installation is not complete: ${still}. ` +
        'Remove the folder node_modules, then run the same command again.',
    );
  }
}

/**
 * Why the package registry cannot be reached, in a few words, or undefined when it answers, be it with an error. Left
 * alone npm would try for minutes before it says so.
 *
 * @param {Install} install
 */
async function unreachable(install) {
  const ending = await runNpm(['ping', '--fetch-retries=0', `--fetch-timeout=${registryTimeoutMs}`], {
    ...install,
    timeoutMs: registryTimeoutMs,
  });
  if (ending.code === 0) return undefined;
  if (ending.code > 128) return `no answer within ${registryTimeoutMs / 1000} s`;
  return /\b(?:ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT)\b/.exec(
    ending.output,
  )?.[0];
}

/**
 * @param {string[]} args
 * @param {Install} install
 */
async function npm(args, install) {
  const { say } = install;
  const ending = await runNpm(args, install);
  if (ending.code === 0) return;
  say(ending.output.trimEnd());
  throw new Error(
    `\`npm ${args[0]}\` ended with code ${ending.code}; what it wrote is above. Put right what it names (often the ` +
      'network, or the disk: 250 MB are needed to run it, 500 MB to test it), then run the same command again.',
  );
}

/**
 * @param {string[]} args
 * @param {Install & { timeoutMs?: number }} install
 */
async function runNpm(args, { root, share, timeoutMs = 0 }) {
  const { command, before, shell } = npmCommand();
  const env = { ...process.env, SCARF_ANALYTICS: 'false' };
  const options = { cwd: root, env, shell, quiet: true, timeout: timeoutMs, onStart: share };
  return runChild(command, [...before, ...args, '--loglevel=error'], options).catch(() => {
    throw new Error('npm was not found. Install Node.js together with npm, then run the same command again.');
  });
}

function npmCommand() {
  const { npm_execpath: path, npm_node_execpath: node = process.execPath } = process.env;
  // Other package managers set the same variable to their own program.
  if (path && basename(path) === 'npm-cli.js') return { command: node, before: [path], shell: false };
  const isWindows = process.platform === 'win32';
  return { command: isWindows ? 'npm.cmd' : 'npm', before: [], shell: isWindows };
}

/** @param {string} line */
function sayOnStderr(line) {
  process.stderr.write(`${line}\n`);
}
