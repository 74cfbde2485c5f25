/** The results of the parsers of reference files: rows, and skipped lines. */

import type { GeneIdentity } from '../record/gene-identity.ts';

/** A row of `gene_info`. */
export type GeneInfoRow = {
  taxonId: number;
  geneId: number;
  symbol: string;
  name: string | null;
  /** Exactly as in NCBI's file: `A|B`, `-` for none. */
  aliases: string;
  /** In the form `yyyy-mm-dd`; null for an invalid date. */
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
  /** Diseases of OMIM and Orphanet that are the same as the term: `OMIM:607208`, `ORPHA:33069`. */
  diseaseIds: string[];
  synonyms: string[];
  /** The synonyms with a broader meaning than the term. */
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
  /** Such as `OMIM:607208`. */
  diseaseId: string;
  /** Such as `HP:0001250`. */
  phenotypeId: string;
};

/** A row of `genes_to_disease.txt`. */
export type GeneDiseaseRow = {
  geneId: number;
  /** Such as `OMIM:607208`. */
  diseaseId: string;
  /** The kind in the words of the file: `MENDELIAN`. */
  association: string;
};

/** A disease in `phenotype.hpoa`. */
export type DiseaseNameRow = { diseaseId: string; name: string };

/** A disease in product 1 of Orphadata. */
export type DiseaseNamesRow = {
  /** Its own id, and the OMIM ids of the same disease: `ORPHA:33069`, `OMIM:607208`. */
  diseaseIds: string[];
  /** The preferred name first. */
  names: string[];
  /** Such as `en` or `fr`. */
  language: string;
};

/** A disease in product 6 of Orphadata, with its associated genes. */
export type DiseaseGenesRow = {
  /** Such as `ORPHA:33069`. */
  diseaseId: string;
  name: string | null;
  genes: {
    symbol: string;
    /** The HGNC id before Ensembl ids: `HGNC:10585`, `ENSG00000144285`. */
    identifiers: string[];
    /** The kind in the words of the file: `Disease-causing germline mutation(s) in`; null where it gives none. */
    association: string | null;
  }[];
};

/** A line that was skipped. */
export type SkippedLine = {
  /** The number of the line in the file, from 1. */
  lineNumber: number;
  /** A name for the fault, equal for all lines with the same fault. */
  kind: string;
  /** A sentence with what was found and what is allowed. */
  reason: string;
};
