/** Changes single users of a registry; data and caches of the others stay. */

import type { SnapshotUser } from '../../domain/record/snapshot.ts';
import { writeGeneOwners } from '../store/gene-owners.ts';
import { storedUsersRevision, writeDataTag, writeMeta } from '../store/meta.ts';
import { countStats } from '../store/stats.ts';
import type { ReadTransaction, Store, WriteTransaction } from '../store/store.ts';
import { nameIndexOf, TEXT_INDEXES, textIndexOf } from '../store/text-indexes.ts';
import { userReader } from './user-reader.ts';
import { userReference, userWriter } from './user-writer.ts';

type TextIndexes = {
  /** Runs `change`, which writes or removes these users, and updates the indexes. */
  change(tx: WriteTransaction, userIds: readonly number[], change: () => void): void;
};

type Names = [name: string | null, lastName: string | null];
type NameRow = [readers: number, ...Names];
type TextRow = [readers: number, textId: number];

function textIndexes(store: Store): TextIndexes {
  const namesOf = store.query<NameRow>(
    'SELECT readers, name_folded, last_name_folded FROM user_search WHERE user_id = ? AND readers IS NOT NULL',
  );
  const textsOf = store.query<TextRow>('SELECT readers, text_id FROM user_text WHERE user_id = ?');
  const ofSomebody = store.query<[number]>('SELECT 1 FROM user_text WHERE readers = ? AND text_id = ? LIMIT 1');
  const ofAnybodyElse = store.query<[number]>(
    `SELECT 1 FROM user_text WHERE readers = ? AND text_id = ?
     AND user_id NOT IN (SELECT value FROM json_each(?)) LIMIT 1`,
  );
  const orphaned = store.query<[number]>(
    `SELECT 1 FROM text WHERE id = ?1 AND NOT EXISTS
     (SELECT 1 FROM user_text WHERE readers IN (${TEXT_INDEXES.join()}) AND text_id = ?1)`,
  );

  /** Removes names from an index. It stores no content, so the removed values must be given. */
  function forgetNames(tx: WriteTransaction, userId: number): void {
    const [readers, ...names] = namesOf.first(tx, userId) ?? [];
    if (readers === undefined) return;
    const index = nameIndexOf(readers);
    const columns = `${index}, rowid, name_folded, last_name_folded`;
    tx.run(`INSERT INTO ${index} (${columns}) VALUES ('delete', ?, ?, ?)`, userId, ...(names as Names));
  }

  function indexNames(tx: WriteTransaction, userId: number): void {
    const [readers, ...names] = namesOf.first(tx, userId) ?? [];
    if (readers === undefined) return;
    const index = nameIndexOf(readers);
    tx.run(`INSERT INTO ${index} (rowid, name_folded, last_name_folded) VALUES (?, ?, ?)`, userId, ...(names as Names));
  }

  /** Returns the texts of these users in each index. */
  function textsOfAll(tx: ReadTransaction, userIds: readonly number[]): Map<string, TextRow> {
    const rows = userIds.flatMap((id) => textsOf.all(tx, id));
    return new Map(rows.map((row) => [row.join(), row]));
  }

  function indexText(tx: WriteTransaction, [readers, textId]: TextRow): void {
    const index = textIndexOf(readers);
    tx.run(`INSERT INTO ${index} (rowid, folded) SELECT id, folded FROM text WHERE id = ?`, textId);
  }

  function forgetText(tx: WriteTransaction, [readers, textId]: TextRow): void {
    const index = textIndexOf(readers);
    tx.run(`INSERT INTO ${index} (${index}, rowid, folded) SELECT 'delete', id, folded FROM text WHERE id = ?`, textId);
  }

  return {
    change(tx, userIds, change) {
      const before = textsOfAll(tx, userIds);
      for (const id of userIds) forgetNames(tx, id);
      change();
      for (const id of userIds) indexNames(tx, id);
      const all = JSON.stringify(userIds);
      for (const [key, row] of textsOfAll(tx, userIds)) {
        if (!before.has(key) && ofAnybodyElse.first(tx, ...row, all) === undefined) indexText(tx, row);
      }
      const gone = [...before.values()].filter((row) => ofSomebody.first(tx, ...row) === undefined);
      for (const row of gone) forgetText(tx, row);
      // A text that no profile contains any more must not stay readable in the file.
      for (const [, textId] of gone) {
        if (orphaned.first(tx, textId) !== undefined) tx.run('DELETE FROM text WHERE id = ?', textId);
      }
    },
  };
}

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

  /** Runs `change` on the users, and updates the values that are computed from all users. */
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
