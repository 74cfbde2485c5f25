/** Reads a registered gene of a person as it is now. */

import type { PrivacyLevel, Tier } from '../../domain/record/model.ts';
import type { ReadTransaction, Store } from '../store/store.ts';
import { withdrawnGenes } from '../store/withdrawn-genes.ts';
import type { RegisteredGene } from './visibility.ts';

/** Returns undefined if the researcher no longer has the gene. */
type GeneOfUser = (tx: ReadTransaction, userId: number, geneId: number) => RegisteredGene | undefined;

export function geneOfUser(store: Store): GeneOfUser {
  const registered = store.query<[Tier | null, PrivacyLevel | null]>(
    'SELECT tier, privacy_level FROM user_gene WHERE user_id = ? AND gene_id = ?',
  );
  const { presentLevel } = withdrawnGenes(store);
  return (tx, userId, geneId) => {
    const row = registered.first(tx, userId, geneId);
    if (row === undefined) return undefined;
    const ownLevel = presentLevel(tx, userId, geneId, row[1]);
    return ownLevel === 'gone' ? undefined : { userId, geneId, tier: row[0], ownLevel };
  };
}

/** Returns a gene that was found before as it is now; undefined if it is gone or has another tier. */
type PresentGene = (tx: ReadTransaction, found: RegisteredGene) => RegisteredGene | undefined;

export function presentGene(store: Store): PresentGene {
  const registered = geneOfUser(store);
  return (tx, found) => {
    const now = registered(tx, found.userId, found.geneId);
    return now?.tier === found.tier ? now : undefined;
  };
}
