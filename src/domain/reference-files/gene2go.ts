/** Parses `gene2go` of NCBI: the terms of the Gene Ontology with which genes are annotated (rdp-protocol 9.3). */

import { type LineParser, quoted } from './line-parser.ts';
import type { AnnotationRow } from './rows.ts';
import { type FieldOf, idFault, type RowFault, readId, tableParser } from './table-parser.ts';

export const GENE2GO = {
  name: 'gene2go',
  required: ['tax_id', 'GeneID', 'GO_ID'],
  optional: ['Qualifier'],
} as const;

type Column = (typeof GENE2GO.required)[number] | (typeof GENE2GO.optional)[number];

const GO_ID = /^GO:\d{7}$/;

/**
 * Returns a parser that gives each annotation of a gene once, as a file repeats it for each evidence; the lines of a gene
 * must be together, as NCBI sorts them. The qualifier `NOT` says that the gene does not have the term.
 */
export function gene2goParser(): LineParser<AnnotationRow> {
  let lastGeneId: number | undefined;
  const goIdsOfGene = new Set<string>();

  function toRow(field: FieldOf<Column>): AnnotationRow | RowFault | undefined {
    const taxonId = readId(field('tax_id'));
    if (taxonId === undefined) return idFault('tax_id', field('tax_id'));
    const geneId = readId(field('GeneID'));
    if (geneId === undefined) return idFault('GeneID', field('GeneID'));
    const goId = field('GO_ID');
    if (!GO_ID.test(goId))
      return { kind: 'go-id', reason: `The GO_ID is ${quoted(goId)}, but must be one such as GO:0006281.` };
    const qualifier = field('Qualifier');
    if (/^NOT\b/.test(qualifier)) {
      return {
        kind: 'qualifier',
        reason: `The Qualifier is ${quoted(qualifier)}, which says that the gene does not have the term.`,
      };
    }
    if (geneId !== lastGeneId) goIdsOfGene.clear();
    lastGeneId = geneId;
    if (goIdsOfGene.has(goId)) return undefined;
    goIdsOfGene.add(goId);
    return { taxonId, geneId, goId };
  }

  return tableParser({ layout: GENE2GO, toRow });
}
