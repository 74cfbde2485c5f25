/** The sort keys by which records of this registry are merged with those of others, as the viewer sees them. */

import { NO_GENE, type OrderKey, type PersonKey } from '../../domain/people/order.ts';
import type { Viewer } from '../../domain/record/model.ts';
import type { GeneKey } from '../../domain/record/ordering.ts';
import type { Sight } from '../../domain/record/privacy.ts';
import type { UserFacts, UserFactsIndex } from '../record/user-facts.ts';
import type { RegisteredGene, Visibility } from '../record/visibility.ts';
import type { ReferenceData } from '../reference/reference.ts';
import type { ReadTransaction } from '../store/store.ts';

/** Keys are undefined for users who no longer exist. */
export type OrderKeys = {
  ofUser(tx: ReadTransaction, viewer: Viewer, userId: number): OrderKey | undefined;
  /**
   * Returns a function for the genes of one list. It looks up once what several of them share.
   *
   * @param queryTaxonId the organism of the gene that was searched for, if any
   */
  ofGenes(viewer: Viewer, queryTaxonId?: number): (tx: ReadTransaction, gene: RegisteredGene) => OrderKey | undefined;
};

type OrderKeysOptions = { userFacts: UserFactsIndex; reference: ReferenceData; visibility: Visibility };

export function orderKeys({ userFacts, reference, visibility }: OrderKeysOptions): OrderKeys {
  function geneKey(
    tx: ReadTransaction,
    geneId: number,
    queryTaxonId: number | undefined,
  ): GeneKey & Pick<OrderKey, 'isAskedGene'> {
    const { symbol, taxon } = reference.geneFacts(tx, geneId);
    const taxonOrdering = reference.taxon(tx, taxon.id)?.ordering ?? null;
    const isAskedGene = taxon.id === queryTaxonId;
    return { geneId, symbol, taxonOrdering, taxonCommonName: taxon.commonName, isAskedGene };
  }

  return {
    ofUser(tx, viewer, userId) {
      const person = userFacts.find(tx, userId);
      if (person === undefined) return undefined;
      return { ...NO_GENE, ...personKeyOf(person, visibility.ofUser(viewer, person)) };
    },
    ofGenes(viewer, queryTaxonId) {
      const known = new Map<number, ReturnType<typeof geneKey>>();
      return (tx, { userId, geneId, tier, ownLevel }) => {
        const person = userFacts.find(tx, userId);
        if (person === undefined) return undefined;
        const gene = known.get(geneId) ?? geneKey(tx, geneId, queryTaxonId);
        known.set(geneId, gene);
        return { ...gene, tier: tier ?? '', ...personKeyOf(person, visibility.ofGene(viewer, person, ownLevel)) };
      };
    },
  };
}

/** Returns the key of a person; that of an anonymised record has neither name nor position. */
function personKeyOf({ id, foldedName, researcherPosition }: UserFacts, sight: Sight): PersonKey {
  if (sight !== 'full') return { isWithheld: true, isPrincipalInvestigator: false, foldedName: '', id: undefined };
  const isPrincipalInvestigator = researcherPosition === 'PRINCIPAL_INVESTIGATOR';
  return { isWithheld: false, isPrincipalInvestigator, foldedName, id };
}
