/** Makes sure that everything package-lock.json names is in node_modules, Node.js itself included. */

import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import { assertHost, requiredMajor } from '../runtime.js';
import { withInstallLock } from './install-lock.js';
import { nodePath, nodeProblem, packagesProblem } from './installed-state.js';
import { runChild } from './run-child.js';

/**
 * Installs what is missing and returns at once when nothing is. Throws an Error whose message says what to do; what npm
 * wrote is shown only then.
 *
 * @param {{ root: string, say?: (line: string) => void }} options `root` is the folder of package.json
 */
export async function ensureInstalled({ root, say = sayOnStderr }) {
  assertHost();
  if (!packagesProblem(root) && !nodeProblem(root)) return;
  await withInstallLock(root, {
    work: (share) => install({ root, say, share }),
    onWait: () => say('Waiting for another start to finish installing packages…'),
  });
}

/** @typedef {{ root: string, say: (line: string) => void, share: (pid: number) => void }} Install */

/** @param {Install} install */
async function install({ root, say, share }) {
  const missing = packagesProblem(root);
  if (missing) {
    say(`Installing packages (${missing}; takes about 20 s)…`);
    // Also when NODE_ENV=production or npm's configuration would leave some out: start and test share one node_modules.
    await npm(['ci', '--include=dev', '--include=optional'], { root, say, share });
  }
  const broken = nodeProblem(root);
  if (broken) {
    say(`Fetching Node.js ${requiredMajor} (${broken})…`);
    // A program that does not work must not be found by the install script that replaces it.
    rmSync(nodePath(root), { force: true });
    await npm(['rebuild', 'node', '--ignore-scripts=false'], { root, say, share });
  }
  const still = packagesProblem(root) || nodeProblem(root);
  if (still) {
    throw new Error(
      `npm reported success, but the installation is not complete: ${still}. ` +
        'Remove the folder node_modules, then run the same command again.',
    );
  }
}

/**
 * @param {string[]} args
 * @param {Install} install
 */
async function npm(args, { root, say, share }) {
  const { command, before, shell } = npmCommand();
  const env = { ...process.env, SCARF_ANALYTICS: 'false' };
  const options = { cwd: root, env, shell, quiet: true, onStart: share };
  const ending = await runChild(command, [...before, ...args, '--loglevel=error'], options).catch(() => {
    throw new Error('npm was not found. Install Node.js together with npm, then run the same command again.');
  });
  if (ending.code === 0) return;
  say(ending.output.trimEnd());
  throw new Error(
    `\`npm ${args[0]}\` ended with code ${ending.code}; what it wrote is above. Put right what it names (often the ` +
      'network, or the disk: 500 MB are needed), then run the same command again.',
  );
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
