/** Which gene a symbol, an alias or a former symbol means, by the local gene table. */

import type { ResolveGene } from '../../domain/query/gene-names.ts';
import type { ReferenceData } from '../reference/reference.ts';
import type { Store } from '../store/store.ts';

/** A symbol wins over an alias that reads the same. */
export function resolveGene(store: Store, reference: ReferenceData): ResolveGene {
  return async (symbol, taxonId) =>
    store.read((tx) => {
      const bySymbol = reference.geneIdsBySymbol(tx, taxonId, symbol);
      const geneIds = bySymbol.length > 0 ? bySymbol : reference.geneIdsByAlias(tx, taxonId, symbol);
      return geneIds.map((geneId) => ({
        gene: reference.geneFacts(tx, geneId),
        orthologs: reference.orthologIds(tx, geneId, undefined).map((id) => reference.geneFacts(tx, id)),
      }));
    });
}
