/** What the parsers of reference files answer: one row of a file, or why a line is not one. */

import type { GeneIdentity } from '../record/gene-identity.ts';

/** A row of `gene_info`. */
export type GeneInfoRow = {
  taxonId: number;
  geneId: number;
  symbol: string;
  name: string | null;
  /** Verbatim, as NCBI writes them: `A|B`, `-` for none. */
  aliases: string;
  /** `yyyy-mm-dd`; null for a date that is none. */
  modificationDate: string | null;
  facts: GeneIdentity;
};

/** A row of `gene_orthologs`. */
export type OrthologRow = {
  sourceTaxonId: number;
  sourceGeneId: number;
  targetTaxonId: number;
  targetGeneId: number;
};

/** A row of `gene2go`. */
export type AnnotationRow = { taxonId: number; geneId: number; goId: string };

/** An ontology in OBO. */
export type OboFile = { ontology: string | null; dataVersion: string | null; terms: OboTerm[] };

export type OboTerm = {
  termId: string;
  name: string | null;
  definition: string | null;
  namespace: string | null;
  /** Diseases of OMIM and Orphanet that the term is the same as: `OMIM:607208`, `ORPHA:33069`. */
  diseaseIds: string[];
  synonyms: string[];
  /** Those of them that mean more than the term does. */
  broadSynonyms: string[];
  altTermIds: string[];
  isA: string[];
  partOf: string[];
  obsolete: boolean;
  replacedBy: string[];
};

/** A row of `genes_to_phenotype.txt`. */
export type GenePhenotypeRow = {
  geneId: number;
  /** `OMIM:607208`. */
  diseaseId: string;
  /** `HP:0001250`. */
  phenotypeId: string;
};

/** A row of `genes_to_disease.txt`. */
export type GeneDiseaseRow = {
  geneId: number;
  /** `OMIM:607208`. */
  diseaseId: string;
  /** In the word of the file: `MENDELIAN`. */
  association: string;
};

/** A disease in `phenotype.hpoa`. */
export type DiseaseNameRow = { diseaseId: string; name: string };

/** A disease in product 1 of Orphadata. */
export type DiseaseNamesRow = {
  /** Its own one, and those of OMIM that are the same: `ORPHA:33069`, `OMIM:607208`. */
  diseaseIds: string[];
  /** The preferred one first. */
  names: string[];
  /** `en`, `fr`. */
  language: string;
};

/** A disease in product 6 of Orphadata, with the genes that are tied to it. */
export type DiseaseGenesRow = {
  /** `ORPHA:33069`. */
  diseaseId: string;
  name: string | null;
  genes: {
    symbol: string;
    /** The one of HGNC before those of Ensembl: `HGNC:10585`, `ENSG00000144285`. */
    identifiers: string[];
    /** In the words of the file: `Disease-causing germline mutation(s) in`; null where it does not say. */
    association: string | null;
  }[];
};

/** A line that is not taken over. */
export type SkippedLine = {
  /** In the file, from 1. */
  lineNumber: number;
  /** What is wrong with it, in one word for all lines of which the same is wrong. */
  kind: string;
  /** A sentence that names what was found and what is allowed. */
  reason: string;
};
