/** A gene as its card shows it: all that the reference data of this registry say of it. */

import type { ResolvedGene } from './candidate.ts';

export type DescribedGene = ResolvedGene & {
  /** By name; null where no diseases have been loaded. */
  diseases: GeneDiseases | null;
};

/** Diseases that a source ties to a gene, and the release of its data. */
export type GeneDiseases = {
  source: string;
  release: string | null;
  diseases: { diseaseId: string; name: string | null }[];
};
