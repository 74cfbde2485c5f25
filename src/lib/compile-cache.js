/** Caches V8's compiled code of the program for the next start, which saves a third of its processor time. */

import { readdirSync, rmSync } from 'node:fs';
import module from 'node:module';
import { basename, dirname, join } from 'node:path';

/**
 * Makes Node.js read and write the cache. If the folder cannot be written, every start compiles again.
 *
 * @param {string} folder has a folder for each version of Node.js and each account
 */
export function openCompileCache(folder) {
  const { status } = module.enableCompileCache(folder);
  const own = module.getCompileCacheDir();
  if (status === module.constants.compileCacheStatus.ENABLED && own !== undefined) removeOthers(own);
}

/**
 * Removes the caches of other versions of Node.js, which this one cannot read. The names of folders begin with the
 * version and end with the number of the account; between them are the processor and the options of V8, with which the
 * same version may run elsewhere.
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
    // A remaining folder only takes space.
  }
}
