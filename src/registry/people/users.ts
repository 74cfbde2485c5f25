/** Changes single users of a registry, while everything that is kept of the others stays. */

import type { SnapshotUser } from '../../domain/record/snapshot.ts';
import { writeGeneOwners } from '../store/gene-owners.ts';
import { storedUsersRevision, writeMeta } from '../store/meta.ts';
import { countStats } from '../store/stats.ts';
import type { ReadTransaction, Store, WriteTransaction } from '../store/store.ts';
import { userReader } from './user-reader.ts';
import { userReference } from './user-reference.ts';
import { userWriter } from './user-writer.ts';

/** Each is told all users of one change at once, as statistics are counted once for all of them. */
export type Users = {
  find(tx: ReadTransaction, userId: number): SnapshotUser | undefined;
  all(tx: ReadTransaction): Iterable<SnapshotUser>;
  /**
   * Writes users, new ones or in place of those with the same id; organs, genes and ontologies they name must be there.
   * Their access tokens are kept, and those given are added, as an import does.
   */
  put(tx: WriteTransaction, users: readonly SnapshotUser[], now: Date): void;
  /** Removes users with all that belongs to them, access tokens included. Those who are not there are passed over. */
  remove(tx: WriteTransaction, userIds: readonly number[]): void;
  /** Makes anew what is kept ready of users, after reference data that they name have changed. */
  refresh(tx: WriteTransaction, userIds: readonly number[], now: Date): void;
};

/** Statistics are counted with every change, unless somebody else sees to that. */
export function users(store: Store, { countsStats = true } = {}): Users {
  const reader = userReader(store);
  const geneIdsOf = store.query<[number]>('SELECT gene_id FROM user_gene WHERE user_id = ?');
  const textIdsOf = store.query<[number]>('SELECT DISTINCT text_id FROM user_text WHERE user_id = ?');
  const namesOf = store.query<[string | null, string | null]>(
    'SELECT name_folded, last_name_folded FROM user_search WHERE user_id = ?',
  );
  const textByFolded = store.query<[number]>('SELECT id FROM text WHERE folded = ?');
  const orphanedText = store.query<[string]>(
    'SELECT folded FROM text WHERE id = ? AND NOT EXISTS (SELECT 1 FROM user_text WHERE text_id = text.id)',
  );

  /** Texts are indexed as they are written. */
  function textNumber(tx: WriteTransaction, folded: string): number {
    const known = textByFolded.first(tx, folded)?.[0];
    if (known !== undefined) return known;
    tx.run('INSERT INTO text (folded) VALUES (?)', folded);
    const number = textByFolded.first(tx, folded)?.[0] as number;
    tx.run('INSERT INTO text_trigram (rowid, folded) VALUES (?, ?)', number, folded);
    return number;
  }

  function indexNames(tx: WriteTransaction, userId: number): void {
    const names = namesOf.first(tx, userId);
    if (names === undefined) return;
    tx.run('INSERT INTO user_name_trigram (rowid, name_folded, last_name_folded) VALUES (?, ?, ?)', userId, ...names);
  }

  /** An index over another table has to be told what it forgets. */
  function forgetNames(tx: WriteTransaction, userId: number): void {
    const names = namesOf.first(tx, userId);
    if (names === undefined) return;
    const columns = 'user_name_trigram, rowid, name_folded, last_name_folded';
    tx.run(`INSERT INTO user_name_trigram (${columns}) VALUES ('delete', ?, ?, ?)`, userId, ...names);
  }

  function dropRows(tx: WriteTransaction, userId: number): void {
    forgetNames(tx, userId);
    for (const table of ['user_gene', 'user_search', 'user_text', 'user_record']) {
      tx.run(`DELETE FROM ${table} WHERE user_id = ?`, userId);
    }
    tx.run('DELETE FROM user WHERE id = ?', userId);
  }

  /** What nobody has written any more must not stay to be read. */
  function dropOrphanedTexts(tx: WriteTransaction, textIds: Iterable<number>): void {
    for (const id of textIds) {
      const folded = orphanedText.first(tx, id)?.[0];
      if (folded === undefined) continue;
      tx.run("INSERT INTO text_trigram (text_trigram, rowid, folded) VALUES ('delete', ?, ?)", id, folded);
      tx.run('DELETE FROM text WHERE id = ?', id);
    }
  }

  /** Runs `change` on the users, and brings in order what is kept over all users. */
  function changeUsers(tx: WriteTransaction, userIds: readonly number[], change: () => void): void {
    if (userIds.length === 0) return;
    const genes = new Set<number>();
    const collectGenes = () => {
      for (const id of userIds) for (const [geneId] of geneIdsOf.all(tx, id)) genes.add(geneId);
    };
    collectGenes();
    const texts = new Set(userIds.flatMap((id) => textIdsOf.all(tx, id).flat()));
    change();
    collectGenes();
    dropOrphanedTexts(tx, texts);
    writeGeneOwners(tx, store, genes);
    if (countsStats) writeMeta(tx, 'stats', JSON.stringify(countStats(tx, store)));
    const revision = storedUsersRevision(tx, store) + 1;
    const note = tx.inserter(
      'INSERT INTO user_change VALUES (?, ?) ON CONFLICT DO UPDATE SET revision = excluded.revision',
    );
    for (const id of userIds) note(id, revision);
    writeMeta(tx, 'users-revision', String(revision));
  }

  function put(tx: WriteTransaction, changed: readonly SnapshotUser[], now: Date): void {
    const ids = changed.map(({ id }) => id);
    changeUsers(tx, ids, () => {
      for (const id of ids) dropRows(tx, id);
      const reference = userReference(tx, store);
      const write = userWriter({ tx, reference, textNumber: (folded) => textNumber(tx, folded), now });
      for (const user of changed) {
        write(user);
        indexNames(tx, user.id);
      }
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
