/** Parses `phenotype.hpoa` of the Human Phenotype Ontology, with a line for each phenotype: the names of diseases. */

import { diseaseIdFault, isDiseaseId } from './disease-id.ts';
import { type LineParser, quoted } from './line-parser.ts';
import type { DiseaseNameRow } from './rows.ts';
import { type FieldOf, orNull, type RowFault, tableParser } from './table-parser.ts';

export const PHENOTYPE_HPOA = {
  name: 'phenotype.hpoa',
  required: ['database_id', 'disease_name'],
  optional: [],
} as const;

type Column = (typeof PHENOTYPE_HPOA.required)[number];

type PhenotypeHpoaParser = LineParser<DiseaseNameRow> & {
  /** The release in the comments above the header, such as `2025-01-16`; null where they give none. */
  release(): string | null;
};

/** Returns a parser that gives each disease once, with its first name. */
export function phenotypeHpoaParser(): PhenotypeHpoaParser {
  const named = new Set<string>();
  let release: string | null = null;

  function toRow(field: FieldOf<Column>): DiseaseNameRow | RowFault | undefined {
    const diseaseId = field('database_id');
    if (named.has(diseaseId)) return undefined;
    if (!isDiseaseId(diseaseId)) return diseaseIdFault('database_id', diseaseId);
    const name = orNull(field('disease_name').trim());
    if (name === null) {
      return {
        kind: 'disease-name',
        reason: `The disease_name of ${diseaseId} is ${quoted(field('disease_name'))}, but must be a name.`,
      };
    }
    named.add(diseaseId);
    return { diseaseId, name };
  }

  function onComment(line: string): void {
    release ??= /^#\s*version:\s*(\S{1,50})\s*$/.exec(line)?.[1] ?? null;
  }

  return { ...tableParser({ layout: PHENOTYPE_HPOA, toRow, onComment }), release: () => release };
}
