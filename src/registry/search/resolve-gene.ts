/** Finds the gene that a symbol, an alias or a former symbol means, in the local gene table. */

import type { ResolveGene } from '../../domain/query/gene-names.ts';
import type { ReferenceData } from '../reference/reference.ts';
import type { Store } from '../store/store.ts';

const BEST_FIRST = `
SELECT value FROM json_each(?) LEFT JOIN gene_identity ON gene_id = value
ORDER BY nomenclature_status IS NOT 'official', kind IS NOT 'protein-coding', value
`;

const BY_AUTHORITY_SYMBOL = `
SELECT id FROM gene_identity JOIN gene ON id = gene_id
WHERE authority_symbol = ? COLLATE NOCASE AND taxon_id = ? ORDER BY id
`;

/** A symbol, of NCBI or else of the nomenclature authority, takes precedence over an equal alias. Official and protein-coding genes come first. */
export function resolveGene(store: Store, reference: ReferenceData): ResolveGene {
  const bestFirst = store.query<[number]>(BEST_FIRST);
  const byAuthority = store.query<[number]>(BY_AUTHORITY_SYMBOL);
  return async (symbol, taxonId) =>
    store.read((tx) => {
      const bySymbol = reference.geneIdsBySymbol(tx, taxonId, symbol);
      const official = bySymbol.length > 0 ? bySymbol : byAuthority.all(tx, symbol.trim(), taxonId).flat();
      const geneIds = official.length > 0 ? official : reference.geneIdsByAlias(tx, taxonId, symbol);
      const ordered = geneIds.length < 2 ? geneIds : bestFirst.all(tx, JSON.stringify(geneIds)).flat();
      return ordered.map((geneId) => ({
        gene: reference.geneFacts(tx, geneId),
        orthologs: reference.orthologIds(tx, geneId, undefined).map((id) => reference.geneFacts(tx, id)),
      }));
    });
}
