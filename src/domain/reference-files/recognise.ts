/** Recognises the format of a reference file by its first lines, not by its name. */

import { GENE_INFO } from './gene-info.ts';
import { GENE_ORTHOLOGS } from './gene-orthologs.ts';
import { GENE2GO } from './gene2go.ts';
import { GENES_TO_DISEASE } from './genes-to-disease.ts';
import { GENES_TO_PHENOTYPE } from './genes-to-phenotype.ts';
import { isOboStart, isTagLine } from './obo-line.ts';
import { orphadataProduct } from './orphadata-disorder.ts';
import { PHENOTYPE_HPOA } from './phenotype-hpoa.ts';
import { columnNames, isComment } from './table-parser.ts';

/** The formats, by the names of their publishers. */
export type ReferenceFormat =
  | 'gene_info'
  | 'gene_orthologs'
  | 'gene2go'
  | 'obo'
  | 'genes_to_phenotype.txt'
  | 'genes_to_disease.txt'
  | 'phenotype.hpoa'
  | 'product1.xml'
  | 'product6.xml';

/** Columns that identify a table. There are fewer than required, so that the parser can report missing ones. */
const MARKS: ReadonlyMap<ReferenceFormat, readonly string[]> = new Map([
  [GENE_INFO.name, ['GeneID', 'Symbol', 'Synonyms']],
  [GENE_ORTHOLOGS.name, ['relationship', 'Other_GeneID']],
  [GENE2GO.name, ['GeneID', 'GO_ID']],
  [GENES_TO_PHENOTYPE.name, ['hpo_id', 'disease_id']],
  [GENES_TO_DISEASE.name, ['association_type', 'disease_id']],
  [PHENOTYPE_HPOA.name, ['database_id', 'disease_name']],
] satisfies [ReferenceFormat, readonly string[]][]);

/** Returns the format; undefined for any other file. */
export function recognise(firstLines: readonly string[]): ReferenceFormat | undefined {
  const lines = firstLines.filter((line) => line.trim() !== '');
  const header = lines.find((line) => !isComment(line));
  if (header === undefined) return undefined;
  const names = columnNames(header);
  const table = [...MARKS].find(([, marks]) => marks.every((mark) => names.includes(mark)));
  if (table !== undefined) return table[0];
  return orphadataProduct(lines) ?? (isObo(lines) ? 'obo' : undefined);
}

function isObo(lines: readonly string[]): boolean {
  const first = lines.find((line) => !line.startsWith('!'));
  return first !== undefined && (isTagLine(first) || isOboStart(first)) && lines.some(isOboStart);
}
