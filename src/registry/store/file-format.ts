/** What an SQLite file of this program must be. */

import type { DatabaseSync } from 'node:sqlite';

/** What a database file must be to be opened, and what it is made of when it is missing. */
export type FileFormat = {
  applicationId: number;
  version: number;
  schema: string;
  /** What brings a file of an older version to the next one, by that version: statements, or what runs them. */
  olderFormats: ReadonlyMap<number, string | ((database: DatabaseSync) => void)>;
  /** Whose it is, in words that follow "not that of". */
  owner: string;
  /** What to do with a file of another version. */
  advice: string;
};
