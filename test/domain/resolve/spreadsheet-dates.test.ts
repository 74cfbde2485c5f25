/** Dates that a spreadsheet made of symbols are named as such, before any gene that is spelled alike. */

import { expect, test } from 'vitest';
import { resolveText } from '../../../src/domain/resolve/resolve-text.ts';
import { symbolsOfDate } from '../../../src/domain/resolve/spreadsheet-dates.ts';
import { foundGene, smallLookups } from './small-lookups.ts';

const lookups = smallLookups({
  genes: [
    foundGene({ geneId: 1, symbol: 'SEPTIN2', aliases: 'SEPT2' }),
    foundGene({ geneId: 2, symbol: 'MARCHF1', aliases: 'MARCH1' }),
    foundGene({ geneId: 3, symbol: 'MTARC1', aliases: 'MARC1' }),
    foundGene({ geneId: 4, symbol: 'DELEC1', aliases: 'DEC1' }),
    foundGene({ geneId: 5, symbol: 'Sep2', taxonId: 7227 }),
    foundGene({ geneId: 6, symbol: 'sep-1', taxonId: 6239 }),
    foundGene({ geneId: 7, symbol: 'BRCA1' }),
  ],
});

function offered(text: string) {
  const [entry] = resolveText(text, 10, lookups).entries;
  return entry?.candidates.map((one) => [one.kind === 'gene' && one.gene.symbol, one.reason.kind, one.isCertain]);
}

test.each([
  ['2-Sep', 'SEPTIN2'],
  ['Sep-2', 'SEPTIN2'],
  ['02-Sep', 'SEPTIN2'],
  ['2-Sep-24', 'SEPTIN2'],
  ['2024-09-02', 'SEPTIN2'],
  ['2 septembre', 'SEPTIN2'],
  ['1-Dec', 'DELEC1'],
  ['1-déc.', 'DELEC1'],
])('%s was %s', (text, symbol) => {
  expect(offered(text)).toEqual([[symbol, 'date', false]]);
});

test('a month of several genes offers them all', () => {
  expect(offered('1-Mar')).toEqual([
    ['MARCHF1', 'date', false],
    ['MTARC1', 'date', false],
  ]);
});

test('in a list, a date stands as not understood, and the genes of the list stay', () => {
  const { isList, entries } = resolveText('2-Sep, BRCA1, MARCHF1', 10, lookups);
  expect([isList, entries.map(({ candidates }) => candidates[0]?.isCertain)]).toEqual([true, [false, true, true]]);
});

test('a gene that is written so is that gene', () => {
  expect(offered('sep-1')).toEqual([['sep-1', 'symbol', true]]);
});

test.each(['SEPTIN2', 'Marfan 1', 'Decorin 2', '2', '41-Sep', 'Sept', '2024-13-02'])('%j is no date', (text) => {
  expect(symbolsOfDate(text)).toBeUndefined();
});
