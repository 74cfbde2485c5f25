/** What Mondo and Orphanet call diseases: their files as they are published, in a small invented excerpt each. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { referenceData } from '../../../src/registry/reference/reference.ts';
import { textResolver } from '../../../src/registry/search/resolve-text.ts';
import { aGene, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { exported, importInto } from '../../support/registry/temporary-store.ts';
import { fileOf, openLoading } from './loading.ts';

const folder = new URL('../../support/reference-files/excerpts/', import.meta.url);
const excerpt = (name: string) => fileOf(name, ...readFileSync(new URL(name, folder), 'utf8').split('\n'));
const mondo = () => [excerpt('mondo.obo')];
const french = () => [excerpt('product1.fr.xml')];
const english = () => [excerpt('product1.en.xml')];
const pairs = () => [
  fileOf(
    'genes_to_phenotype.txt',
    ...['ncbi_gene_id\thpo_id\tdisease_id', '7\tHP:1\tOMIM:990001', '7\tHP:1\tORPHA:990101', '8\tHP:1\tOMIM:990002'],
    '8\tHP:1\tORPHA:990103',
  ),
];
const names = () => [fileOf('phenotype.hpoa', 'database_id\tdisease_name', 'OMIM:990001\tLantern-eye syndrome 1')];
const genes = [aGene(7, 'GLOW1'), aGene(8, 'EMBR2')];

function open() {
  const registry = openLoading(smallSnapshot({ genes, orthologs: [], ontologies: [], users: [] }));
  const { resolve } = textResolver(registry.store, referenceData(registry.store));
  const namesOf = (id: string) =>
    exported(registry.store)
      .diseases?.diseases.find(({ diseaseId }) => diseaseId === id)
      ?.otherNames.map(({ name, source, language }) => `${source} ${language}: ${name}`);
  return { ...registry, resolve, namesOf, [Symbol.dispose]: () => registry[Symbol.dispose]() };
}

test('all names but wider ones are taken over, of each disease that is the same, once in each language', async () => {
  using registry = open();
  const reports = await registry.diseases({
    pairs: pairs(),
    names: names(),
    mondo: mondo(),
    orphadata: [...french(), ...english()],
  });
  expect(reports.at(-1)).toMatchObject({
    records: 'diseases with names of other sources',
    added: 3,
    skipped: { count: 0 },
  });
  expect(reports.at(-1)?.notes).toEqual([
    'Names are those of MONDO 2025-03-04 (en), Orphanet 2025-06-24 (fr), Orphanet 2025-06-24 (en).',
  ]);
  expect(registry.namesOf('OMIM:990001')).toEqual([
    'MONDO en: lantern-eye syndrome',
    'MONDO en: Okapi-Fennec syndrome',
    'MONDO en: LES1',
    'MONDO en: glow with onset in infancy',
    'Orphanet en: Okapi-Fennec disease',
    'Orphanet en: Glowing-eye disease',
    'Orphanet fr: Syndrome des yeux-lanternes',
    'Orphanet fr: Maladie d’Okapi-Fennec',
    'Orphanet fr: Yeux luisants héréditaires',
  ]);
  // Mondo calls it obsolete, and Orphanet says that its own one is a part of it.
  expect(registry.namesOf('OMIM:990002')).toEqual([]);
  expect(registry.namesOf('ORPHA:990103')).toEqual(['Orphanet en: Ember fever', 'Orphanet fr: Fièvre de braise']);
  expect(exported(registry.store).diseases?.diseases.map(({ diseaseId }) => diseaseId)).not.toContain('ORPHA:990102');
});

test('a file replaces the names of its source and language, and the same file again changes nothing', async () => {
  using registry = open();
  await registry.diseases({ pairs: pairs(), names: names() });
  const [first] = await registry.diseases({ orphadata: french() });
  expect(first).toMatchObject({ added: 3, isChanged: true });
  await registry.diseases({ mondo: mondo() });
  const before = registry.generation();
  const [again] = await registry.diseases({ orphadata: french() });
  expect(again).toMatchObject({ added: 0, changed: 0, unchanged: 3, isChanged: false });
  expect(registry.generation()).toBe(before);
  const shorter = readFileSync(new URL('product1.fr.xml', folder), 'utf8').replace(/<Synonym lang="fr">Yeux.*\n/, '');
  const [changed] = await registry.diseases({ orphadata: [fileOf('product1.fr.xml', ...shorter.split('\n'))] });
  expect(changed).toMatchObject({ changed: 2, unchanged: 1 });
  expect(registry.namesOf('ORPHA:990101')).toContain('MONDO en: LES1');
  expect(registry.namesOf('ORPHA:990101')).not.toContain('Orphanet fr: Yeux luisants héréditaires');
  // They outlast an export and an import.
  const snapshot = exported(registry.store);
  importInto(registry.store, snapshot);
  expect(exported(registry.store).diseases).toEqual(snapshot.diseases);
});

test('names go with the disease that no gene is tied to any longer, unless HPO names it', async () => {
  using registry = open();
  await registry.diseases({ pairs: pairs(), names: names(), mondo: mondo() });
  const other = fileOf('genes_to_phenotype.txt', 'ncbi_gene_id\thpo_id\tdisease_id', '8\tHP:1\tOMIM:990002');
  await registry.diseases({ pairs: [other] });
  expect(registry.namesOf('ORPHA:990101')).toBeUndefined();
  const { entries } = await registry.resolve('Okapi-Fennec syndrome', 3);
  expect(entries[0]?.candidates).toMatchObject([
    { kind: 'disease', disease: { diseaseId: 'OMIM:990001', geneCount: 0 } },
  ]);
});

test.each([
  ['Okapi-Fennec syndrome', 'Okapi-Fennec syndrome'],
  ['LES1', 'LES1'],
  ['les1', 'LES1'],
  ['okapi fennec disease', 'Okapi-Fennec disease'],
  ['Okapi-Fennec', 'Okapi-Fennec syndrome'],
  ["Maladie d'Okapi-Fennec", 'Maladie d’Okapi-Fennec'],
  ['syndrome des yeux lanternes', 'Syndrome des yeux-lanternes'],
  ['yeux luisants hereditaires', 'Yeux luisants héréditaires'],
  ['lantern eye', 'Lantern-eye syndrome'],
])('%s is the disease with the name %s', async (text, matched) => {
  using registry = open();
  await registry.diseases({ pairs: pairs(), names: names(), mondo: mondo(), orphadata: [...french(), ...english()] });
  const { entries } = await registry.resolve(text, 5);
  const [first] = entries[0]?.candidates ?? [];
  expect(first).toMatchObject({ kind: 'disease', reason: { kind: 'name' } });
  expect(first?.reason.matched.toLowerCase()).toBe(matched.toLowerCase());
  expect(entries[0]?.candidates.filter(({ kind }) => kind === 'gene')).toMatchObject([{ gene: { symbol: 'GLOW1' } }]);
});

test.each([
  ['no element', ['<JDBOR date="2025-06-24 x">', '<Disorder id="1">', '<OrphaCode>7</Disorder>'], /is no XML/],
  [
    'no code',
    ['<JDBOR>', '<Disorder><OrphaCode>x</OrphaCode></Disorder>'],
    /The OrphaCode is "x", but must be a number/,
  ],
  [
    'no language',
    ['<JDBOR>', '<Disorder><OrphaCode>7</OrphaCode><Name>A</Name></Disorder>'],
    /The lang of a Name is ""/,
  ],
])('a disorder with %s is reported, and a file with no other is refused', async (_, lines, sentence) => {
  using registry = open();
  const whole = ['<Disorder><OrphaCode>990101</OrphaCode><Name lang="fr">Lueur</Name></Disorder>', '</JDBOR>'];
  const [report] = await registry.diseases({ orphadata: [fileOf('fr.xml', ...lines, ...whole)] });
  expect(report?.skipped.sentences).toEqual([expect.stringMatching(sentence)]);
  await expect(registry.diseases({ orphadata: [fileOf('fr.xml', ...lines)] })).rejects.toThrow('holds no disease');
});

test('names without a disease that they are of are reported as such, and nothing is said to be of HPO', async () => {
  using registry = open();
  const [report] = await registry.diseases({ mondo: mondo() });
  expect(report?.notes).toContain('None of the diseases that they name is loaded; load genes_to_phenotype.txt first.');
  expect(exported(registry.store).diseases).toBeNull();
  await expect(registry.diseases({ mondo: [fileOf('hp.obo', '[Term]', 'id: HP:1')] })).rejects.toThrow(
    'no term of Mondo',
  );
});
