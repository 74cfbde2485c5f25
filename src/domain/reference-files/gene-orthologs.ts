/** Parses `gene_orthologs` of NCBI and files in its format: genes and their orthologs in other taxa (rdp-protocol 9.2). */

import { type LineParser, quoted } from './line-parser.ts';
import type { OrthologRow } from './rows.ts';
import { type FieldOf, idFault, type RowFault, readId, tableParser } from './table-parser.ts';

export const GENE_ORTHOLOGS = {
  name: 'gene_orthologs',
  required: ['tax_id', 'GeneID', 'relationship', 'Other_tax_id', 'Other_GeneID'],
  optional: [],
} as const;

type Column = (typeof GENE_ORTHOLOGS.required)[number];

const ORTHOLOG = 'Ortholog';

/** Returns a parser for pairs, in the direction of the file. */
export function geneOrthologsParser(): LineParser<OrthologRow> {
  return tableParser({ layout: GENE_ORTHOLOGS, toRow });
}

function toRow(field: FieldOf<Column>): OrthologRow | RowFault {
  if (field('relationship') !== ORTHOLOG) {
    return {
      kind: 'relationship',
      reason: `The relationship is ${quoted(field('relationship'))}; only ${ORTHOLOG} is taken over.`,
    };
  }
  const sourceTaxonId = readId(field('tax_id'));
  if (sourceTaxonId === undefined) return idFault('tax_id', field('tax_id'));
  const sourceGeneId = readId(field('GeneID'));
  if (sourceGeneId === undefined) return idFault('GeneID', field('GeneID'));
  const targetTaxonId = readId(field('Other_tax_id'));
  if (targetTaxonId === undefined) return idFault('Other_tax_id', field('Other_tax_id'));
  const targetGeneId = readId(field('Other_GeneID'));
  if (targetGeneId === undefined) return idFault('Other_GeneID', field('Other_GeneID'));
  return { sourceTaxonId, sourceGeneId, targetTaxonId, targetGeneId };
}
