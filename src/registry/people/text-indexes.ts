/** Updates the indexes of names and texts when single users change. */

import { nameIndexOf, TEXT_INDEXES, textIndexOf } from '../store/people-texts.ts';
import type { ReadTransaction, Store, WriteTransaction } from '../store/store.ts';

type TextIndexes = {
  /** Runs `change`, which writes or removes these users, and updates the indexes. */
  change(tx: WriteTransaction, userIds: readonly number[], change: () => void): void;
};

type Names = [name: string | null, lastName: string | null];
type NameRow = [readers: number, ...Names];
type TextRow = [readers: number, textId: number];

export function textIndexes(store: Store): TextIndexes {
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
