/** The genes of phenotypes, as a load leaves them in the tables. */

import type { LoadTally } from '../../domain/reference-files/load-report.ts';
import type { LoadWork } from './load-work.ts';

/** Ids of genes by the id of a phenotype. */
export type GenesByPhenotype = ReadonlyMap<string, ReadonlySet<number>>;

/** Replaces those that are here; of each the genes stand in the order of their symbols. */
export function writePhenotypes({ tx, store }: LoadWork, given: GenesByPhenotype, tally: LoadTally): void {
  const places = placesBySymbol({ tx, store }, given);
  const place = (geneId: number) => places.get(geneId) ?? 0;
  const rows = store.query<[string, string]>('SELECT term_id, gene_ids FROM phenotype_genes');
  const known = new Map(rows.all(tx));
  const write = tx.inserter('REPLACE INTO phenotype_genes VALUES (?, ?)');
  const remove = tx.inserter('DELETE FROM phenotype_genes WHERE term_id = ?');
  for (const [termId, genes] of given) {
    const geneIds = JSON.stringify([...genes].sort((a, b) => place(a) - place(b)));
    const before = known.get(termId);
    known.delete(termId);
    if (before === geneIds) {
      tally.unchanged();
      continue;
    }
    write(termId, geneIds);
    if (before === undefined) tally.added();
    else tally.changed();
  }
  for (const termId of known.keys()) {
    remove(termId);
    tally.removed(`${termId} and its genes`);
  }
}

function placesBySymbol({ tx, store }: Pick<LoadWork, 'tx' | 'store'>, given: GenesByPhenotype): Map<number, number> {
  const geneIds = new Set([...given.values()].flatMap((genes) => [...genes]));
  const sorted = store
    .query<[number]>('SELECT gene.id FROM json_each(?) JOIN gene ON gene.id = value ORDER BY symbol_folded, gene.id')
    .all(tx, JSON.stringify([...geneIds]));
  return new Map(sorted.map(([id], index) => [id, index]));
}
