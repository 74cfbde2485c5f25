/** Abbreviations, general words, common words and organisms: what is certain, and what is not. */

import { describe, expect, test } from 'vitest';
import type { Candidate } from '../../../src/domain/resolve/candidate.ts';
import { resolveText } from '../../../src/domain/resolve/resolve-text.ts';
import { foundGene, smallLookups } from './small-lookups.ts';

const official = { nomenclatureStatus: 'official', kind: 'protein-coding' } as const;
const source = { source: 'HPO', release: null };
const disease = (diseaseId: string, name: string, geneIds: number[]) => ({
  ...source,
  ...{ diseaseId, name, otherNames: [], geneIds },
});
const term = (termId: string, name: string, isActive: boolean) => ({
  ...{ termId, name, ontologyName: 'hp', isActive, diseaseIds: [], synonyms: [] },
});
const lookups = smallLookups({
  genes: [
    foundGene({ geneId: 1, symbol: 'PMP22', aliases: 'CMT1A|HNPP' }, official),
    foundGene({ geneId: 2, symbol: 'ELN', aliases: 'WBS' }, official),
    foundGene({ geneId: 3, symbol: 'GTF2I', aliases: 'WBS' }, official),
    foundGene({ geneId: 4, symbol: 'CAT' }, official),
    foundGene({ geneId: 5, symbol: 'MAX' }, official),
    foundGene({ geneId: 6, symbol: 'AR' }, official),
    foundGene({ geneId: 7, symbol: 'SHH' }, official),
    foundGene({ geneId: 8, symbol: 'shha', taxonId: 7955 }),
    foundGene({ geneId: 9, symbol: 'shhb', taxonId: 7955 }),
    foundGene({ geneId: 10, symbol: 'g9a', taxonId: 7227 }, { organismIds: ['FBgn0040372', 'CG2995'] }),
  ],
  diseases: [
    disease('DECIPHER:29', 'Charcot-Marie-Tooth syndrome type 1A (CMT1A)', []),
    disease('DECIPHER:3', 'Williams-Beuren Syndrome (WBS)', []),
    disease('DECIPHER:58', 'Leri-Weill dyschondrostosis (LWD) - SHOX deletion', []),
    disease('OMIM:137920', 'Renal cysts and diabetes syndrome (RCAD)', [1]),
  ],
  terms: [
    term('HP:0001427', 'Mitochondrial', false),
    term('HP:0012825', 'Mild', false),
    term('HP:0001250', 'Seizure', true),
  ],
  genesOfTerms: { 'HP:0001427': [1], 'HP:0001250': [1] },
  orthologs: [
    [7, 8],
    [7, 9],
  ],
});

const resolve = (text: string) => resolveText(text, 10, lookups);
const named = (one: Candidate) =>
  `${one.isCertain ? '*' : ''}${one.kind === 'gene' ? one.gene.symbol : one.kind === 'disease' ? one.disease.diseaseId : one.term.termId}`;
const offered = (text: string) => resolve(text).entries[0]?.candidates.map(named);

describe('an abbreviation', () => {
  test.each([
    ['CMT1A', ['PMP22', 'DECIPHER:29']],
    ['WBS', ['ELN', 'GTF2I', 'DECIPHER:3']],
    ['LWD', ['DECIPHER:58']],
  ])('of an entry without genes is not certain, and genes come first: %s', (text, expected) => {
    expect(offered(text)).toEqual(expected);
  });

  test('of a disease with genes is that disease', () => {
    expect(offered('RCAD')).toEqual(['*OMIM:137920', 'PMP22']);
  });
});

describe('a general word', () => {
  test.each(['mitochondrial disease', 'mild disease', 'mild form'])('beside another one is no term: %s', (text) => {
    expect(offered(text)?.filter((one) => one.startsWith('*'))).toEqual([]);
  });

  test.each([
    ['mild', '*HP:0012825'],
    ['mitochondrial', '*HP:0001427'],
    ['seizure disorder', '*HP:0001250'],
  ])('alone is its term, as is a phenotype with one: %s', (text, expected) => {
    expect(offered(text)?.[0]).toBe(expected);
  });
});

