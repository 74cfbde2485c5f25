/** What all loads share: their input, and their end, which writes precomputed records of users again and a new tag of the data. */

import { randomBytes } from 'node:crypto';
import type { LoadReport } from '../../domain/reference-files/load-report.ts';
import { users } from '../people/users.ts';
import { writeDataTag } from '../store/data-tag.ts';
import { LOADED_NAME, writeMeta } from '../store/meta.ts';
import { countStats } from '../store/stats.ts';
import type { Store, WriteTransaction } from '../store/store.ts';

/** What a load knows while it reads its files, before anything is written. */
export type LoadSource = {
  /** The store, which is read now and written later. */
  store: Store;
  /** Whether the data are those of a followed database; then only what that lacks can be loaded. */
  isFollowing: boolean;
};

/** Writes what was read, in one transaction; called again if the write has to be repeated in another file. */
export type WriteLoad = (work: LoadWork) => LoadReport[];

export type LoadWork = LoadSource & {
  tx: WriteTransaction;
  now: Date;
  onProgress(progress: { stage: string; done: number; total: number }): void;
};

/** A number of users that needs little memory. */
const USERS_AT_ONCE = 2000;

/** Ends a load that has changed something. `userIds` are the users whose precomputed records contain it. */
export function finishLoad({ tx, store, now, isFollowing, onProgress }: LoadWork, userIds: readonly number[]): void {
  const { refresh } = users(store, { countsStats: false });
  for (let at = 0; at < userIds.length; at += USERS_AT_ONCE) {
    onProgress({ stage: 'records of researchers', done: at, total: userIds.length });
    refresh(tx, userIds.slice(at, at + USERS_AT_ONCE), now);
  }
  // Data loaded beside a followed database do not change statistics, and withdrawals wait for the end of this transaction.
  if (!isFollowing) writeMeta(tx, 'stats', JSON.stringify(countStats(tx, store)));
  noteLoaded({ tx, store });
  writeMeta(tx, 'generation', randomBytes(8).toString('hex'));
}

/** Notes a changed part of a load: writes a new name of the load and a new tag of the data. */
export function noteLoaded({ tx, store }: Pick<LoadWork, 'tx' | 'store'>): void {
  writeMeta(tx, LOADED_NAME, randomBytes(8).toString('hex'));
  writeDataTag(tx, store);
}

/** Returns the ids of users whose records have GO terms. */
export function usersWithGoTerms({ tx, store }: LoadWork): number[] {
  return store.query<[number]>("SELECT id FROM user WHERE go_terms <> '[]' ORDER BY id").all(tx).flat();
}

/** Returns a function that finds the taxon of a gene; undefined for an unknown gene. */
export function geneTaxa({ tx, store }: LoadWork): (geneId: number) => number | undefined {
  const taxonOf = store.query<[number]>('SELECT taxon_id FROM gene WHERE id = ?');
  return (geneId) => taxonOf.first(tx, geneId)?.[0];
}
