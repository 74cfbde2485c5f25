/** The format of an SQLite file of this program. */

import type { DatabaseSync } from 'node:sqlite';

/** What a database file must be to be opened, and how a missing one is created. */
export type FileFormat = {
  applicationId: number;
  version: number;
  schema: string;
  /** The migration from each older version to the next one, by the older version: SQL statements, or a function that runs them. */
  olderFormats: ReadonlyMap<number, string | ((database: DatabaseSync) => void)>;
  /** What the file belongs to, in words that follow "not that of". */
  owner: string;
  /** What to do with a file of another version, as a sentence part. */
  advice: string;
};
