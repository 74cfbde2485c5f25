/** What a fault in a table of people says: the column as a spreadsheet names it, and what may stand there instead. */

import { expect, test } from 'vitest';
import { columnLetters, firstOf } from '../../../src/domain/tables/faults.ts';
import { findGene, type PeopleReference } from '../../../src/domain/tables/reference.ts';

test.each([
  [1, 'A'],
  [26, 'Z'],
  [27, 'AA'],
  [52, 'AZ'],
  [53, 'BA'],
  [702, 'ZZ'],
  [703, 'AAA'],
])('column %i is %s', (column, letters) => {
  expect(columnLetters(column)).toBe(letters);
});

test.each([
  [15, /, c15$/],
  [16, /, c15 and 1 more$/],
  [1015, /, c15 and 1,000 more$/],
])('of %i choices the first fifteen are listed', (count, end) => {
  expect(firstOf(Array.from({ length: count }, (_, at) => `c${at + 1}`))).toMatch(end);
});

const GENE = { geneId: 7, taxonId: 4, symbol: 'X1', name: null };
const NAMELESS = { id: 4, commonName: null, scientificName: null };
const HUMAN = { id: 9606, commonName: 'human', scientificName: 'Homo sapiens' };
const YEAST = { id: 5, commonName: null, scientificName: 'Saccharomyces' };

test.each([
  ['X1', '', [HUMAN, YEAST, NAMELESS], "'X1' has no organism beside it", 'human (9606), Saccharomyces (5), 4'],
  ['X1', '', [], "'X1' has no organism beside it", 'no organism, as the registry knows none yet'],
  ['X1', 'rat', [HUMAN], "'rat' is no organism here", 'human (9606)'],
  ['X1', 'x', [YEAST, NAMELESS].map((one) => ({ ...one, commonName: 'X' })), "'x' may mean several organisms", '5, 4'],
  ['NCBIGene:7', 'human', [HUMAN], 'NCBIGene:7 (X1) is no gene of human (9606)', 'no organism'],
  ['NCBIGene:7', '9606', [HUMAN, NAMELESS], 'NCBIGene:7 (X1) is no gene of human (9606)', '4'],
])(
  'a gene %s beside the organism "%s" among %j is refused with what is allowed',
  (symbol, taxon, taxa, found, allowed) => {
    const reference = { taxa, geneById: () => GENE, genesByIdentifier: () => [] } as unknown as PeopleReference;
    expect(findGene(symbol, taxon, reference)).toEqual({ found, allowed, isTaxon: true });
  },
);
