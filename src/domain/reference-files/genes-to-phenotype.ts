/** `genes_to_phenotype.txt` of the Human Phenotype Ontology: the diseases of genes, a line for each phenotype. */

import { diseaseIdFault, isDiseaseId } from './disease-id.ts';
import type { LineParser } from './line-parser.ts';
import type { GeneDiseaseRow } from './rows.ts';
import { type FieldOf, idFault, type RowFault, readId, tableParser } from './table-parser.ts';

export const GENES_TO_PHENOTYPE = {
  name: 'genes_to_phenotype.txt',
  // The phenotype is not read, but without it this is another file of HPO, whose genes are no numbers.
  required: ['ncbi_gene_id', 'hpo_id', 'disease_id'],
  optional: [],
} as const;

type Column = (typeof GENES_TO_PHENOTYPE.required)[number];

/** Each gene and disease once. */
export function genesToPhenotypeParser(): LineParser<GeneDiseaseRow> {
  const pairs = new Set<string>();

  function toRow(field: FieldOf<Column>): GeneDiseaseRow | RowFault | undefined {
    const geneId = readId(field('ncbi_gene_id'));
    if (geneId === undefined) return idFault('ncbi_gene_id', field('ncbi_gene_id'));
    const diseaseId = field('disease_id');
    if (!isDiseaseId(diseaseId)) return diseaseIdFault('disease_id', diseaseId);
    const pair = `${geneId} ${diseaseId}`;
    if (pairs.has(pair)) return undefined;
    pairs.add(pair);
    return { geneId, diseaseId };
  }

  return tableParser({ layout: GENES_TO_PHENOTYPE, toRow });
}
