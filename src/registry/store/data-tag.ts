/** Tags that name each state of the data. A cache compares them to find out whether its values are out of date. */

import { createHash, randomBytes } from 'node:crypto';
import type { FileLook } from './file-look.ts';
import { writeMeta } from './meta.ts';
import type { Store, WriteTransaction } from './store.ts';

/** The key of `meta` that holds the tags of the last changes, the latest first. */
export const DATA_TAGS = 'data-tags';

const RANDOM_BYTES = 9;
const CHARACTERS = 22;
/** A cache that has not looked for this many changes drops everything that it holds about single users. */
const MOST_STORED = 64;

/**
 * Writes a new tag of the data. Every change of people, of reference data or of counts calls it in its transaction.
 * A counter would not do: after a backup is restored and something else is changed, it would give a number that already
 * named other data.
 */
export function writeDataTag(tx: WriteTransaction, store: Store): void {
  const [before] = store.query<[string | null]>('SELECT value FROM meta WHERE key = ?').first(tx, DATA_TAGS) ?? [null];
  const names = [randomBytes(RANDOM_BYTES).toString('base64url'), ...readNames(before)];
  writeMeta(tx, DATA_TAGS, names.slice(0, MOST_STORED).join(' '));
}

/**
 * Returns the public tags, the latest first. They are equal in all processes that have this file open. They differ for a
 * copy of the file that replaces it, because its rows may have been changed by hand. They reveal neither the stored tag
 * nor the file.
 */
export function dataTags(written: string | null, { main }: FileLook): readonly string[] {
  return readNames(written).map((name) =>
    createHash('sha256').update(`${name} ${main?.id}`).digest('base64url').slice(0, CHARACTERS),
  );
}

/** Returns the tags of these data without some people; they are equal in all processes that leave the same people out. */
export function tagsWithout(tags: readonly string[], userIds: ReadonlySet<number>): readonly string[] {
  if (userIds.size === 0) return tags;
  const without = [...userIds].sort((a, b) => a - b).join();
  return tags.map((tag) => createHash('sha256').update(`${tag} ${without}`).digest('base64url').slice(0, CHARACTERS));
}

function readNames(written: string | null): string[] {
  return written === null ? [] : written.split(' ');
}
