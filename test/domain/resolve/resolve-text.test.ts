/** What a text means, over small tables: which candidates, in which order, why, and which one is certain. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Candidate, Resolution } from '../../../src/domain/resolve/candidate.ts';
import { MOST_ENTRIES } from '../../../src/domain/resolve/listed-texts.ts';
import { abbreviationsIn } from '../../../src/domain/resolve/other-candidates.ts';
import { resolveText } from '../../../src/domain/resolve/resolve-text.ts';
import { foundGene, smallLookups } from './small-lookups.ts';

const OFFICIAL = { nomenclatureStatus: 'official', kind: 'protein-coding' } as const;
const LOCUS = { nomenclatureStatus: null, kind: 'unknown' } as const;
const CHANNEL = 'potassium voltage-gated channel subfamily Q member 2';
const A_TERM = { isActive: true, synonyms: [], diseaseIds: [] };
const lookups = smallLookups({
  genes: [
    foundGene({ geneId: 100187828, symbol: 'HBD', name: 'hypophosphatemic bone disease' }),
    foundGene({ geneId: 3045, symbol: 'HBD', name: 'hemoglobin subunit delta' }, OFFICIAL),
    foundGene(
      { geneId: 3785, symbol: 'KCNQ2', name: CHANNEL, aliases: 'BFNC|KV7.2' },
      {
        ...OFFICIAL,
        hgncId: 'HGNC:6296',
        ensemblIds: ['ENSG00000075043'],
        omimIds: ['602235'],
        otherDesignations: ['neuroblastoma-specific potassium channel subunit alpha KvLQT2'],
      },
    ),
    foundGene({ geneId: 16536, symbol: 'Kcnq2', taxonId: 10090 }),
    foundGene({ geneId: 100141342, symbol: 'kcnq2a', taxonId: 7955 }),
    foundGene({ geneId: 6323, symbol: 'SCN1A', name: 'sodium voltage-gated channel alpha subunit 1' }, OFFICIAL),
    foundGene({ geneId: 7157, symbol: 'TP53', aliases: 'P53' }, OFFICIAL),
    foundGene({ geneId: 2768677, symbol: 'p53', taxonId: 7227 }),
    foundGene({ geneId: 43841, symbol: 'unc-13', taxonId: 7227 }),
    foundGene({ geneId: 172497, symbol: 'unc-13', taxonId: 6239 }),
    foundGene({ geneId: 607208, symbol: 'ODD1' }),
    foundGene({ geneId: 4566, symbol: 'TRNK', aliases: 'MTTK' }, { ...OFFICIAL, authoritySymbol: 'MT-TK' }),
    foundGene({ geneId: 7084, symbol: 'TK2', aliases: 'MTTK' }, { ...OFFICIAL, otherDesignations: ['mt-TK'] }),
    foundGene({ geneId: 4549, symbol: 'RNR1' }, { ...OFFICIAL, authoritySymbol: 'MT-RNR1' }),
    foundGene({ geneId: 6052, symbol: 'RNR1' }, OFFICIAL),
    foundGene({ geneId: 2739, symbol: 'GLO1' }, OFFICIAL),
    foundGene({ geneId: 109801, symbol: 'Glo1', taxonId: 10090 }),
    foundGene({ geneId: 35656, symbol: 'Glo1', taxonId: 7227 }),
    foundGene({ geneId: 64222, symbol: 'TOR3A' }, OFFICIAL),
    foundGene({ geneId: 792835, symbol: 'tor3a', taxonId: 7955 }),
    foundGene({ geneId: 221938, symbol: 'MMD2' }, OFFICIAL),
    foundGene({ geneId: 100505381, symbol: 'MMD2' }, LOCUS),
    foundGene({ geneId: 408221, symbol: 'EX26', name: 'example ataxia 26' }, { ...LOCUS, omimIds: ['609306'] }),
  ],
  diseases: [
    {
      diseaseId: 'ORPHA:33069',
      name: 'Dravet syndrome',
      otherNames: [],
      source: 'HPO',
      release: '2025-01-16',
      geneIds: [6323],
    },
    {
      diseaseId: 'OMIM:609306',
      name: 'Example ataxia 26',
      otherNames: [],
      source: 'HPO',
      release: null,
      geneIds: [6323],
    },
    {
      diseaseId: 'OMIM:607208',
      name: 'Neurofibromatosis, type II',
      otherNames: [],
      source: 'HPO',
      release: null,
      geneIds: [],
    },
  ],
  terms: [
    { ...A_TERM, termId: 'HP:0001250', name: 'Seizure', ontologyName: 'hp', synonyms: ['Epileptic fit'] },
    {
      ...{ ...A_TERM, termId: 'MONDO:0100135', name: 'Example encephalopathy', ontologyName: 'mondo' },
      diseaseIds: ['ORPHA:33069'],
    },
  ],
  considered: { 'hp:0000057': ['HP:0001250', 'MONDO:0100135'], 'hp:0000058': ['HP:0001250'] },
  genesOfTerms: { 'HP:0001250': [3785, 6323], 'MONDO:0100135': [6323] },
  orthologs: [
    [3785, 16536],
    [3785, 100141342],
  ],
});

const resolve = (text: string, limit = 10): Resolution => resolveText(text, limit, lookups);

function shown({ isCertain, reason, ...candidate }: Candidate): string {
  const what =
    candidate.kind === 'gene'
      ? `${candidate.gene.symbol} of ${candidate.gene.taxonName}`
      : candidate.kind === 'disease'
        ? candidate.disease.diseaseId
        : candidate.term.termId;
  return `${isCertain ? 'certainly ' : ''}${what}: ${reason.kind} ${reason.matched}`;
}

function candidates(text: string): string[] {
  return resolve(text).entries.flatMap((entry) => entry.candidates.map(shown));
}

function guesses(text: string): string[] {
  return resolve(text).entries.flatMap((entry) => entry.didYouMean.map(shown));
}

test.each([
  ['KCNQ2', 'certainly KCNQ2 of human: symbol KCNQ2'],
  ['kcnq2', 'certainly KCNQ2 of human: symbol KCNQ2'],
  ['KCNQ-2', 'certainly KCNQ2 of human: symbol KCNQ2'],
  ['KCNQ 2', 'certainly KCNQ2 of human: symbol KCNQ2'],
  ['kv7.2', 'certainly KCNQ2 of human: alias KV7.2'],
  [CHANNEL.toUpperCase(), `certainly KCNQ2 of human: name ${CHANNEL}`],
  ['3785', 'certainly KCNQ2 of human: identifier 3785'],
  ['NCBIGene:3785', 'certainly KCNQ2 of human: identifier 3785'],
  ['hgnc:6296', 'certainly KCNQ2 of human: identifier HGNC:6296'],
  ['ENSG00000075043.9', 'certainly KCNQ2 of human: identifier ENSG00000075043'],
  ['MIM 602235', 'certainly KCNQ2 of human: identifier OMIM:602235'],
  ['602235', 'certainly KCNQ2 of human: identifier OMIM:602235'],
  ['kcnq2a', 'certainly kcnq2a of zebrafish: symbol kcnq2a'],
  ['NM_172107.4(KCNQ2):c.881C>T', 'certainly KCNQ2 of human: symbol KCNQ2'],
  ['Dravet syndrome', 'certainly ORPHA:33069: name Dravet syndrome'],
  ['neurofibromatosis, TYPE ii', 'certainly OMIM:607208: name Neurofibromatosis, type II'],
  ['Orphanet:33069', 'certainly ORPHA:33069: identifier ORPHA:33069'],
  ['HP_0001250', 'certainly HP:0001250: identifier HP:0001250'],
  ['seizure', 'certainly HP:0001250: name Seizure'],
])('%j is understood', (text, expected) => {
  expect(candidates(text)[0]).toBe(expected);
  expect(guesses(text)).toEqual([]);
});

test('a phenotype comes with the number of its genes, the first of them, and who says so', () => {
  const [candidate] = resolve('Seizure').entries[0]?.candidates ?? [];
  expect(candidate).toMatchObject({
    term: { geneCount: 2, genes: [{ symbol: 'KCNQ2' }, { symbol: 'SCN1A' }], source: 'HPO', release: null },
  });
});

test.each([
  ['Dravet syndrome (ORPHA:33069)', 'ORPHA:33069'],
  ['(OMIM:607208)', 'OMIM:607208'],
  ['OMIM 607208 - NF2-like, familial', 'OMIM:607208'],
  ['suspected ORPHA33069, ORPHA:33069', 'ORPHA:33069'],
  ['http://www.orpha.net/ORDO/Orphanet_33069', 'ORPHA:33069'],
  ['https://www.orpha.net/en/disease/detail/33069', 'ORPHA:33069'],
  ['https://www.orpha.net/en/disease/detail/33069?name=dravet&mode=name', 'ORPHA:33069'],
  ['https://www.orpha.net/consor/cgi-bin/OC_Exp.php?lng=EN&Expert=33069', 'ORPHA:33069'],
  ['Orphanet: 33069', 'ORPHA:33069'],
  ['https://www.omim.org/entry/607208', 'OMIM:607208'],
  ['http://purl.obolibrary.org/obo/HP_0001250', 'HP:0001250'],
  ['https://hpo.jax.org/browse/term/HP:0001250', 'HP:0001250'],
  ['HP0001250', 'HP:0001250'],
  ['Seizures [HP:0001250]', 'HP:0001250'],
  ['http://purl.obolibrary.org/obo/MONDO_0100135', 'MONDO:0100135'],
])('%j is the disease or the term whose id is in it', (text, id) => {
  const { entries, isList } = resolve(text);
  expect([isList, entries[0]?.candidates.map(shown)[0]]).toEqual([false, `certainly ${id}: identifier ${id}`]);
});

test('of several ids in a text it is asked which is meant', () => {
  const [entry] = resolve('OMIM:607208, ORPHA:33069 or HP:0001250').entries;
  expect(entry?.candidates).toEqual([]);
  expect(entry?.didYouMean.map(shown).toSorted()).toEqual(
    ['HP:0001250', 'OMIM:607208', 'ORPHA:33069'].map((id) => `${id}: identifier ${id}`),
  );
});

test.each(['OMIM:607208 or ORPHA:33069', 'ORPHA:999999', 'OMIM:607208123', 'xHP:0001250', 'KCNQ2 ORPHA:33069'])(
  '%j is not one disease or term',
  (text) => {
    expect(resolve(text).entries[0]?.candidates.filter(({ kind }) => kind !== 'gene')).toEqual([]);
  },
);

test.each(['KCN\u00adQ2', 'KCN\u0002Q2', '\u200dKCNQ2\ufeff', 'KCNQ2\u0000'])(
  'characters that nobody sees are no part of a text: %j',
  (text) => {
    expect(resolve(text).entries[0]?.candidates.map(shown)[0]).toMatch(/^certainly KCNQ2/);
  },
);

test('a year behind the name of Orphanet is no id', () => {
  const of2019 = { otherNames: [], source: 'HPO', release: null, geneIds: [] };
  const small = smallLookups({
    genes: [],
    diseases: [{ diseaseId: 'ORPHA:2019', name: 'Example complex', ...of2019 }],
  });
  const idIn = (text: string) => resolveText(text, 5, small).entries[0]?.candidates.map(shown);
  expect(idIn('a review of ataxia (Orphanet 2019)')).toEqual([]);
  expect(idIn('a review of ataxia (Orphanet: 2019)')).toEqual(['certainly ORPHA:2019: identifier ORPHA:2019']);
});

test.each(['MONDO:0100135', 'example encephalopathy'])(
  'a term that is a disease by its ontology leads to the genes of that: %j',
  (text) => {
    const [term, gene] = resolve(text).entries[0]?.candidates ?? [];
    expect(term).toMatchObject({ isCertain: true, term: { diseaseIds: ['ORPHA:33069'], geneCount: 1 } });
    expect(gene).toMatchObject({
      reason: { kind: 'disease', matched: 'Example encephalopathy', diseaseId: 'MONDO:0100135', source: 'HPO' },
      gene: { symbol: 'SCN1A' },
    });
  },
);

test.each([
  ['unc-13', ['unc-13 of fruit fly: symbol unc-13', 'unc-13 of roundworm: symbol unc-13']],
  ['p53', ['p53 of fruit fly: symbol p53', 'TP53 of human: alias P53']],
  ['Glo1', ['Glo1 of mouse: symbol Glo1', 'Glo1 of fruit fly: symbol Glo1', 'GLO1 of human: symbol GLO1']],
  ['tor3a', ['tor3a of zebrafish: symbol tor3a', 'TOR3A of human: symbol TOR3A']],
  ['MTTK', ['TRNK of human: alias MTTK', 'TK2 of human: alias MTTK']],
  ['607208', ['ODD1 of human: identifier 607208', 'OMIM:607208: identifier OMIM:607208']],
])('%j is not certain, as several are called so', (text, expected) => {
  expect(candidates(text)).toEqual(expected);
});

test('of two genes of one symbol the official, protein-coding one comes first', () => {
  const [entry] = resolve('HBD').entries;
  expect(entry?.candidates.map((one) => one.kind === 'gene' && one.gene.geneId)).toEqual([3045, 100187828]);
});

test('nothing is certain by a designation', () => {
  const designation = 'neuroblastoma-specific potassium channel subunit alpha KvLQT2';
  expect(candidates(designation)).toEqual([`KCNQ2 of human: designation ${designation}`]);
});

test.each([
  ['MT-TK', 4566],
  ['mt-tk', 4566],
  ['MT-RNR1', 4549],
  ['RNR1', 6052],
  ['MMD2', 221938],
  ['GLO1', 2739],
])('%j is certainly the gene to which a committee gave the symbol, of several that are called so', (text, geneId) => {
  expect(resolve(text).entries[0]?.candidates[0]).toMatchObject({ isCertain: true, gene: { geneId } });
});

test.each(['OMIM:609306', 'EX26'])('%j is the disease of a locus, which leads to its genes', (text) => {
  expect(candidates(text).slice(0, 3)).toEqual([
    expect.stringContaining('certainly OMIM:609306'),
    'SCN1A of human: disease Example ataxia 26',
    expect.stringContaining('EX26 of human'),
  ]);
});

test('a symbol as it is written in another organism comes before the human gene, which it leads to', () => {
  expect(candidates('Kcnq2')).toEqual([
    'certainly Kcnq2 of mouse: symbol Kcnq2',
    'KCNQ2 of human: symbol KCNQ2',
    'kcnq2a of zebrafish: beginning kcnq2a',
  ]);
  const [entry] = resolve('kcnq2a').entries;
  expect(entry?.candidates[0]).toMatchObject({
    gene: { orthologs: [{ geneId: 3785, symbol: 'KCNQ2', taxonId: 9606 }] },
  });
});

test('the genes of a disease are offered with whoever says so', () => {
  const [entry] = resolve('ORPHA:33069').entries;
  expect(entry?.candidates).toMatchObject([
    { kind: 'disease', disease: { geneCount: 1, genes: [{ geneId: 6323, symbol: 'SCN1A', taxonId: 9606 }] } },
    {
      kind: 'gene',
      gene: { geneId: 6323 },
      reason: {
        kind: 'disease',
        matched: 'Dravet syndrome',
        diseaseId: 'ORPHA:33069',
        source: 'HPO',
        release: '2025-01-16',
      },
    },
  ]);
});

test.each([
  [
    'voltage-gated channel',
    ['SCN1A of human: words sodium voltage-gated channel alpha subunit 1', `KCNQ2 of human: words ${CHANNEL}`],
  ],
  ['scn', ['SCN1A of human: beginning SCN1A']],
  ['epileptic', ['HP:0001250: words Epileptic fit']],
])('%j is part of names', (text, expected) => {
  expect(candidates(text)).toEqual(expected);
});

test.each(['dravet', 'Dravet disease', 'syndrome de Dravet', 'the Dravet syndrome type'])(
  '%j is a name but for words that mean nothing here',
  (text) => {
    expect(candidates(text)).toEqual([
      'certainly ORPHA:33069: name Dravet syndrome',
      'SCN1A of human: disease Dravet syndrome',
    ]);
  },
);

test('a letter distinguishes types, and what an apostrophe joins to a word means nothing', () => {
  const named = { source: 'HPO', release: null, geneIds: [1] };
  const diseases = [
    { ...named, diseaseId: 'OMIM:1', name: 'Niemann-Pick disease, type A', otherNames: [] },
    { ...named, diseaseId: 'OMIM:2', name: 'Alzheimer disease', otherNames: ['Maladie d’Alzheimer'] },
  ];
  const small = smallLookups({ genes: [foundGene({ geneId: 1, symbol: 'NPC9' })], diseases });
  const first = (text: string) => resolveText(text, 10, small).entries[0]?.candidates.map(shown)[0];
  expect(first('Niemann-Pick')).toBe('OMIM:1: words Niemann-Pick disease, type A');
  expect(first('niemann pick a')).toBe('certainly OMIM:1: name Niemann-Pick disease, type A');
  expect(first("syndrome d'Alzheimer")).toBe('certainly OMIM:2: name Alzheimer disease');
  expect(first("alzheimer's")).toBe('certainly OMIM:2: name Alzheimer disease');
});

test('in capitals, too, a human gene may be meant beside that of a fly', () => {
  const fly = foundGene({ geneId: 1, symbol: 'PKD', taxonId: 7227 });
  const found = (...genes: Parameters<typeof foundGene>[0][]) =>
    resolveText('PKD', 10, smallLookups({ genes: [fly, ...genes.map((gene) => foundGene(gene))] }));
  const isCertain = ({ entries }: Resolution) => entries[0]?.candidates[0]?.isCertain;
  expect(isCertain(found({ geneId: 2, symbol: 'PRKD1', aliases: 'PKD' }))).toBe(false);
  expect(isCertain(found())).toBe(true);
});

test('beside a word that says so, what may be a gene is no interest', () => {
  const small = smallLookups({ genes: [foundGene({ geneId: 1, symbol: 'OTC' }, { nomenclatureStatus: 'official' })] });
  const { searchAtOnce, entries } = resolveText('OTC deficiency', 10, small);
  expect([searchAtOnce, entries[0]?.didYouMean.map(shown)]).toEqual([null, ['OTC of human: symbol-in-text OTC']]);
  expect(resolveText('OTC Quispe', 10, small).searchAtOnce).not.toBeNull();
});

test('of what has the words of a text, what has genes comes first, and what leads to nobody is left out', () => {
  const disease = (number: number, name: string, geneIds: number[]) => ({
    ...{ diseaseId: `OMIM:${number}`, name, otherNames: [], source: 'HPO', release: null, geneIds },
  });
  const term = (termId: string, name: string, isActive: boolean) => ({
    ...{ termId, name, ontologyName: 'hp', isActive, synonyms: [], diseaseIds: [] },
  });
  const small = smallLookups({
    genes: [foundGene({ geneId: 1, symbol: 'GLOW1' })],
    diseases: [disease(1, 'Glowing, reading', []), disease(2, 'Glowing with late onset and fits', [1])],
    terms: [term('HP:1', 'Glowing', false), term('NBO:1', 'glowing', false), term('HP:2', 'Glowing eyes', false)],
    genesOfTerms: { 'HP:1': [1] },
  });
  const idsOf = (text: string) =>
    resolveText(text, 9, small).entries[0]?.candidates.map((one) => {
      return one.kind === 'term' ? one.term.termId : one.kind === 'disease' ? one.disease.diseaseId : one.gene.symbol;
    });
  expect(idsOf('glowing')).toEqual(['HP:1', 'OMIM:2', 'OMIM:1']);
  // By its own name, the answer says that it has none.
  expect(idsOf('glowing eyes')).toEqual(['HP:2']);
});

test('an alias of few letters, or that is a change of a chromosome, stands for too much to be certain', () => {
  const small = smallLookups({ genes: [foundGene({ geneId: 1, symbol: 'BLOC9', aliases: 'RPX|RP9X|DUP15q' })] });
  const first = (text: string) => resolveText(text, 10, small).entries[0]?.candidates.map(shown)[0];
  expect([first('RPX'), first('RP9X')]).toEqual(['BLOC9 of human: alias RPX', 'certainly BLOC9 of human: alias RP9X']);
  expect(first('Dup15q')).toBe('BLOC9 of human: alias DUP15q');
});

test('in small letters the human gene of a disease is meant, and the organism’s is beside it', () => {
  const genes = ['KCNQ2', 'TOR3A'].flatMap((symbol, index) => [
    foundGene({ geneId: 10 + index, symbol }, { nomenclatureStatus: 'official' }),
    foundGene({ geneId: 20 + index, symbol: symbol.toLowerCase(), taxonId: 8364 }),
  ]);
  const named = { diseaseId: 'OMIM:1', name: null, otherNames: [], source: 'HPO', release: null };
  const small = smallLookups({ genes, diseases: [{ ...named, geneIds: [10] }] });
  const found = (text: string) => resolveText(text, 10, small).entries[0]?.candidates.map(shown);
  expect(found('kcnq2')).toEqual(['certainly KCNQ2 of human: symbol KCNQ2', 'kcnq2 of another one: symbol kcnq2']);
  expect(found('tor3a')).toEqual(['tor3a of another one: symbol tor3a', 'TOR3A of human: symbol TOR3A']);
});

test('another name of a term is its name', () => {
  expect(candidates('Epileptic Fit')).toEqual(['certainly HP:0001250: name Epileptic fit']);
});

test.each([
  ['Miller-Dieker syndrome (MDS)', ['MDS']],
  ['Mitochondrial myopathy and stroke-like episodes; MELAS', ['MELAS']],
  ['WAGR 11p13 deletion syndrome', ['WAGR']],
  ['Angelman syndrome (Type 1)', []],
  ['Williams syndrome (7q11.23 deletion)', []],
  ['GABA transaminase deficiency', []],
  ['GLUT1 deficiency syndrome 1', []],
  ['NMDA receptor encephalitis', []],
  ['DRAVET SYNDROME', []],
  ['Dravet syndrome', []],
])('%j carries the abbreviations %j', (name, expected) => {
  expect(abbreviationsIn(name)).toEqual(expected);
});

test.each([
  ['KCQN2', 'KCNQ2 of human: spelled-alike KCNQ2'],
  ['KCNQ22', 'KCNQ2 of human: spelled-alike KCNQ2'],
  ['SNC1A', 'SCN1A of human: spelled-alike SCN1A'],
  ['Dravte syndrome', 'ORPHA:33069: some-words Dravet syndrome'],
  ['Darvet syndrom', 'ORPHA:33069: some-words Dravet syndrome'],
  ['seizuer', 'HP:0001250: some-words Seizure'],
  ['Infantile Dravet syndrome', 'ORPHA:33069: some-words Dravet syndrome'],
  ['NM_172107.4(KCNQ22):c.881C>T', 'KCNQ2 of human: spelled-alike KCNQ2'],
])('%j is not understood, but may have been meant so', (text, expected) => {
  expect(candidates(text)).toEqual([]);
  expect(guesses(text)[0]).toBe(expected);
});

test.each([
  ['HP:0000057', ['HP:0001250: considered HP:0000057', 'MONDO:0100135: considered HP:0000057']],
  ['HP:0000058', ['HP:0001250: considered HP:0000058']],
])('%s is obsolete, so none of what may replace it is certain', (text, offered) => {
  expect(candidates(text).filter((one) => one.includes('considered'))).toEqual(offered);
});

test('a blank stands for the hyphen of an alias, and the beginning of an identifier is no symbol', () => {
  const genes = [foundGene({ geneId: 1, symbol: 'TNX', aliases: 'TNX-alpha' }), foundGene({ geneId: 2, symbol: 'HP' })];
  const small = smallLookups({ genes });
  expect(resolveText('TNX alpha', 10, small).entries[0]?.candidates.map(shown)).toEqual([
    'TNX of human: alias TNX-alpha',
  ]);
  const { didYouMean = [] } = resolveText('HP:0000001, HP:0000002', 10, small).entries[0] ?? {};
  expect(didYouMean.map(shown)).toEqual([]);
});

describe('inside any text', () => {
  test.each([
    ['KCNQ2 neonatal onset', 'KCNQ2 of human', ['neonatal onset']],
    ['Patient has variant in KCNQ2 c.881C>T', 'KCNQ2 of human', []],
    ['kcnq2 mouse', 'Kcnq2 of mouse', []],
    ['zebrafish KCNQ2', 'kcnq2a of zebrafish', []],
    ['KCNQ2-DEE', 'KCNQ2 of human', []],
    ['“KCNQ2”?', 'KCNQ2 of human', []],
    ['girl, SCN1A, fits since March', 'SCN1A of human', ['girl', 'fits since March']],
  ])('%j is %s, and the answer says what was left out', (text, gene, leftOut) => {
    const { entries, ...rest } = resolve(text);
    expect(entries[0]?.candidates.map(shown)[0]).toMatch(new RegExp(`^certainly ${gene}:`));
    expect(rest.leftOut).toEqual(leftOut);
    expect(rest.searchAtOnce).toBeNull();
  });

  test.each([
    ['SCN1A/KCNQ2', ['SCN1A', 'KCNQ2'], []],
    ['SCN1A, KCNQ2; TOR3A and TP53', ['SCN1A', 'KCNQ2', 'TOR3A', 'TP53'], []],
    ['KCNQ2 TP53 XYZ99', ['KCNQ2', 'TP53', 'XYZ99'], []],
    ['Gene\tVariant\nKCNQ2\tc.881C>T\thet\nSCN1A (NM_001165963.4)\tc.1A>G\thom', ['KCNQ2', 'SCN1A'], ['het', 'hom']],
    ['KCNQ2, TP53 deficiency', ['KCNQ2', 'TP53'], ['deficiency']],
  ])('%j is a list of %j', (text, genes, leftOut) => {
    const { isList, entries, ...rest } = resolve(text);
    expect([isList, entries.map((entry) => entry.text), rest.leftOut]).toEqual([true, genes, leftOut]);
  });

  test.each(['KCNQ2 D801N', 'KCNQ2, G2019S', 'R482* KCNQ2', 'KCNQ2 F508del'])(
    '%j is a gene and its change, and no list',
    (text) => {
      const { isList, entries } = resolve(text);
      expect([isList, entries[0]?.candidates.map(shown)[0]]).toEqual([false, 'certainly KCNQ2 of human: symbol KCNQ2']);
    },
  );

  test.each([
    ['seen in May\tKCNQ2\tSCN1A\tP53', ['KCNQ2', 'SCN1A'], ['P53']],
    ['seen in May\tKCNQ2\thet\tP53', ['KCNQ2'], ['P53']],
    ['seen in May\tKCNQ2\tKV7.2\tSCN1A', ['KCNQ2', 'SCN1A'], []],
    ['seen in May KCNQ2 P53', undefined, []],
    ['seen in May\tKCNQ2\thet', undefined, []],
  ])('of %j are searched %j, and %j when the reader says so', (text, searched, toConfirm) => {
    const { isList, entries, ...rest } = resolve(text);
    expect(isList ? entries.map((entry) => entry.text) : undefined).toEqual(searched);
    expect(rest.toConfirm).toEqual(toConfirm);
  });

  test('a gene at the end of a long table is one of its genes', () => {
    const row = 'A\tB\tC\tD\tE\tF\tG\tH\tI\tJ\tK\tL';
    const { isList, entries } = resolve(`${`KCNQ2\t${row}\n`.repeat(60)}SCN1A\t${row}`);
    expect([isList, entries.map(({ text }) => text)]).toEqual([true, ['KCNQ2', 'SCN1A']]);
  });

  test('of words that may be symbols each is an entry once, and none takes the place of a gene', () => {
    const samples = Array.from({ length: 110 }, (_, at) => `NA1${at + 2800}`);
    const { entries, entriesLeftOut, leftOut } = resolve(`KCNQ2\tQQ12345\n${samples.join('\tQQ12345\n')}\nSCN1A`);
    expect(entries.map(({ text }) => text)).toEqual(['KCNQ2', 'SCN1A', 'QQ12345', ...samples.slice(0, 97)]);
    expect([entriesLeftOut, leftOut.join(' ').includes('NA12909')]).toEqual([0, true]);
  });

  test.each(['rs121908744', 'chr20-62073874-G-A', 'NM_172107.3:c.881C>T', 'c.881C>T'])(
    '%j is a variant without its gene, and nobody’s name',
    (text) => {
      expect(resolve(text)).toMatchObject({
        searches: [],
        entries: [{ form: 'variant', candidates: [], didYouMean: [] }],
      });
    },
  );

  test.each([
    ['Miriam Ben-Harush', 'people'],
    ['Quispe', 'people'],
    ['epilepsy surgery', 'interests'],
    ['QQ IIIA', 'interests'],
    ['zebrafish', 'interests'],
    ['Miriam Ben-Harush <miriam@example.org>', 'people'],
    ['expert in Dravet syndrome', null],
    ['Dravte syndrome', null],
    ['KCQN2', null],
    ['patient with fits', null],
  ])('what %j is put to at once: %j', (text, kind) => {
    expect(resolve(text).searchAtOnce).toBe(kind);
  });

  test.each(["Dravet's syndrome", '#607208', '*602235', 'Dravet syndrome.'])(
    '%j is understood when it is tidied',
    (text) => {
      expect(resolve(text).entries[0]?.candidates.length).toBeGreaterThan(0);
    },
  );
});

describe('several genes', () => {
  test.each([
    'KCNQ2, SCN1A',
    'KCNQ2;SCN1A',
    'kcnq2\nscn1a\n',
    'KCNQ2 SCN1A',
    'KCNQ2; SCN1A KCNQ2',
    'KCNQ2\tSCN1A KCNQ2\n',
    'NCBIGene:3785 SCN1A',
    'NM_172107.4(KCNQ2):c.881C>T\nSCN1A:c.1A>G',
  ])('stand in %j', (text) => {
    const { isList, entries, searches } = resolve(text);
    expect(isList).toBe(true);
    expect(entries.map((entry) => entry.candidates.map(shown)[0]?.split(':')[0])).toEqual([
      'certainly KCNQ2 of human',
      'certainly SCN1A of human',
    ]);
    expect(searches).toEqual([]);
  });

  test('are a list when half of them are genes; the others are guessed at', () => {
    const { isList, entries } = resolve('KCNQ2, SNC1A');
    expect(isList).toBe(true);
    expect(entries[1]?.candidates).toEqual([]);
    expect(entries[1]?.didYouMean.map(shown)).toEqual(['SCN1A of human: spelled-alike SCN1A']);
  });

  test.each([
    'Neurofibromatosis, type II',
    'Lovelace, Ada',
    'KCNQ2 kv7.2',
    'Ada Lovelace',
    'KCNQ2',
    'KCNQ2:c.[76A>C;83G>C]',
    'KCNQ2 c.881C>T',
    '3785,xx ovotesticular disorder',
    'BFNC, juvenile',
    'hemoglobin subunit delta, TWO',
  ])('do not stand in %j', (text) => {
    expect(resolve(text).isList).toBe(false);
  });

  test('stand between commas and blanks at once', () => {
    const { isList, entries } = resolve('HBD, KCNQ2 SCN1A');
    expect(isList).toBe(true);
    expect(entries.map(({ text }) => text)).toEqual(['HBD', 'KCNQ2', 'SCN1A']);
  });

  test.each(['SCN1A, Dravet syndrome', 'neurodevelopmental disorder, X-linked'])(
    'do not stand in %j, whose blanks are part of names',
    (text) => {
      expect(resolve(text).entries.map((entry) => entry.text)).not.toContain('syndrome');
      expect(resolve(text).isList).toBe(false);
    },
  );

  test('beyond the bound are counted', () => {
    const symbols = Array.from({ length: MOST_ENTRIES + 7 }, (_, index) => `GENE${index}`);
    const genes = symbols.map((symbol, index) => foundGene({ geneId: index, symbol }));
    const list = resolveText(symbols.join(';'), 10, smallLookups({ genes }));
    expect([list.isList, list.entries.length, list.entriesLeftOut]).toEqual([true, MOST_ENTRIES, 7]);
  });
});

test.each([
  ['Ada Lovelace', ['people', 'interests']],
  ['epilepsy surgery', ['interests', 'people']],
  ['3 year old girl with fits', []],
  ['rs121908744', []],
  ['HGNC:6296', []],
  ['KCNQ2:c.881C>T', []],
])('%j can be put to searches for people: %j', (text, kinds) => {
  expect(resolve(text).searches).toEqual(kinds.map((kind) => ({ kind, text })));
});

test('whatever is typed is answered, within the bound, with one certain candidate at most', () => {
  const parts = fc.constantFrom(
    'KCNQ2',
    'kv7.2',
    ' ',
    ',',
    ';',
    '\n',
    'c.881C>T',
    'NM_1.1(',
    ')',
    ':',
    'HP:0001250',
    'dravet',
  );
  const anything = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(parts).map((list) => list.join('')),
  );
  fc.assert(
    fc.property(anything, fc.integer({ min: 1, max: 50 }), (text, limit) => {
      const { entries } = resolve(text, limit);
      expect(entries.length).toBeLessThanOrEqual(MOST_ENTRIES);
      for (const entry of entries) {
        expect(entry.candidates.length).toBeLessThanOrEqual(limit);
        expect(entry.didYouMean.length).toBeLessThanOrEqual(limit);
        expect(entry.candidates.slice(1).some(({ isCertain }) => isCertain)).toBe(false);
        expect(entry.didYouMean.some(({ isCertain }) => isCertain)).toBe(false);
      }
    }),
  );
});
