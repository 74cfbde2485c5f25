/** Lets one process at a time install into a checkout. */

import { appendFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

const staleAfterMs = 15 * 60_000;
const askAgainMs = 250;

/**
 * Does `work` while no other process does the same in `root`. Waits for one that does; what was left behind by processes
 * that ended, or is older than a quarter of an hour, is put aside.
 *
 * @template T
 * @param {string} root
 * @param {{ work: (share: (pid: number) => void) => Promise<T>, onWait: () => void }} what `share` names a process that
 *   must have ended too before others may begin; `onWait` is called once when there is somebody to wait for
 * @returns {Promise<T>}
 */
export async function withInstallLock(root, { work, onWait }) {
  const path = join(root, '.installing');
  for (let waits = 0; !take(path); waits += 1) {
    if (waits === 0) onWait();
    await new Promise((resolve) => setTimeout(resolve, askAgainMs));
  }
  try {
    return await work((pid) => appendFileSync(path, ` ${pid}`));
  } finally {
    rmSync(path, { force: true });
  }
}

/** @param {string} path */
function take(path) {
  if (isStale(path)) rmSync(path, { force: true });
  try {
    writeFileSync(path, `${hostname()} ${process.pid}`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** @param {string} path */
function isStale(path) {
  try {
    if (Date.now() - statSync(path).mtimeMs > staleAfterMs) return true;
    const [host, ...pids] = readFileSync(path, 'utf8').split(' ');
    return host === hostname() && !pids.some((pid) => isRunning(Number(pid)));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
