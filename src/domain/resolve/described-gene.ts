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

/** Who ties pairs of gene and disease, and the release of their data. */
export type PairSource = { source: string; release: string | null };

/** What ties a gene to a disease. */
export type Association = PairSource & {
  geneId: number;
  /** In the words of the source: `MENDELIAN`; null where it does not say. */
  kind: string | null;
};

export type GeneDiseases = {
  /** Those who tie any of them. */
  sources: readonly PairSource[];
  diseases: readonly {
    diseaseId: string;
    name: string | null;
    /** Of which kinds the association is, as its sources say. */
    kinds: readonly string[];
  }[];
};
