/** Suggestions while somebody types: what comes first, what is left out, and that no table is read through for them. */

import { afterAll, describe, expect, test } from 'vitest';
import { ontologies } from '../../../src/registry/reference/ontologies.ts';
import { referenceData } from '../../../src/registry/reference/reference.ts';
import {
  GENES_BY_ALIAS_PREFIX,
  GENES_BY_DESIGNATION_PREFIX,
  GENES_BY_IDENTIFIER_PREFIX,
  GENES_BY_PREFIX,
  resolveGene,
  suggestGenes,
} from '../../../src/registry/search/gene-names.ts';
import { suggestTerms, TERMS_BY_ID, TERMS_BY_TEXT, termsCalled } from '../../../src/registry/search/suggest-terms.ts';
import { aGene, anOntology, aTerm, HUMAN, MOUSE, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { openTemporaryStore } from '../../support/registry/temporary-store.ts';

const many = Array.from({ length: 15 }, (_, index) => aGene(9000 + index, `MANY${String(index).padStart(2, '0')}`));
const manyTerms = Array.from({ length: 25 }, (_, index) =>
  aTerm(`HP:1${index}`, { name: `swelling ${String.fromCharCode(97 + index)}` }),
);
const identity = {
  ...{ authoritySymbol: null, hgncId: null, nomenclatureStatus: null, kind: null, chromosome: null, mapLocation: null },
  ...{ ensemblIds: [], omimIds: [], otherDesignations: [] },
};
const LONG_NAME = `Breast cancer type 1 susceptibility protein${' and so on'.repeat(20)}`;
const snapshot = smallSnapshot({
  genes: [
    aGene(672, 'BRCA1', { name: 'BRCA1 DNA repair associated', aliases: 'FANCS|RNF53|BRCC1' }),
    aGene(675, 'BRCA2', { aliases: 'FANCD1|BRCC2' }),
    aGene(79184, 'BRCC3', { aliases: 'C6.1A|BRCC36' }),
    aGene(1, null, { aliases: 'BRCX' }),
    aGene(2, 'odd%_'),
    aGene(100, 'SAME', { identity: { ...identity, kind: 'ncRNA' } }),
    aGene(101, 'SAME', { identity: { ...identity, kind: 'protein-coding' } }),
    aGene(102, 'same', { identity: { ...identity, kind: 'pseudo', nomenclatureStatus: 'official' } }),
    aGene(103, 'SAME', { identity: { ...identity, kind: 'protein-coding', nomenclatureStatus: 'official' } }),
    aGene(104, 'KNOWN', {
      identity: { ...identity, hgncId: 'HGNC:1100', ensemblIds: ['ENSG00000012048'], omimIds: ['113705'] },
    }),
    aGene(105, 'SPOKEN', { identity: { ...identity, otherDesignations: ['RING finger protein 53', LONG_NAME] } }),
    aGene(110, 'PAIRA', { aliases: 'FORMER' }),
    aGene(111, 'PAIRB', { aliases: 'FORMER', identity: { ...identity, nomenclatureStatus: 'official' } }),
    { ...aGene(12189, 'Brca1'), taxonId: MOUSE },
    ...many,
  ],
  ontologies: [
    anOntology('hp', [
      aTerm('HP:0001250', { name: 'Seizure', synonyms: ['Epileptic fit', 'Convulsion'] }),
      aTerm('HP:0007359', { name: 'Focal seizure' }),
      aTerm('HP:0000001', { name: 'Seizing', active: false }),
      aTerm('HP:0000002', { name: 'Ménière attack', synonyms: ['Dizzy seizure-like spell'] }),
      ...manyTerms,
    ]),
    anOntology('off', [aTerm('OFF:1', { name: 'Seizure' })], { active: false, ordering: 2 }),
  ],
  users: [],
});

const database = openTemporaryStore(snapshot);
const signature = { origin: 'Small', originUrl: 'https://small.example.org' };
const registry = {
  suggestGenes: suggestGenes(database.store, referenceData(database.store)),
  suggestTerms: suggestTerms(database.store, ontologies(database.store, signature)),
  termsCalled: termsCalled(database.store, ontologies(database.store, signature)),
};
afterAll(() => database[Symbol.dispose]());

async function symbols(typed: string, taxonId = HUMAN): Promise<string[]> {
  return (await registry.suggestGenes(typed, taxonId)).map(({ symbol }) => symbol);
}
async function termIds(typed: string): Promise<string[]> {
  return (await registry.suggestTerms('hp', typed)).map(({ termId }) => termId);
}

describe('genes', () => {
  test('whose symbol begins so come first, then those with another name that does', async () => {
    expect(await registry.suggestGenes('brc', HUMAN)).toEqual([
      { symbol: 'BRCA1', geneId: 672, name: 'BRCA1 DNA repair associated', matchedAlias: null },
      { symbol: 'BRCA2', geneId: 675, name: null, matchedAlias: null },
      { symbol: 'BRCC3', geneId: 79184, name: null, matchedAlias: null },
      { symbol: '1', geneId: 1, name: null, matchedAlias: 'BRCX' },
    ]);
  });

  test('are found by a former symbol, which is shown as it is written', async () => {
    expect(await registry.suggestGenes('fanc', HUMAN)).toMatchObject([
      { symbol: 'BRCA2', matchedAlias: 'FANCD1' },
      { symbol: 'BRCA1', matchedAlias: 'FANCS' },
    ]);
  });

  test('stand once, though symbol and alias begin alike', async () => {
    expect(await symbols('brcc3')).toEqual(['BRCC3']);
  });

  test.each([
    ['hgnc:11', 'KNOWN', 'HGNC:1100'],
    ['ensg00000012048', 'KNOWN', 'ENSG00000012048'],
    ['OMIM:1137', 'KNOWN', 'OMIM:113705'],
    ['ring finger', 'SPOKEN', 'RING finger protein 53'],
    ['breast cancer type 1', 'SPOKEN', LONG_NAME],
    [LONG_NAME, 'SPOKEN', LONG_NAME],
  ])('are found by identifiers and other designations: %j', async (typed, symbol, matchedAlias) => {
    expect(await registry.suggestGenes(typed, HUMAN)).toMatchObject([{ symbol, matchedAlias }]);
  });

  test('of one symbol come with the official and protein-coding one first, and so do those that it may mean', async () => {
    expect((await registry.suggestGenes('same', HUMAN)).map(({ geneId }) => geneId)).toEqual([103, 102, 101, 100]);
    const resolve = resolveGene(database.store, referenceData(database.store));
    const meantBy = async (text: string) => (await resolve(text, HUMAN)).map(({ gene }) => gene.geneId);
    expect(await meantBy('SAME')).toEqual([103, 101, 100]);
    expect(await meantBy('former')).toEqual([111, 110]);
    expect(await meantBy('FANCS')).toEqual([672]);
  });

  test('are those of one organism', async () => {
    expect(await symbols('BRCA', MOUSE)).toEqual(['Brca1']);
    await expect(symbols('BRCA', 1)).rejects.toThrow('No taxon with ID 1.');
  });

  test('are ten at most, and none for nothing', async () => {
    expect(await symbols('many')).toEqual(many.slice(0, 10).map(({ symbol }) => symbol));
    expect(await symbols('  ')).toEqual([]);
    expect(await symbols('zzz')).toEqual([]);
  });

  test.each(['%', '_', 'brca%', "'", '*', '\u0000'])(
    'are looked up by the characters themselves: %j',
    async (typed) => {
      expect(await symbols(typed)).toEqual([]);
      expect(await symbols('odd%')).toEqual(['odd%_']);
    },
  );
});

describe('terms', () => {
  test('whose name begins so come first, then by a later word, then by a synonym', async () => {
    expect(await registry.suggestTerms('HP', 'SEIZ')).toEqual([
      { termId: 'HP:0001250', name: 'Seizure', ontologyName: 'hp' },
      { termId: 'HP:0007359', name: 'Focal seizure', ontologyName: 'hp' },
      { termId: 'HP:0000002', name: 'Ménière attack', ontologyName: 'hp' },
    ]);
  });

  test.each([
    ['convul', ['HP:0001250']],
    ['fit', ['HP:0001250']],
    ['focal sei', ['HP:0007359']],
    ['meniere', ['HP:0000002']],
    ['hp:0007359', ['HP:0007359']],
    ['HP:000735', ['HP:0007359']],
    ['seizing', []],
    ['', []],
  ])('are found by %j', async (typed, expected) => {
    expect(await termIds(typed)).toEqual(expected);
  });

  test('are twenty at most', async () => {
    expect(await termIds('swell')).toEqual(manyTerms.slice(0, 20).map(({ termId }) => termId));
  });

  test.each([
    ['seizure', ['HP:0001250']],
    [' EPILEPTIC fit ', ['HP:0001250']],
    ['Meniere attack', ['HP:0000002']],
    ['swelling y', ['HP:124']],
    ['swell', []],
    ['seizing', []],
  ])('are called %j or not', async (text, expected) => {
    expect(await registry.termsCalled('hp', text)).toEqual(expected);
  });

  test('of an ontology that is not active or not there are none', async () => {
    await expect(registry.termsCalled('off', 'seizure')).rejects.toThrow('No ontology off.');
    await expect(registry.suggestTerms('off', 's')).rejects.toThrow('No ontology off.');
    await expect(registry.suggestTerms('nope', 's')).rejects.toThrow('No ontology nope.');
  });
});

describe('what is typed costs a look into an index', () => {
  test.each([
    ['genes by symbol', GENES_BY_PREFIX],
    ['genes by alias', GENES_BY_ALIAS_PREFIX],
    ['genes by identifier', GENES_BY_IDENTIFIER_PREFIX],
    ['genes by another designation', GENES_BY_DESIGNATION_PREFIX],
    ['terms by text', TERMS_BY_TEXT],
    ['terms by id', TERMS_BY_ID],
  ])('%s', (_, sql) => {
    const parameters = Array(sql.split('?').length - 1).fill(null);
    const plan = database.store.query<[number, number, number, string]>(`EXPLAIN QUERY PLAN ${sql}`);
    const steps = database.store.read((tx) => plan.all(tx, ...parameters)).map((row) => row[3]);
    expect(steps.length).toBeGreaterThan(0);
    const allowed =
      /^SEARCH (?:gene|gene_\w+|term|term_text) USING |^USE TEMP B-TREE FOR LAST (?:\d+ )?TERMS? OF ORDER BY$/;
    for (const step of steps) expect(step).toMatch(allowed);
  });
});
