/** Parses `genes_to_disease.txt` of the Human Phenotype Ontology: diseases of genes, with the kind of each association. */

import { diseaseIdFault, isDiseaseId } from './disease-id.ts';
import { type LineParser, quoted } from './line-parser.ts';
import type { GeneDiseaseRow } from './rows.ts';
import { type FieldOf, idFault, type RowFault, readId, tableParser } from './table-parser.ts';

export const GENES_TO_DISEASE = {
  name: 'genes_to_disease.txt',
  required: ['ncbi_gene_id', 'association_type', 'disease_id'],
  optional: [],
} as const;

type Column = (typeof GENES_TO_DISEASE.required)[number];

/** The kinds `MENDELIAN`, `POLYGENIC` and `UNKNOWN`, and others like them. */
const ASSOCIATION = /^[A-Z][A-Z_ -]{0,39}$/;
/** The prefix of gene ids, which only this file has. */
const PREFIX = /^NCBIGene:/;

export function genesToDiseaseParser(): LineParser<GeneDiseaseRow> {
  return tableParser({ layout: GENES_TO_DISEASE, toRow });
}

function toRow(field: FieldOf<Column>): GeneDiseaseRow | RowFault {
  const geneId = readId(field('ncbi_gene_id').replace(PREFIX, ''));
  if (geneId === undefined) return idFault('ncbi_gene_id', field('ncbi_gene_id'));
  const diseaseId = field('disease_id');
  if (!isDiseaseId(diseaseId)) return diseaseIdFault('disease_id', diseaseId);
  const association = field('association_type');
  if (!ASSOCIATION.test(association)) {
    return {
      kind: 'association',
      reason: `The association_type is ${quoted(association)}, but must be a word in capitals such as MENDELIAN.`,
    };
  }
  return { geneId, diseaseId, association };
}
