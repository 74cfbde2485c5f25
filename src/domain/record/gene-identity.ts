/** What is kept of a gene beside what the API shows, as NCBI's `gene_info` has it. */

/** Whether a committee gave the gene its symbol for good, or until something better is known. */
export type NomenclatureStatus = 'official' | 'interim';

export type GeneIdentity = {
  /** The symbol of the committee where it is another one than the gene's: `MT-TK` of TRNK. */
  authoritySymbol: string | null;
  /** `HGNC:1100`. */
  hgncId: string | null;
  ensemblIds: string[];
  /** Numbers as text: `113705`. */
  omimIds: string[];
  nomenclatureStatus: NomenclatureStatus | null;
  /** `protein-coding`, `pseudo`, `ncRNA`… in NCBI's words. */
  kind: string | null;
  otherDesignations: string[];
  chromosome: string | null;
  /** Verbatim: `17q21.31`, `10 22.5 cM`. */
  mapLocation: string | null;
};
