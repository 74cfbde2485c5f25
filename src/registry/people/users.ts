/** Changes single users of a registry; data and caches of the others stay. */

import type { SnapshotUser } from '../../domain/record/snapshot.ts';
import { writeDataTag } from '../store/data-tag.ts';
import { writeGeneOwners } from '../store/gene-owners.ts';
import { storedUsersRevision, writeMeta } from '../store/meta.ts';
import { countStats } from '../store/stats.ts';
import type { ReadTransaction, Store, WriteTransaction } from '../store/store.ts';
import { textIndexes } from './text-indexes.ts';
import { userReader } from './user-reader.ts';
import { userReference } from './user-reference.ts';
import { userWriter } from './user-writer.ts';

/** Each method takes all users of one change at once, because statistics are counted once for all of them. */
export type Users = {
  find(tx: ReadTransaction, userId: number): SnapshotUser | undefined;
  all(tx: ReadTransaction): Iterable<SnapshotUser>;
  /**
   * Writes users, new ones or in place of those with the same id; organs, genes and ontologies that they name must exist.
   * Their access tokens stay, and given ones are added, as in an import.
   */
  put(tx: WriteTransaction, users: readonly SnapshotUser[], now: Date): void;
  /** Removes users with all their data, also access tokens; ids that do not exist are skipped. */
  remove(tx: WriteTransaction, userIds: readonly number[]): void;
  /** Computes the precomputed data of users again, after reference data that they name have changed. */
  refresh(tx: WriteTransaction, userIds: readonly number[], now: Date): void;
};

/** Returns the functions. Statistics are counted with every change, unless the caller counts them. */
export function users(store: Store, { countsStats = true } = {}): Users {
  const reader = userReader(store);
  const geneIdsOf = store.query<[number]>('SELECT gene_id FROM user_gene WHERE user_id = ?');
  const texts = textIndexes(store);
  const textByFolded = store.query<[number]>('SELECT id FROM text WHERE folded = ?');

  function textNumber(tx: WriteTransaction, folded: string): number {
    const known = textByFolded.first(tx, folded)?.[0];
    if (known !== undefined) return known;
    tx.run('INSERT INTO text (folded) VALUES (?)', folded);
    return textByFolded.first(tx, folded)?.[0] as number;
  }

  function dropRows(tx: WriteTransaction, userId: number): void {
    for (const table of ['user_gene', 'user_search', 'user_text', 'user_record']) {
      tx.run(`DELETE FROM ${table} WHERE user_id = ?`, userId);
    }
    tx.run('DELETE FROM user WHERE id = ?', userId);
  }

  /** Runs `change` on the users, and updates what is computed from all users. */
  function changeUsers(tx: WriteTransaction, userIds: readonly number[], change: () => void): void {
    if (userIds.length === 0) return;
    const genes = new Set<number>();
    const collectGenes = () => {
      for (const id of userIds) for (const [geneId] of geneIdsOf.all(tx, id)) genes.add(geneId);
    };
    collectGenes();
    texts.change(tx, userIds, change);
    collectGenes();
    writeGeneOwners(tx, store, genes);
    if (countsStats) writeMeta(tx, 'stats', JSON.stringify(countStats(tx, store)));
    noteChanges(tx, store, userIds);
  }

  function put(tx: WriteTransaction, changed: readonly SnapshotUser[], now: Date): void {
    const ids = changed.map(({ id }) => id);
    changeUsers(tx, ids, () => {
      for (const id of ids) dropRows(tx, id);
      const reference = userReference(tx, store);
      const write = userWriter({ tx, reference, textNumber: (folded) => textNumber(tx, folded), now });
      for (const user of changed) write(user);
    });
  }

  return {
    find: reader.find,
    all: reader.all,
    put,
    remove(tx, userIds) {
      changeUsers(tx, userIds, () => {
        for (const id of userIds) {
          dropRows(tx, id);
          tx.run('DELETE FROM access_token WHERE user_id = ?', id);
        }
      });
    },
    refresh(tx, userIds, now) {
      const found = userIds.map((id) => reader.find(tx, id)).filter((user) => user !== undefined);
      put(tx, found, now);
    },
  };
}

/** Raises the revision of users and writes a new tag of the data, so that caches drop these users only. */
export function noteChanges(tx: WriteTransaction, store: Store, userIds: readonly number[]): void {
  const revision = storedUsersRevision(tx, store) + 1;
  const note = tx.inserter(
    'INSERT INTO user_change VALUES (?, ?) ON CONFLICT DO UPDATE SET revision = excluded.revision',
  );
  for (const id of userIds) note(id, revision);
  writeMeta(tx, 'users-revision', String(revision));
  writeDataTag(tx, store);
}
