/** Of a table that somebody pastes, the genes are searched, and nothing else of it: in the box as in the form of a list. */

import { describe, expect, test } from 'vitest';
import { readTypedList } from '../../../src/domain/gene-list/typed-entries.ts';
import { readGeneTable } from '../../../src/domain/resolve/gene-table.ts';
import { resolveText } from '../../../src/domain/resolve/resolve-text.ts';
import { CLINIC_TABLES } from '../../support/registry/clinic-tables.ts';
import { searchedGenes } from '../../support/registry/trial-answers.ts';
import { foundGene, smallLookups } from './small-lookups.ts';

const official = { nomenclatureStatus: 'official', kind: 'protein-coding' } as const;
const IDS: Readonly<Record<string, object>> = {
  KCNQ2: { hgncId: 'HGNC:6296', ensemblIds: ['ENSG00000075043'] },
  SCN1A: { hgncId: 'HGNC:10585', ensemblIds: ['ENSG00000144285'] },
};
const GENE_IDS: Readonly<Record<string, number>> = { KCNQ2: 3785, SCN1A: 6323 };
/** Genes whose number or symbol stands in the other columns of the tables: patients, counts, initials, names and bases. */
const TRAPS = [
  ...[1, 2, 3, 7, 120, 340, 1001, 1002, 1003, 2301, 2302].map((geneId) =>
    foundGene({ geneId, symbol: `TRAP${geneId}` }, official),
  ),
  ...['MS', 'AR', 'GK', 'SON', 'HR', 'F', 'AD', 'LP', 'PM2', 'P1', 'P2', 'ID1'].map((symbol, at) =>
    foundGene({ geneId: 70_000 + at, symbol }, official),
  ),
  ...['Max', 'Kit', 'Ada', 'a', 'T', 'nom'].map((symbol, at) =>
    foundGene({ geneId: 80_000 + at, symbol, taxonId: 10090 }),
  ),
];
const symbols = [...new Set(CLINIC_TABLES.flatMap(({ genes }) => genes))];
const lookups = smallLookups({
  genes: [
    ...symbols.map((symbol, at) =>
      foundGene({ geneId: GENE_IDS[symbol] ?? 90_000 + at, symbol }, { ...official, ...IDS[symbol] }),
    ),
    ...TRAPS,
  ],
});

/** Returns the human genes that the entries of a list lead to, each once. */
function genesOf(entries: readonly string[]): string[] {
  return [...new Set(entries.flatMap((entry) => searchedGenes(resolveText(entry, 10, lookups))))];
}

describe.each(CLINIC_TABLES)('a table: $what', ({ table, genes }) => {
  const human = genes.map((gene) => `${gene} human`);

  test('the box searches for its genes', () => {
    const searched = new Set(searchedGenes(resolveText(table, 10, lookups)));
    expect([...searched]).toEqual(human);
  });

  test('the form of a list searches for its genes', () => {
    expect(genesOf(readTypedList(table).entries)).toEqual(human);
  });
});

test('what is not searched for is said, without the names of the columns', () => {
  const table = 'Patient\tGene\tVariant\n1001\tKCNQ2\tc.881C>T\n1002\tSCN1A\t-\n1002\tKCNQ2 (NM_172107.4)\t';
  const others = ['1001', 'c.881C>T', '1002', 'KCNQ2 (NM_172107.4)'];
  expect(readTypedList(table)).toEqual({ entries: ['KCNQ2', 'SCN1A'], leftOut: others });
  expect(resolveText(table, 10, lookups).leftOut).toEqual(others);
});

test('of a table with one gene, that gene is certain', () => {
  const { isList, entries, leftOut } = resolveText('Patient\tGene\n1001\tKCNQ2\n1002\tKCNQ2', 10, lookups);
  expect([isList, entries[0]?.candidates[0]?.isCertain, leftOut]).toEqual([false, true, ['1001', '1002']]);
});

test('a gene is that of the organism in its row', () => {
  const table = 'gene\tspecies\tp\nKCNQ2\tmouse\t.1\nKit\tMus musculus\t.2\nSCN1A\thuman\t.3\nMAX\t\t.4';
  const entries = ['KCNQ2 mouse', 'Kit Mus musculus', 'SCN1A', 'MAX'];
  expect(readTypedList(table)).toEqual({ entries, leftOut: ['.1', '.2', '.3', '.4'] });
  const ofMouse = foundGene({ geneId: 7, symbol: 'Kcnq2', taxonId: 10090 });
  const human = ['KCNQ2', 'SCN1A'].map((symbol, at) => foundGene({ geneId: at + 1, symbol }, official));
  const small = smallLookups({ genes: [...human, ofMouse] });
  expect(searchedGenes(resolveText(table, 10, small))).toEqual(['Kcnq2 mouse', 'SCN1A human']);
});

test('symbols of the mouse need no capitals, and its genes no name of the column', () => {
  const { entries } = readTypedList('Shh\tup\nSmo\tdown\nKit\tup\nPtch1\tup');
  expect(entries).toEqual(['Shh', 'Smo', 'Kit', 'Ptch1']);
});

test.each(['1001 KCNQ2', 'KCNQ2 1001', 'KCNQ2, 1001', '1001; KCNQ2'])('in %j the number is no gene', (text) => {
  expect(searchedGenes(resolveText(text, 10, lookups))).toEqual(['KCNQ2 human']);
  expect(genesOf(readTypedList(text).entries)).toEqual(['KCNQ2 human']);
});

test('numbers alone are ids of NCBI', () => {
  expect(searchedGenes(resolveText('3785, 6323', 10, lookups))).toEqual(['KCNQ2 human', 'SCN1A human']);
});

test.each([
  ['ids of NCBI', 'Gene ID\n3785\n6323'],
  ['ids of HGNC', 'HGNC ID\r\n6296\r\n10585\r\n'],
  ['symbols', 'Gène\nKCNQ2\nSCN1A'],
])('a column alone, with its name: %s', (_, text) => {
  const human = ['KCNQ2 human', 'SCN1A human'];
  const { entries } = resolveText(text, 10, lookups);
  expect([searchedGenes(resolveText(text, 10, lookups)), entries.length]).toEqual([human, 2]);
  expect(genesOf(readTypedList(text).entries)).toEqual(human);
});

test.each([
  ['one line', 'KCNQ2\tc.881C>T\thet'],
  ['sentences', 'Girl, 3 years, with fits.\nHer brother, 5 years, is well.'],
  ['genes in rows and columns', 'KCNQ2\tSCN1A\nCDKL5\tMECP2'],
  ['names of people', 'Lovelace, Ada\nNoether, Emmy'],
  ['names of people and their towns', 'Ada\tLondon\nEmmy\tErlangen\nKit\tPerth'],
])('%s is no table of genes', (_, text) => {
  expect(readGeneTable(text)).toBeUndefined();
});
