/** The tables of NCBI and of the Human Phenotype Ontology: their columns, and the rows that are made of them. */

import type { LineParser } from './line-parser.ts';
import { quoted } from './line-parser.ts';
import { id, orNull, type ReadField, type RowFault, tableParser, text, textLike } from './table-parser.ts';

/** `gene_orthologs` of NCBI and files in its format: genes and their orthologs in other taxa (rdp-protocol 9.2). */
export const GENE_ORTHOLOGS = {
  name: 'gene_orthologs',
  required: {
    tax_id: id,
    GeneID: id,
    relationship: ((field) =>
      field === 'Ortholog'
        ? field
        : {
            kind: 'relationship',
            reason: `The relationship is ${quoted(field)}; only Ortholog is taken over.`,
          }) as ReadField<string>,
    Other_tax_id: id,
    Other_GeneID: id,
  },
  optional: [],
  marks: ['relationship', 'Other_GeneID'],
} as const;

export type OrthologRow = { sourceTaxonId: number; sourceGeneId: number; targetTaxonId: number; targetGeneId: number };

/** Returns a parser for pairs, in the direction of the file. */
export function geneOrthologsParser(): LineParser<OrthologRow> {
  return tableParser(GENE_ORTHOLOGS, ({ tax_id, GeneID, Other_tax_id, Other_GeneID }) => ({
    ...{ sourceTaxonId: tax_id, sourceGeneId: GeneID, targetTaxonId: Other_tax_id, targetGeneId: Other_GeneID },
  }));
}

/** `gene2go` of NCBI: the terms of the Gene Ontology with which genes are annotated (rdp-protocol 9.3). */
export const GENE2GO = {
  name: 'gene2go',
  required: { tax_id: id, GeneID: id, GO_ID: textLike(/^GO:\d{7}$/, 'go-id', 'one such as GO:0006281') },
  optional: ['Qualifier'],
  marks: ['GeneID', 'GO_ID'],
} as const;

export type AnnotationRow = { taxonId: number; geneId: number; goId: string };

/**
 * Returns a parser that gives each annotation of a gene once, as a file repeats it for each evidence; the lines of a gene
 * must be together, as NCBI sorts them. The qualifier `NOT` says that the gene does not have the term.
 */
export function gene2goParser(): LineParser<AnnotationRow> {
  let lastGeneId: number | undefined;
  const goIdsOfGene = new Set<string>();
  return tableParser(
    GENE2GO,
    ({ tax_id: taxonId, GeneID: geneId, GO_ID: goId }, field): AnnotationRow | RowFault | undefined => {
      const qualifier = field('Qualifier');
      if (/^NOT\b/.test(qualifier)) {
        const reason = `The Qualifier is ${quoted(qualifier)}, which says that the gene does not have the term.`;
        return { kind: 'qualifier', reason };
      }
      if (geneId !== lastGeneId) goIdsOfGene.clear();
      lastGeneId = geneId;
      if (goIdsOfGene.has(goId)) return undefined;
      goIdsOfGene.add(goId);
      return { taxonId, geneId, goId };
    },
  );
}

/** Reads an identifier of a disease: `OMIM:607208`, `ORPHA:33069`, `DECIPHER:1`. */
const diseaseId = textLike(/^[A-Za-z]\w{0,49}:[\w.-]{1,200}$/, 'disease', 'one such as OMIM:607208 or ORPHA:33069');

/** `genes_to_phenotype.txt` of the Human Phenotype Ontology: phenotypes of genes, with the disease of each. */
export const GENES_TO_PHENOTYPE = {
  name: 'genes_to_phenotype.txt',
  required: {
    ncbi_gene_id: id,
    hpo_id: textLike(/^HP:\d{1,10}$/, 'phenotype', 'one such as HP:0001250'),
    disease_id: diseaseId,
  },
  optional: [],
  marks: ['hpo_id', 'disease_id'],
} as const;

export type GenePhenotypeRow = { geneId: number; diseaseId: string; phenotypeId: string };

export function genesToPhenotypeParser(): LineParser<GenePhenotypeRow> {
  return tableParser(GENES_TO_PHENOTYPE, ({ ncbi_gene_id, hpo_id, disease_id }) => ({
    ...{ geneId: ncbi_gene_id, diseaseId: disease_id, phenotypeId: hpo_id },
  }));
}

/** `genes_to_disease.txt` of the Human Phenotype Ontology: diseases of genes, with the kind of each association. */
export const GENES_TO_DISEASE = {
  name: 'genes_to_disease.txt',
  required: {
    /** Only this file has a prefix before the ids of genes. */
    ncbi_gene_id: ((field, column) => {
      const value = id(field.replace(/^NCBIGene:/, ''), column);
      return typeof value === 'number' ? value : id(field, column);
    }) as ReadField<number>,
    /** The kinds `MENDELIAN`, `POLYGENIC` and `UNKNOWN`, and others like them. */
    association_type: textLike(/^[A-Z][A-Z_ -]{0,39}$/, 'association', 'a word in capitals such as MENDELIAN'),
    disease_id: diseaseId,
  },
  optional: [],
  marks: ['association_type', 'disease_id'],
} as const;

export type GeneDiseaseRow = { geneId: number; diseaseId: string; association: string };

export function genesToDiseaseParser(): LineParser<GeneDiseaseRow> {
  return tableParser(GENES_TO_DISEASE, ({ ncbi_gene_id, disease_id, association_type }) => ({
    ...{ geneId: ncbi_gene_id, diseaseId: disease_id, association: association_type },
  }));
}

/** `phenotype.hpoa` of the Human Phenotype Ontology, with a line for each phenotype: the names of diseases. */
export const PHENOTYPE_HPOA = {
  name: 'phenotype.hpoa',
  required: { database_id: diseaseId, disease_name: text },
  optional: [],
  marks: ['database_id', 'disease_name'],
} as const;

export type DiseaseNameRow = { diseaseId: string; name: string };

type PhenotypeHpoaParser = LineParser<DiseaseNameRow> & {
  /** The release in the comments above the header, such as `2025-01-16`; null where they give none. */
  release(): string | null;
};

/** Returns a parser that gives each disease once, with its first name. */
export function phenotypeHpoaParser(): PhenotypeHpoaParser {
  const named = new Set<string>();
  let release: string | null = null;
  const parser = tableParser(
    PHENOTYPE_HPOA,
    ({ database_id, disease_name }): DiseaseNameRow | RowFault | undefined => {
      if (named.has(database_id)) return undefined;
      const name = orNull(disease_name.trim());
      if (name === null) {
        const reason = `The disease_name of ${database_id} is ${quoted(disease_name)}, but must be a name.`;
        return { kind: 'disease-name', reason };
      }
      named.add(database_id);
      return { diseaseId: database_id, name };
    },
    (comment) => {
      release ??= /^#\s*version:\s*(\S{1,50})\s*$/.exec(comment)?.[1] ?? null;
    },
  );
  return { ...parser, release: () => release };
}
