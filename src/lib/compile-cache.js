/** What V8 made of the files of the program: read at the next start, which is a third of its processor time. */

import { readdirSync, rmSync } from 'node:fs';
import module from 'node:module';
import { basename, dirname, join } from 'node:path';

/**
 * Has Node.js read it and write it. Where the folder cannot be written, every start makes it anew.
 *
 * @param {string} folder holds one folder for each version of Node.js and each account
 */
export function openCompileCache(folder) {
  const { status } = module.enableCompileCache(folder);
  const own = module.getCompileCacheDir();
  if (status === module.constants.compileCacheStatus.ENABLED && own !== undefined) removeOthers(own);
}

/**
 * Removes what other versions of Node.js left, which this one cannot read. Names end with the number of the account.
 *
 * @param {string} own
 */
function removeOthers(own) {
  const [name, folder] = [basename(own), dirname(own)];
  const account = name.slice(name.lastIndexOf('-'));
  try {
    const others = readdirSync(folder).filter((other) => other !== name && other.endsWith(account));
    for (const other of others) rmSync(join(folder, other), { recursive: true, force: true });
  } catch {
    // What stays takes room and does no harm.
  }
}
