/** Whatever a file holds, its parser answers rows, reports lines, or refuses the file; nothing else happens. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UnreadableFile } from '../../../src/domain/problem.ts';
import { GENE_INFO, geneInfoParser } from '../../../src/domain/reference-files/gene-info.ts';
import { isSkipped, type LineParser } from '../../../src/domain/reference-files/line-parser.ts';
import { oboParser } from '../../../src/domain/reference-files/obo.ts';
import { diseaseGenesParser, diseaseNamesParser } from '../../../src/domain/reference-files/orphadata.ts';
import {
  GENE_ORTHOLOGS,
  GENE2GO,
  GENES_TO_DISEASE,
  GENES_TO_PHENOTYPE,
  gene2goParser,
  geneOrthologsParser,
  genesToDiseaseParser,
  genesToPhenotypeParser,
  PHENOTYPE_HPOA,
  phenotypeHpoaParser,
} from '../../../src/domain/reference-files/tables.ts';
import { recognise } from '../../../src/files/load-files.ts';
import { readElement } from '../../../src/files/read-xml.ts';
import { anyText } from '../../support/machine/any-text.ts';
import { computingTime } from '../../support/machine/stopwatch.ts';

const layouts = [GENE_INFO, GENE_ORTHOLOGS, GENE2GO, GENES_TO_PHENOTYPE, GENES_TO_DISEASE, PHENOTYPE_HPOA];
const parsers: Record<string, () => LineParser<object>> = {
  gene_info: geneInfoParser,
  gene_orthologs: geneOrthologsParser,
  gene2go: gene2goParser,
  'genes_to_phenotype.txt': genesToPhenotypeParser,
  'genes_to_disease.txt': genesToDiseaseParser,
  'phenotype.hpoa': phenotypeHpoaParser,
  obo: oboParser,
  'product1.xml': () => diseaseNamesParser(readElement),
  'product6.xml': () => diseaseGenesParser(readElement),
};

const field = fc.oneof(
  fc.constantFrom(
    '9606',
    '1',
    '-',
    '',
    'NEWENTRY',
    'Ortholog',
    'GO:0005576',
    'NOT',
    'OMIM:1',
    '20200113',
    'HGNC:HGNC:1',
    '|',
  ),
  anyText({ maxLength: 8 }),
);
const columnsOf = ({ required, optional }: (typeof layouts)[number]) => [...Object.keys(required), ...optional];
const header = fc.constantFrom(...layouts).map((layout) => `#${columnsOf(layout).join('\t')}`);
const row = fc.array(field, { maxLength: 14 }).map((fields) => fields.join('\t'));
const oboTag = fc.constantFrom(
  'id name def synonym alt_id is_a relationship is_obsolete replaced_by namespace format-version ontology'.split(' '),
);
const oboValue = fc.oneof(
  fc.constantFrom('X:1', 'X:2', '"a" []', '"a\\', '"\\"', 'part_of X:1', 'true', '1.2', '{a="b"}', '! c', '_:b'),
  fc.string({ unit: fc.constantFrom('"', '\\', '{', '}', '!', ' ', '[', ']', 'a', ':', '='), maxLength: 12 }),
);
const oboLine = fc.oneof(
  fc.tuple(oboTag, oboValue).map(([tags, value]) => `${tags[value.length % tags.length]}: ${value}`),
  fc.constantFrom('[Term]', '[Typedef]', '[Term', '[', '[]', '', '!'),
);
const xmlLine = fc.constantFrom(
  ...['<JDBOR date="2025-06-24">', '<Disorder id="1">', '</Disorder>', '<OrphaCode>7</OrphaCode>', '<Name lang="fr">A'],
  ...['<DisorderGeneAssociationList><DisorderGeneAssociation>', '<DisorderGeneAssociationType><Name lang="en">A'],
  ...['</Name>', '<', '&#x0;', '&bad;', '<![CDATA[', ']]>', '<!--', '</a></a>', '<a b=c>', '<Disorder><OrphaCode>1'],
);
const line = fc.oneof(row, header, oboLine, xmlLine, anyText({ maxLength: 40 }));

describe.each(Object.keys(parsers))('the parser of %s', (name) => {
  const open = parsers[name] as () => LineParser<object>;

  test('throws nothing but that the file cannot be read', () => {
    const begin = layouts.find((layout) => layout.name === name);
    const first = fc.option(fc.constant(begin === undefined ? '[Term]' : columnsOf(begin).join('\t')));
    fc.assert(
      fc.property(first, fc.array(line, { maxLength: 12 }), (firstLine, others) => {
        const lines = firstLine === null ? others : [firstLine, ...others];
        const parser = open();
        try {
          lines.forEach((one, index) => {
            const taken = parser.take(one);
            if (taken !== undefined && isSkipped(taken)) {
              expect(taken.lineNumber).toBe(index + 1);
              expect(taken.reason).toMatch(/^(?:The|A|It)\b[^\n\t]*\.$/);
            }
          });
          parser.end();
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableFile);
        }
      }),
      { numRuns: 300 },
    );
  });
});

test('a table is recognised in whatever order its columns are', () => {
  const columns = (layout: (typeof layouts)[number]) => {
    const all = [...columnsOf(layout), 'another'];
    return fc.shuffledSubarray(all, { minLength: all.length });
  };
  const drawn = fc.constantFrom(...layouts).chain((layout) => fc.tuple(fc.constant(layout.name), columns(layout)));
  fc.assert(fc.property(drawn, ([name, names]) => void expect(recognise([`#${names.join('\t')}`])).toBe(name)));
});

test('recognising a file throws nothing', () => {
  fc.assert(fc.property(fc.array(line, { maxLength: 5 }), (lines) => void recognise(lines)));
});

test('a parent is always a term of the file, and never the term itself', () => {
  fc.assert(
    fc.property(fc.array(oboLine, { maxLength: 30 }), (lines) => {
      const parser = oboParser();
      try {
        for (const one of ['[Term]', 'id: X:1', ...lines]) parser.take(one);
      } catch (error) {
        expect(error).toBeInstanceOf(UnreadableFile);
        return;
      }
      const { terms } = parser.file();
      const ids = terms.map(({ termId }) => termId);
      expect(new Set(ids).size).toBe(ids.length);
      for (const { termId, isA, partOf } of terms) {
        const parents = [...isA, ...partOf];
        expect(parents.filter((parent) => parent === termId || !ids.includes(parent))).toEqual([]);
      }
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['quotes and backslashes', `synonym: "${'\\"'.repeat(100_000)}`],
  ['backslashes', `def: "${'\\'.repeat(200_001)}" []`],
  ['blanks', `name: ${' '.repeat(200_000)}x`],
  ['braces', `name: ${' {a'.repeat(70_000)}}`],
  ['exclamation marks', `name: ${' !x'.repeat(70_000)}`],
  ['colons', ':'.repeat(200_000)],
  ['letters', 'a'.repeat(200_000)],
  ['synonyms', 'synonym: "a" EXACT []\n'.repeat(20_000)],
])('a term with very many %s takes no longer than others of its length', (_, text) => {
  const parser = oboParser();
  const tookMs = computingTime();
  for (const one of ['[Term]', 'id: X:1', ...text.split('\n')]) parser.take(one);
  parser.file();
  expect(tookMs()).toBeLessThan(1000);
});
