/** Which database files fit the configuration. */

import type { Config } from '../config/config.ts';
import type { FileOptions } from '../registry/store/sqlite-file.ts';
import { refuseCopy, refuseOwnData } from '../registry/store/whose-data.ts';

/**
 * Returns the option that refuses a file of other data than the configuration means: a registry of its own where a database is
 * followed, and the copy of a database where none is.
 */
export function fitting({ follow }: Pick<Config['database'], 'follow'>): Pick<FileOptions, 'refuses'> {
  return { refuses: follow === undefined ? refuseCopy : refuseOwnData };
}
