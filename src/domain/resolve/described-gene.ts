/** A gene as its card shows it: all reference data of this registry about it. */

import type { GeneName, ResolvedGene } from './candidate.ts';

/** A gene with this registry's name for its organism. */
export type NamedGene = GeneName & Pick<ResolvedGene, 'taxonName'>;

export type DescribedGene = Omit<ResolvedGene, 'orthologs'> & {
  /** Orthologs in both directions; human ones first. */
  orthologs: readonly NamedGene[];
  /** The diseases by name; null where no diseases are loaded. */
  diseases: GeneDiseases | null;
};

/** A source of pairs of gene and disease, with its release. */
export type PairSource = { source: string; release: string | null };

/** An association of a gene with a disease. */
export type Association = PairSource & {
  geneId: number;
  /** The kind in the words of the source, such as `MENDELIAN`; null where it gives none. */
  kind: string | null;
};

export type GeneDiseases = {
  /** The sources of these associations. */
  sources: readonly PairSource[];
  diseases: readonly {
    diseaseId: string;
    name: string | null;
    /** The kinds of the association, in the words of its sources. */
    kinds: readonly string[];
  }[];
};
