/** The organ systems of this registry. */

import { foldForEquality } from '../../domain/folding.ts';
import type { ReadTransaction, Store } from '../store/store.ts';

/** Returns those of the Uberon ids that this registry does not have, active or not. */
export function unknownOrgans(store: Store): (tx: ReadTransaction, uberonIds: readonly string[]) => readonly string[] {
  const organ = store.query<[number]>('SELECT 1 FROM organ WHERE uberon_id_folded = ?');
  return (tx, uberonIds) => uberonIds.filter((id) => organ.first(tx, foldForEquality(id)) === undefined);
}
