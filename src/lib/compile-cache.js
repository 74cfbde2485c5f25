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
 * Removes what other versions of Node.js left, which this one cannot read. Names begin with the version and end with the number of
 * the account; between them are the processor and the options of V8, with which one and the same version may be running elsewhere.
 *
 * @param {string} own
 */
function removeOthers(own) {
  const [name, folder] = [basename(own), dirname(own)];
  const version = name.slice(0, name.indexOf('-') + 1);
  const account = name.slice(name.lastIndexOf('-'));
  try {
    for (const other of readdirSync(folder)) {
      const isOfOtherVersion = /^v\d/.test(other) && !other.startsWith(version);
      if (isOfOtherVersion && other.endsWith(account)) rmSync(join(folder, other), { recursive: true, force: true });
    }
  } catch {
    // What stays takes room and does no harm.
  }
}
