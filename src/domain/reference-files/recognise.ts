/** Recognises the format of a reference file by its first lines, not by its name. */

import { GENE_INFO } from './gene-info.ts';
import { isOboStart, isTagLine } from './obo-line.ts';
import { orphadataProduct } from './orphadata-disorder.ts';
import { columnNames, isComment } from './table-parser.ts';
import { GENE_ORTHOLOGS, GENE2GO, GENES_TO_DISEASE, GENES_TO_PHENOTYPE, PHENOTYPE_HPOA } from './tables.ts';

const TABLES = [GENE_INFO, GENE_ORTHOLOGS, GENE2GO, GENES_TO_PHENOTYPE, GENES_TO_DISEASE, PHENOTYPE_HPOA] as const;

/** The formats, by the names of their publishers. */
export type ReferenceFormat = (typeof TABLES)[number]['name'] | 'obo' | 'product1.xml' | 'product6.xml';

/** Returns the format; undefined for any other file. */
export function recognise(firstLines: readonly string[]): ReferenceFormat | undefined {
  const lines = firstLines.filter((line) => line.trim() !== '');
  const header = lines.find((line) => !isComment(line));
  if (header === undefined) return undefined;
  const names = columnNames(header);
  const table = TABLES.find(({ marks }) => marks.every((mark) => names.includes(mark)));
  if (table !== undefined) return table.name;
  return orphadataProduct(lines) ?? (isObo(lines) ? 'obo' : undefined);
}

function isObo(lines: readonly string[]): boolean {
  const first = lines.find((line) => !line.startsWith('!'));
  return first !== undefined && (isTagLine(first) || isOboStart(first)) && lines.some(isOboStart);
}
