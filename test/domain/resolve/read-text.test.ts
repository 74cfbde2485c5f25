/** What a text is: an identifier, a variant with a gene in it, or words. */

import { describe, expect, test } from 'vitest';
import { listedTexts, mixedTexts, readText, wordsOf } from '../../../src/domain/resolve/read-text.ts';

test.each([
  ['3785', [3785], []],
  ['NCBIGene:3785', [3785], []],
  ['ncbi gene 3785', [3785], []],
  ['GeneID: 3785', [3785], []],
  ['Entrez Gene ID: 3785', [3785], []],
  ['Gene ID: 3785', [3785], []],
  ['602235', [602235], ['omim:602235']],
  ['OMIM:602235', [], ['omim:602235']],
  ['MIM #602235', [], ['omim:602235']],
  ['HGNC:6296', [], ['hgnc:6296']],
  ['hgnc 6296', [], ['hgnc:6296']],
  ['ENSG00000075043', [], ['ensg00000075043']],
  ['ENSG00000075043.9', [], ['ensg00000075043']],
  ['ensmusg00000016346', [], ['ensmusg00000016346']],
  ['ORPHA:33069', [], ['orpha:33069']],
  ['Orphanet:33069', [], ['orpha:33069']],
  ['ORPHAcode 33069', [], ['orpha:33069']],
  ['HP:0001250', [], ['hp:0001250']],
  ['HP_0001250', [], ['hp:0001250']],
  ['MONDO:0100135', [], ['mondo:0100135']],
])('%j is an identifier', (text, geneIds, identifiers) => {
  expect(readText(text)).toMatchObject({ form: 'identifier', geneIds, identifiers });
});

test.each([
  ['NM_172107.4(KCNQ2):c.881C>T', 'KCNQ2'],
  ['NM_172107.4(KCNQ2):c.881C>T (p.Ala294Val)', 'KCNQ2'],
  ['ENST00000359125.7(KCNQ2):c.881C>T', 'KCNQ2'],
  ['KCNQ2:c.881C>T', 'KCNQ2'],
  ['KCNQ2:p.(Ala294Val)', 'KCNQ2'],
  ['KCNQ2 c.881C>T', 'KCNQ2'],
  ['KCNQ2 p.Ala294Val', 'KCNQ2'],
  ['KCNQ2 p.(Ala294Val)', 'KCNQ2'],
  ['KCNQ2 (NM_172107.4): c.881C>T', 'KCNQ2'],
  ['c.881C>T KCNQ2', 'KCNQ2'],
  ['c.881C>T (p.Ala294Val) in KCNQ2', 'KCNQ2'],
  ['a variant of KCNQ2, c.881C>T', 'KCNQ2'],
  ['kcnq2:c.881C>T', 'kcnq2'],
  ['HLA-A:c.-12del', 'HLA-A'],
  ['ENSG00000075043:c.881C>T', 'ENSG00000075043'],
  ['NM_172107.4:c.881C>T', null],
  ['NC_000020.11:g.63413538G>A', null],
  ['NP_742105.1:p.(Ala294Val)', null],
  ['c.881C>T', null],
  ['VCV000021762.4', null],
  ['ClinVar 21762', null],
  ['https://www.ncbi.nlm.nih.gov/clinvar/variation/21762/', null],
  ['chr20:62070961 C>T (hg19)', null],
  ['20:62070961 C>T GRCh38', null],
])('%j is a variant, in which the gene is %j', (text, name) => {
  expect(readText(text)).toMatchObject({ form: 'variant', name });
});

test.each([
  ['KCNQ2', 'KCNQ2'],
  ['  unc-13 ', 'unc-13'],
  ['Dravet   syndrome', 'Dravet syndrome'],
  ['KCNQ2 gene', 'KCNQ2'],
  ['gene KCNQ2', 'KCNQ2'],
  ['gene', 'gene'],
  ['J. Lovelace', 'J. Lovelace'],
  ['Trp53', 'Trp53'],
  ['YAL001C', 'YAL001C'],
  ['Kv7.2', 'Kv7.2'],
])('%j is words, of which the name is %j', (text, name) => {
  expect(readText(text)).toMatchObject({ form: 'words', name, geneIds: [], identifiers: [] });
});

describe('a list', () => {
  test.each([
    ['KCNQ2, SCN1A;BRCA1', ['KCNQ2', 'SCN1A', 'BRCA1'], false],
    ['KCNQ2|SCN1A', ['KCNQ2', 'SCN1A'], false],
    ['KCNQ2\nSCN1A\r\n\r\nKCNQ2', ['KCNQ2', 'SCN1A'], false],
    ['KCNQ2 SCN1A', ['KCNQ2', 'SCN1A'], true],
    ['KCNQ2,', ['KCNQ2,'], true],
    ['KCNQ2', ['KCNQ2'], true],
    ['', [], true],
  ])('of %j has %j', (text, texts, isByBlanks) => {
    expect(listedTexts(text)).toEqual({ texts, isByBlanks });
  });
});

test.each([
  [
    ['SHH', 'TP53 BRCA1'],
    ['SHH', 'TP53', 'BRCA1'],
  ],
  [
    ['A B C D x', 'E'],
    ['A', 'B', 'C', 'D', 'x', 'E'],
  ],
  [
    ['A B x', 'E'],
    ['A B x', 'E'],
  ],
  [
    ['neurodevelopmental disorder', 'X-linked'],
    ['neurodevelopmental disorder', 'X-linked'],
  ],
  [
    ['A B', 'B'],
    ['A', 'B'],
  ],
  [[], []],
])('in a list of genes %j is %j', (texts, mixed) => {
  expect(mixedTexts(texts, (text) => /^[A-Z\d]+$/.test(text))).toEqual(mixed);
});

test('words are folded letters and digits', () => {
  expect(wordsOf('Ménière-like disease, type 2 (X)')).toEqual(['meniere', 'like', 'disease', 'type', '2', 'x']);
});
