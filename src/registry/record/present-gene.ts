/** A gene that was found registered, as it is registered now. */

import type { PrivacyLevel, Tier } from '../../domain/record/model.ts';
import type { ReadTransaction, Store } from '../store/store.ts';
import type { RegisteredGene } from './visibility.ts';

/** Undefined where the researcher has it no more, or has given it another tier. */
export type PresentGene = (tx: ReadTransaction, found: RegisteredGene) => RegisteredGene | undefined;

export function presentGene(store: Store): PresentGene {
  const registered = store.query<[Tier | null, PrivacyLevel | null]>(
    'SELECT tier, privacy_level FROM user_gene WHERE user_id = ? AND gene_id = ?',
  );
  return (tx, found) => {
    const row = registered.first(tx, found.userId, found.geneId);
    return row === undefined || row[0] !== found.tier ? undefined : { ...found, ownLevel: row[1] };
  };
}
