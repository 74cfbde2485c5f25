/** What records of this registry are merged by with those of others, as the viewer sees them. */

import type { Viewer } from '../../domain/record/model.ts';
import type { GeneKey, OrderKey } from '../../domain/record/ordering.ts';
import type { UserFactsIndex } from '../record/user-facts.ts';
import type { RegisteredGene, Visibility } from '../record/visibility.ts';
import type { ReferenceData } from '../reference/reference.ts';
import type { ReadTransaction } from '../store/store.ts';

/** Undefined for users who are no longer there. */
export type OrderKeys = {
  ofUser(tx: ReadTransaction, viewer: Viewer, userId: number): OrderKey | undefined;
  /** A function for the genes of one list, which looks up once what several of them have in common. */
  ofGenes(viewer: Viewer): (tx: ReadTransaction, gene: RegisteredGene) => OrderKey | undefined;
};

type OrderKeysOptions = { userFacts: UserFactsIndex; reference: ReferenceData; visibility: Visibility };

/** A search for researchers is about no gene: all its records are equal in that. */
export const NO_GENE = { geneId: 0, symbol: '', taxonOrdering: null, taxonCommonName: '', tier: '' } as const;

export function orderKeys({ userFacts, reference, visibility }: OrderKeysOptions): OrderKeys {
  function geneKey(tx: ReadTransaction, geneId: number): GeneKey {
    const { symbol, taxon } = reference.geneFacts(tx, geneId);
    const taxonOrdering = reference.taxon(tx, taxon.id)?.ordering ?? null;
    return { geneId, symbol, taxonOrdering, taxonCommonName: taxon.commonName };
  }

  return {
    ofUser(tx, viewer, userId) {
      const person = userFacts.find(tx, userId);
      if (person === undefined) return undefined;
      const { fullName, id } = visibility.key(person, visibility.ofUser(viewer, person));
      return { ...NO_GENE, fullName, id };
    },
    ofGenes(viewer) {
      const known = new Map<number, GeneKey>();
      return (tx, { userId, geneId, tier, ownLevel }) => {
        const person = userFacts.find(tx, userId);
        if (person === undefined) return undefined;
        const { fullName, id } = visibility.key(person, visibility.ofGene(viewer, person, ownLevel));
        const gene = known.get(geneId) ?? geneKey(tx, geneId);
        known.set(geneId, gene);
        return { ...gene, tier: tier ?? '', fullName, id };
      };
    },
  };
}