describe('a symbol that is a common word', () => {
  test.each(['CAT gene', 'gene CAT', 'mutation in MAX', 'MAX variants', 'variante de MAX', 'CAT c.123A>G'])(
    'is a gene where words or a change beside it say so: %s',
    (text) => expect(offered(text)?.[0]).toMatch(/^\*(?:CAT|MAX)$/),
  );

  test.each(['CAT', 'MAX'])('is one alone: %s', (text) => expect(offered(text)?.[0]).toBe(`*${text}`));

  test.each(['AR variant', 'cat allergy', 'MAX dose of it', 'het variant'])('is none otherwise: %s', (text) => {
    expect((offered(text) ?? []).filter((one) => one.startsWith('*'))).toEqual([]);
  });
});

describe('an organism', () => {
  test.each([
    ['SHH yeast', 'yeast'],
    ['SHH in C. elegans', 'C elegans'],
    ['levure SHH', 'levure'],
    ['SHH CAT gene zebrafish', 'zebrafish'],
  ])('by which nothing is searched is named: %s', (text, organism) => {
    expect(resolve(text)).toMatchObject({ orthologTaxonId: null, leftOut: expect.arrayContaining([organism]) });
  });

  test.each(['SHH zebrafish', 'SHH human', 'g9a fly'])('by which people are searched is not: %s', (text) => {
    expect(resolve(text).leftOut).toEqual([]);
  });

  test.each(['SHH zebrafish', 'zebrafish SHH', 'SHH poisson zèbre'])(
    'with several orthologs of the gene stays beside the human gene: %s',
    (text) => {
      expect(offered(text)?.[0]).toBe('*SHH');
      expect(resolve(text).orthologTaxonId).toBe(7955);
    },
  );

  test.each(['SHH', 'SHH mouse', 'CAT gene'])('that is not named, or has none, is not: %s', (text) => {
    expect(resolve(text).orthologTaxonId).toBeNull();
  });
});

test.each(['FBgn0040372', 'FLYBASE:FBgn0040372', 'CG2995', 'cg2995', 'https://flybase.org/reports/FBgn0040372'])(
  'the gene of a fly is found by %s',
  (text) => expect(offered(text)).toEqual(['*g9a']),
);

test.each([
  ['NM_172107.4(SHH):c.881C>T (p.Ala294Val)', ['NM_172107.4(SHH):c.881C>T', 'p.Ala294Val'], []],
  ['SHH c.881C>T, neonatal seizures', ['c.881C>T'], ['neonatal seizures']],
  ['SHH VCV000021762', ['VCV000021762'], []],
  ['SHH:p.Arg712*', ['p.Arg712*'], []],
  ['SHH p.Leu12=.', ['p.Leu12='], []],
  ['Who works on SHH?', [], []],
  ['RCV000020884.3 in SHH', ['RCV000020884.3'], []],
  ['neonatal seizures in SHH and hypotonia', [], ['neonatal seizures', 'hypotonia']],
  ['SHH mutation and seizures', [], ['seizures']],
])('beside the gene of %j stand its variants and other words', (text, variants, leftOut) => {
  expect(resolve(text)).toMatchObject({ variants, leftOut });
});

test.each(['who works on seizure?', 'Qui travaille sur la seizure ?', 'anyone working on seizure'])(
  'a question is read as what it asks about: %s',
  (text) => expect(offered(text)?.[0]).toBe('*HP:0001250'),
);

test.each(['*SHH*', 'SHH=', '**SHH**'])('signs around a gene are no part of it: %s', (text) => {
  expect(offered(text)?.[0]).toBe('*SHH');
});
