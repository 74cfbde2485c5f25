/** Parses `genes_to_phenotype.txt` of the Human Phenotype Ontology: phenotypes of genes, with the disease of each. */

import { diseaseIdFault, isDiseaseId } from './disease-id.ts';
import { type LineParser, quoted } from './line-parser.ts';
import type { GenePhenotypeRow } from './rows.ts';
import { type FieldOf, idFault, type RowFault, readId, tableParser } from './table-parser.ts';

export const GENES_TO_PHENOTYPE = {
  name: 'genes_to_phenotype.txt',
  required: ['ncbi_gene_id', 'hpo_id', 'disease_id'],
  optional: [],
} as const;

type Column = (typeof GENES_TO_PHENOTYPE.required)[number];

const PHENOTYPE_ID = /^HP:\d{1,10}$/;

export function genesToPhenotypeParser(): LineParser<GenePhenotypeRow> {
  return tableParser({ layout: GENES_TO_PHENOTYPE, toRow });
}

function toRow(field: FieldOf<Column>): GenePhenotypeRow | RowFault {
  const geneId = readId(field('ncbi_gene_id'));
  if (geneId === undefined) return idFault('ncbi_gene_id', field('ncbi_gene_id'));
  const diseaseId = field('disease_id');
  if (!isDiseaseId(diseaseId)) return diseaseIdFault('disease_id', diseaseId);
  const phenotypeId = field('hpo_id');
  if (!PHENOTYPE_ID.test(phenotypeId)) {
    return { kind: 'phenotype', reason: `The hpo_id is ${quoted(phenotypeId)}, but must be one such as HP:0001250.` };
  }
  return { geneId, diseaseId, phenotypeId };
}
