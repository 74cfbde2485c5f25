/** What the reference data of this registry say of the gene that was asked for. */

import type { DescribedGene } from '../../../domain/resolve/described-gene.ts';

export type KnownGenes = {
  asked: { symbol: string; taxonId: string };
  /** Several where the symbol is that of several genes; best first. */
  genes: readonly DescribedGene[];
  /** The gene of these that the reader chose, by its id; undefined for the first. */
  chosen: string | undefined;
  /** The organisms that are searched, that of the gene first. */
  searchedTaxonIds: readonly number[];
};

/** The one that is shown; undefined where none is known. */
export function geneMeant({ genes, chosen }: KnownGenes): DescribedGene | undefined {
  return genes.find(({ geneId }) => String(geneId) === chosen) ?? genes[0];
}
