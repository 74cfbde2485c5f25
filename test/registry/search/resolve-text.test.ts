/** What a text means by the tables of a registry: they are looked into by index, and what was loaded since is known. */

import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { Candidate } from '../../../src/domain/resolve/candidate.ts';
import { referenceData } from '../../../src/registry/reference/reference.ts';
import { DISEASES_BY_WORDS, GENES_BY_WORDS, TERMS_BY_WORDS } from '../../../src/registry/search/name-index.ts';
import {
  GENE_IDS_BY,
  GENE_IDS_BY_ALIAS_START,
  GENE_IDS_BY_START,
  GENES_OF_DISEASE,
  GENES_OF_DISEASES,
  ORTHOLOGS_BOTH_DIRECTIONS,
  TERMS_BY_ANY_ID,
  TERMS_BY_NAME,
  textResolver,
} from '../../../src/registry/search/resolve-text.ts';
import { anyText } from '../../support/machine/any-text.ts';
import { aGene, anOntology, aTerm, HUMAN, MOUSE, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { importInto, openTemporaryStore } from '../../support/registry/temporary-store.ts';

const FISSION_YEAST = 4896;
/** The index of designations holds the first 48 letters. */
const LONG_NAME = 'a designation of which the end alone distinguishes one from another';
const identity = {
  ...{ authoritySymbol: null, hgncId: 'HGNC:6296', nomenclatureStatus: 'official' as const, kind: 'protein-coding' },
  ...{ ensemblIds: ['ENSG00000075043'], omimIds: ['602235'], chromosome: '20', mapLocation: '20q13.33' },
  otherDesignations: ['voltage-gated potassium channel subunit Kv7.2', LONG_NAME],
};
const snapshot = smallSnapshot({
  taxa: [
    { id: MOUSE, commonName: 'mouse', scientificName: 'Mus musculus', ordering: 2, active: true },
    { id: HUMAN, commonName: 'human', scientificName: 'Homo sapiens', ordering: 1, active: true },
    { id: FISSION_YEAST, commonName: 'fission yeast', scientificName: null, ordering: 3, active: false },
  ],
  genes: [
    aGene(3785, 'KCNQ2', {
      name: 'potassium voltage-gated channel subfamily Q member 2',
      aliases: 'BFNC|KV7.2',
      identity,
    }),
    { ...aGene(16536, 'Kcnq2'), taxonId: MOUSE },
    { ...aGene(99, 'kcnq2'), taxonId: FISSION_YEAST },
    aGene(6323, 'SCN1A', { name: 'sodium voltage-gated channel alpha subunit 1' }),
    aGene(1, null),
  ],
  orthologs: [[3785, 16536]],
  diseases: {
    ...{ source: 'HPO', release: '2025-01-16' },
    diseases: [
      { diseaseId: 'ORPHA:33069', name: 'Dravet syndrome', otherNames: [] },
      { diseaseId: 'OMIM:1', name: null, otherNames: [] },
      { diseaseId: 'ORPHA:2', name: 'Sodium channelopathy', otherNames: [] },
    ],
    geneDiseases: [
      [6323, 'ORPHA:33069'],
      [3785, 'OMIM:1'],
      [1, 'OMIM:1'],
      [99, 'OMIM:1'],
    ],
    phenotypeGenes: [['HP:0001250', [3785, 6323]]],
  },
  ontologies: [
    anOntology('hp', [
      aTerm('HP:0001250', { name: 'Seizure', synonyms: ['Epileptic fit'], altTermIds: ['HP:0002279'] }),
      aTerm('HP:4', { name: 'Myoclonus', diseaseIds: ['ORPHA:33069'] }),
      aTerm('HP:2', { name: 'Ménière attack', active: false }),
      aTerm('HP:3', { name: 'Old seizure', obsolete: true }),
    ]),
  ],
  users: [],
});

const database = openTemporaryStore(snapshot);
const { resolve, genesOf, termsOfDisease } = textResolver(database.store, referenceData(database.store));
afterAll(() => database[Symbol.dispose]());

function keyOf(candidate: Candidate): string {
  if (candidate.kind === 'gene') return `${candidate.gene.geneId} ${candidate.gene.taxonName}`;
  return candidate.kind === 'disease' ? candidate.disease.diseaseId : candidate.term.termId;
}

async function offered(text: string): Promise<string[]> {
  const { entries } = await resolve(text, 10);
  return entries.flatMap(({ candidates, didYouMean }) => [...candidates, ...didYouMean]).map(keyOf);
}

test.each([
  ['KCNQ2', ['3785 human', '16536 mouse']],
  ['BFNC', ['3785 human']],
  ['ensg00000075043', ['3785 human']],
  ['voltage-gated potassium channel subunit Kv7.2', ['3785 human']],
  ['Potassium Voltage-gated channel subfamily q member 2', ['3785 human']],
  ['potassium channel', ['3785 human']],
  ['sodium channel', ['6323 human']],
  ['sodium channe', ['6323 human', 'ORPHA:2']],
  ['potass', ['3785 human']],
  ['kv7', ['3785 human']],
  ['kcn', ['3785 human', '16536 mouse']],
  ['KCQN2', ['3785 human']],
  ['dravet', ['ORPHA:33069', '6323 human']],
  ['DRAVET SYNDROME', ['ORPHA:33069', '6323 human']],
  ['Dravte', ['ORPHA:33069']],
  ['omim:1', ['OMIM:1', '3785 human', '1 human']],
  ['OMIM:000001', []],
  ['seizure', ['HP:0001250']],
  ['Meniere attack', ['HP:2']],
  ['epileptic', ['HP:0001250']],
  ['hp:3', []],
  ['hp:0002279', ['HP:0001250']],
  ['99', []],
  ['1', ['1 human']],
])('%j offers %j', async (text, expected) => {
  expect(await offered(text)).toEqual(expected);
});

test('a long designation is met as a whole, and not by its beginning', async () => {
  const reasonFor = async (text: string) => (await resolve(text, 1)).entries[0]?.candidates[0]?.reason;
  expect(await reasonFor(LONG_NAME.toUpperCase())).toEqual({ kind: 'designation', matched: LONG_NAME });
  expect(await reasonFor(`${LONG_NAME} else`)).toBeUndefined();
});

test('a gene comes with everything that distinguishes it from others', async () => {
  const { entries } = await resolve('kv7.2', 1);
  expect(entries[0]?.candidates).toEqual([
    {
      kind: 'gene',
      isCertain: true,
      reason: { kind: 'alias', matched: 'KV7.2' },
      gene: {
        ...{ geneId: 3785, symbol: 'KCNQ2', taxonId: HUMAN, taxonName: 'human', geneKind: 'protein-coding' },
        name: 'potassium voltage-gated channel subfamily Q member 2',
        ...{ hgncId: 'HGNC:6296', ensemblIds: ['ENSG00000075043'], omimIds: ['602235'] },
        nomenclatureStatus: 'official',
        orthologs: [{ geneId: 16536, symbol: 'Kcnq2', taxonId: MOUSE }],
      },
    },
  ]);
});

test('a gene of a model organism leads to its human gene', async () => {
  const { entries } = await resolve('16536', 1);
  expect(entries[0]?.candidates[0]).toMatchObject({ gene: { orthologs: [{ geneId: 3785, symbol: 'KCNQ2' }] } });
});

test('a term says whether searches can be narrowed by it', async () => {
  const termOf = async (text: string) => (await resolve(text, 1)).entries[0]?.candidates[0];
  expect(await termOf('HP:0001250')).toMatchObject({ term: { ontologyName: 'hp', isActive: true } });
  expect(await termOf('HP:2')).toMatchObject({ term: { ontologyName: 'hp', isActive: false } });
  const genes = { source: 'HPO', release: '2025-01-16', geneCount: 2 };
  expect(await termOf('HP:0001250')).toMatchObject({ term: genes });
});

test('a disease says of how many genes it is, and where that stands', async () => {
  const [disease] = (await resolve('omim:1', 1)).entries[0]?.candidates ?? [];
  expect(disease).toMatchObject({ disease: { diseaseId: 'OMIM:1', geneCount: 3, source: 'HPO' } });
});

test.each([
  ['disease', 'ORPHA:33069', 9, ['SCN1A']],
  ['disease', 'ORPHA:404', 9, []],
  ['disease', 'OMIM:1', 9, ['1', 'KCNQ2']],
  ['term', 'hp:0001250', 9, ['KCNQ2', 'SCN1A']],
  ['term', 'hp:0001250', 1, ['KCNQ2']],
  ['term', 'HP:4', 9, ['SCN1A']],
  ['term', 'HP:404', 9, []],
] as const)('the genes of the %s %s, at most %i, are %j', async (kind, id, limit, symbols) => {
  expect((await genesOf({ kind, id }, limit)).map(({ symbol }) => symbol)).toEqual(symbols);
});

test('the terms of a disease name their ontology', async () => {
  expect(await termsOfDisease('ORPHA:33069')).toEqual([{ termId: 'HP:4', ontologyName: 'hp' }]);
  expect(await termsOfDisease('ORPHA:3306')).toEqual([]);
});

test('what another import brings is known at once, and what it takes away is not', async () => {
  using own = openTemporaryStore(snapshot);
  const { resolve: resolveOwn } = textResolver(own.store, referenceData(own.store));
  const first = async (text: string) => {
    const { entries } = await resolveOwn(text, 3);
    return entries.flatMap(({ candidates, didYouMean }) => [...candidates, ...didYouMean]).map(keyOf);
  };
  expect(await first('KCNQ22')).toEqual(['3785 human']);
  importInto(own.store, {
    ...snapshot,
    genes: [aGene(5, 'ZZZ3', { name: 'zinc finger' })],
    orthologs: [],
    diseases: null,
  });
  expect(await first('KCNQ22')).toEqual([]);
  expect(await first('dravet')).toEqual([]);
  expect(await first('ZZZ4')).toEqual(['5 human']);
  expect(await first('zinc finger')).toEqual(['5 human']);
});

test('whatever is typed is answered', async () => {
  const parts = fc.constantFrom(
    'KCNQ2',
    '"',
    '*',
    ' AND ',
    'NEAR(',
    '^',
    ':',
    '-',
    'ß',
    '中文',
    'ﬁ',
    '\u0000',
    'Ⅳ',
    'ก',
    '\ud800',
    ',',
  );
  const anything = fc.oneof(
    anyText(),
    fc.array(parts).map((list) => list.join('')),
  );
  await fc.assert(
    fc.asyncProperty(anything, async (text) => {
      for (const { candidates, didYouMean } of (await resolve(text, 5)).entries) {
        expect(Math.max(candidates.length, didYouMean.length)).toBeLessThanOrEqual(5);
      }
    }),
    { numRuns: 300 },
  );
});

describe('what is typed costs looks into an index', () => {
  test.each([
    ...Object.entries(GENE_IDS_BY).map(([by, sql]) => [`genes by ${by}`, sql]),
    ['genes by the beginning of their symbol', GENE_IDS_BY_START],
    ['genes by the beginning of an alias', GENE_IDS_BY_ALIAS_START],
    ['genes of a disease', GENES_OF_DISEASE],
    ['genes of diseases', GENES_OF_DISEASES],
    ['orthologs', ORTHOLOGS_BOTH_DIRECTIONS],
    ['terms by id', TERMS_BY_ANY_ID],
    ['terms by name', TERMS_BY_NAME],
    ['genes by words', GENES_BY_WORDS],
    ['diseases by words', DISEASES_BY_WORDS],
    ['terms by words', TERMS_BY_WORDS],
  ])('%s', (_, sql = '') => {
    const count = sql.includes('?1') ? 1 : sql.split('?').length - 1;
    const plan = database.store.query<[number, number, number, string]>(`EXPLAIN QUERY PLAN ${sql}`);
    const steps = database.store.read((tx) => plan.all(tx, ...Array(count).fill(null))).map((row) => row[3]);
    expect(steps.length).toBeGreaterThan(0);
    // There are few taxa and ontologies; the orthologs of one gene and the diseases of one term are joined; words are looked up in their own index.
    const short =
      /^SCAN (?:taxon|ontology|\(subquery-\d+\)|json_each VIRTUAL TABLE INDEX .*|\w+_words VIRTUAL TABLE INDEX .*)$/;
    const reading = steps.filter((step) => step.startsWith('SCAN') && !short.test(step));
    expect(reading).toEqual([]);
  });
});
