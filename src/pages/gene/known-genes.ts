/** The reference data of this registry about the queried gene. */

import { type GeneFamilies, geneKey } from '../../domain/people/facets.ts';
import type { DescribedGene } from '../../domain/resolve/described-gene.ts';

export type KnownGenes = {
  searched: { symbol: string; taxonId: string };
  /** Several genes if they share the symbol; the best match comes first. */
  genes: readonly DescribedGene[];
  /** The ids of the genes that the reader chose among these; if empty, the first gene is meant. */
  chosen: readonly string[];
  /** The searched organisms; that of the gene comes first. */
  searchedTaxonIds: readonly number[];
};

/** Returns the gene that the page shows; undefined if none is known. */
export function geneMeant({ genes, chosen }: KnownGenes): DescribedGene | undefined {
  return genes.find(({ geneId }) => chosen.includes(String(geneId))) ?? genes[0];
}

/** Returns the symbols of that gene and of its orthologs, by organism. */
export function symbolsOf(known: KnownGenes): ReadonlyMap<number, readonly string[]> {
  const gene = geneMeant(known);
  const all = gene === undefined ? [] : [gene, ...gene.orthologs];
  const byTaxon = Map.groupBy(all, ({ taxonId }) => taxonId);
  return new Map([...byTaxon].map(([taxonId, own]) => [taxonId, own.map(({ symbol }) => symbol)]));
}

/** Returns each gene with the keys under which records name it and its orthologs; empty if there is nothing to distinguish. */
export function familiesOf({ genes, chosen }: KnownGenes): GeneFamilies {
  if (genes.length < 2 && chosen.length === 0) return new Map();
  return new Map(
    genes.map((gene) => {
      const keys = [gene, ...gene.orthologs].flatMap(({ geneId, taxonId, symbol }) => [
        geneKey(geneId, taxonId, symbol),
        geneKey(null, taxonId, symbol),
      ]);
      return [String(gene.geneId), new Set(keys)];
    }),
  );
}
