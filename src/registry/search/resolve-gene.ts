/** Which gene a symbol, an alias or a former symbol means, by the local gene table. */

import type { ResolveGene } from '../../domain/query/gene-names.ts';
import type { ReferenceData } from '../reference/reference.ts';
import type { SqliteStore } from '../store/sqlite-store.ts';

/** A symbol wins over an alias that reads the same. */
export function resolveGene(store: SqliteStore, reference: ReferenceData): ResolveGene {
  return async (symbol, taxonId) =>
    store.read(() => {
      const bySymbol = reference.geneIdsBySymbol(taxonId, symbol);
      const geneIds = bySymbol.length > 0 ? bySymbol : reference.geneIdsByAlias(taxonId, symbol);
      return geneIds.map((geneId) => ({
        gene: reference.geneFacts(geneId),
        orthologs: reference.orthologIds(geneId, undefined).map((id) => reference.geneFacts(id)),
      }));
    });
}
