/** What every load works with, and how it ends: what was made ready of users is made anew, the data get a new name. */

import { randomBytes } from 'node:crypto';
import type { LoadReport } from '../../domain/reference-files/load-report.ts';
import { users } from '../people/users.ts';
import { writeDataTag } from '../store/data-tag.ts';
import { LOADED_NAME, writeMeta } from '../store/meta.ts';
import { countStats } from '../store/stats.ts';
import type { Store, WriteTransaction } from '../store/store.ts';

/** What a load knows while it reads its files, before anything is written. */
export type LoadSource = {
  /** Read from, and written to later. */
  store: Store;
  /** Whether the data are those of a database that is followed: only what that does not hold is loaded then. */
  isFollowing: boolean;
};

/** Writes what was read, in one transaction. Where that has to be repeated in another file, it is called again. */
export type WriteLoad = (work: LoadWork) => LoadReport[];

export type LoadWork = LoadSource & {
  tx: WriteTransaction;
  now: Date;
  onProgress(progress: { stage: string; done: number; total: number }): void;
};

/** As many users at a time as leaves the memory small. */
const USERS_AT_ONCE = 2000;

/** For a load that has changed something. `userIds` are those of whom something is kept ready that holds it. */
export function finishLoad({ tx, store, now, isFollowing, onProgress }: LoadWork, userIds: readonly number[]): void {
  const { refresh } = users(store, { countsStats: false });
  for (let at = 0; at < userIds.length; at += USERS_AT_ONCE) {
    onProgress({ stage: 'records of researchers', done: at, total: userIds.length });
    refresh(tx, userIds.slice(at, at + USERS_AT_ONCE), now);
  }
  // What may be loaded beside a followed database is no part of them, and whoever withdraws there waits for the end of this.
  if (!isFollowing) writeMeta(tx, 'stats', JSON.stringify(countStats(tx, store)));
  noteLoaded({ tx, store });
  writeMeta(tx, 'generation', randomBytes(8).toString('hex'));
  tx.run('PRAGMA optimize');
}

/** For a part of a load: what was loaded is another, and so are the data. */
export function noteLoaded({ tx, store }: Pick<LoadWork, 'tx' | 'store'>): void {
  writeMeta(tx, LOADED_NAME, randomBytes(8).toString('hex'));
  writeDataTag(tx, store);
}
