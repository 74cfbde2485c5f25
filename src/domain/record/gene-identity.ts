/** What is stored about a gene besides what the API shows, from NCBI's `gene_info`. */

/** Whether the symbol from the nomenclature committee is final or provisional. */
export type NomenclatureStatus = 'official' | 'interim';

export type GeneIdentity = {
  /** The symbol of the committee, where it differs from that of the gene: `MT-TK` of TRNK. */
  authoritySymbol: string | null;
  /** Such as `HGNC:1100`. */
  hgncId: string | null;
  ensemblIds: string[];
  /** Numbers as text, such as `113705`. */
  omimIds: string[];
  nomenclatureStatus: NomenclatureStatus | null;
  /** The kind in NCBI's words, such as `protein-coding`, `pseudo` or `ncRNA`. */
  kind: string | null;
  otherDesignations: string[];
  chromosome: string | null;
  /** Exactly as in NCBI's file: `17q21.31`, `10 22.5 cM`. */
  mapLocation: string | null;
};
