/** A gene as its card shows it: all that the reference data of this registry say of it. */

import type { GeneName, ResolvedGene } from './candidate.ts';

/** A gene with what its organism is called here. */
export type NamedGene = GeneName & Pick<ResolvedGene, 'taxonName'>;

export type DescribedGene = Omit<ResolvedGene, 'orthologs'> & {
  /** In both directions; human ones first. */
  orthologs: readonly NamedGene[];
  /** By name; null where no diseases have been loaded. */
  diseases: GeneDiseases | null;
};

/** Diseases that a source ties to a gene, and the release of its data. */
export type GeneDiseases = {
  source: string;
  release: string | null;
  diseases: {
    diseaseId: string;
    name: string | null;
    /** Of which kind the association is, in the word of the source: `MENDELIAN`; null where it does not say. */
    association: string | null;
  }[];
};
