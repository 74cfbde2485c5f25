/** Names of the data, one for each change, by which whatever was made of them before is known. */

import { createHash, randomBytes } from 'node:crypto';
import type { FileLook } from './file-look.ts';
import { writeMeta } from './meta.ts';
import type { Store, WriteTransaction } from './store.ts';

/** The key of `meta` under which the names of the last changes stand, the latest first. */
export const DATA_TAGS = 'data-tags';

const RANDOM_BYTES = 9;
const CHARACTERS = 22;
/** Who has not looked for so many changes forgets everything that is cached of single users. */
const MOST_STORED = 64;

/**
 * Gives the data another name. It is called in the transaction of every change of what answers are made of: of people, of
 * reference data, of what is counted. A counter would come back: who restores a backup and changes something else would have
 * other data under a name that was given before.
 */
export function writeDataTag(tx: WriteTransaction, store: Store): void {
  const [before] = store.query<[string | null]>('SELECT value FROM meta WHERE key = ?').first(tx, DATA_TAGS) ?? [null];
  const names = [randomBytes(RANDOM_BYTES).toString('base64url'), ...readNames(before)];
  writeMeta(tx, DATA_TAGS, names.slice(0, MOST_STORED).join(' '));
}

/**
 * The names as they are given out, the latest first: equal in all processes that have this file open, and others for a
 * copy of the file that was put in its place, whose rows somebody may have changed by hand. They show neither the name
 * nor the file.
 */
export function dataTags(written: string | null, { main }: FileLook): readonly string[] {
  return readNames(written).map((name) =>
    createHash('sha256').update(`${name} ${main?.id}`).digest('base64url').slice(0, CHARACTERS),
  );
}

function readNames(written: string | null): string[] {
  return written === null ? [] : written.split(' ');
}
