/** What the reference data of this registry say of the gene that was asked for. */

import { type GeneFamilies, geneKey } from '../../../domain/people/facets.ts';
import type { DescribedGene } from '../../../domain/resolve/described-gene.ts';

export type KnownGenes = {
  searched: { symbol: string; taxonId: string };
  /** Several where the symbol is that of several genes; best first. */
  genes: readonly DescribedGene[];
  /** Those of these that the reader chose, by their ids; with none the first is meant. */
  chosen: readonly string[];
  /** The organisms that are searched, that of the gene first. */
  searchedTaxonIds: readonly number[];
};

/** The one that is shown; undefined where none is known. */
export function geneMeant({ genes, chosen }: KnownGenes): DescribedGene | undefined {
  return genes.find(({ geneId }) => chosen.includes(String(geneId))) ?? genes[0];
}

/** The symbols of the gene that is shown and of its orthologs, by organism. */
export function symbolsOf(known: KnownGenes): ReadonlyMap<number, readonly string[]> {
  const gene = geneMeant(known);
  const all = gene === undefined ? [] : [gene, ...gene.orthologs];
  const byTaxon = Map.groupBy(all, ({ taxonId }) => taxonId);
  return new Map([...byTaxon].map(([taxonId, own]) => [taxonId, own.map(({ symbol }) => symbol)]));
}

/** Each with the keys under which records name it and its orthologs; none where there is nothing to distinguish. */
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
