/** What Orphanet ties: product 6 of Orphadata as it is published, in a small invented excerpt. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { GeneIdentity } from '../../../src/domain/record/snapshot.ts';
import { associationsOf } from '../../../src/registry/reference/diseases.ts';
import { referenceData } from '../../../src/registry/reference/reference.ts';
import { textResolver } from '../../../src/registry/search/resolve-text.ts';
import { aGene, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { exported, importInto } from '../../support/registry/temporary-store.ts';
import { fileOf, openLoading } from './loading.ts';

const PUBLISHED = readFileSync(
  new URL('../../support/reference-files/excerpts/product6.en.xml', import.meta.url),
  'utf8',
);
const product6 = (text = PUBLISHED) => [fileOf('en_product6.xml', ...text.split('\n'))];
const pairs = (...rows: string[]) => [fileOf('genes_to_phenotype.txt', 'ncbi_gene_id\thpo_id\tdisease_id', ...rows)];
const names = [fileOf('phenotype.hpoa', '#version: 2025-01-16', 'database_id\tdisease_name', 'ORPHA:990101\tLantern')];

const identity: GeneIdentity = {
  ...{ authoritySymbol: null, hgncId: null, ensemblIds: [], omimIds: [], nomenclatureStatus: null, kind: null },
  ...{ otherDesignations: [], chromosome: null, mapLocation: null },
};
const genes = [
  aGene(7, 'GLOW1', { identity: { ...identity, hgncId: 'HGNC:990007' } }),
  aGene(8, 'EMBR2', { identity: { ...identity, ensemblIds: ['ENSG00000990008'] } }),
];
const LOSS = 'Disease-causing germline mutation(s) (loss of function) in';
const OF_ORPHANET = [
  [7, 'ORPHA:990101', LOSS, 'Orphanet', '2025-06-24'],
  [8, 'ORPHA:990101', 'Candidate gene tested in', 'Orphanet', '2025-06-24'],
  [8, 'ORPHA:990104', 'Major susceptibility factor in', 'Orphanet', '2025-06-24'],
];

function open() {
  const registry = openLoading(smallSnapshot({ genes, orthologs: [], ontologies: [], users: [] }));
  const { resolve } = textResolver(registry.store, referenceData(registry.store));
  const diseases = () => exported(registry.store).diseases;
  return { ...registry, resolve, knownDiseases: diseases, [Symbol.dispose]: () => registry[Symbol.dispose]() };
}

test('genes are tied by their ids of HGNC and Ensembl, each with its kind; who has neither is reported', async () => {
  using registry = open();
  const [tied, named] = await registry.diseases({ orphanetGenes: product6() });
  expect(tied).toMatchObject({
    ...{ records: 'pairs of gene and disease of Orphanet', added: 3, notes: ['They are of Orphanet 2025-06-24.'] },
    skipped: {
      count: 1,
      sentences: [
        'en_product6.xml, line 107: The gene GLOW1 of ORPHA:990104 is not among the human genes of this registry; load genes first.',
      ],
    },
  });
  expect(named).toMatchObject({ records: 'diseases', added: 2, notes: [] });
  expect(registry.knownDiseases()).toMatchObject({
    ...{ source: 'Orphanet', release: '2025-06-24', geneDiseases: OF_ORPHANET },
    diseases: [
      { diseaseId: 'ORPHA:990101', name: 'Lantern-eye syndrome' },
      { diseaseId: 'ORPHA:990104', name: 'Paper-moon fever' },
    ],
  });
  const { entries } = await registry.resolve('paper moon fever', 3);
  expect(entries[0]?.candidates).toMatchObject([
    { disease: { geneCount: 1, genes: [{ symbol: 'EMBR2' }], source: 'Orphanet', release: '2025-06-24' } },
    { gene: { symbol: 'EMBR2' }, reason: { kind: 'disease', source: 'Orphanet', release: '2025-06-24' } },
  ]);
});

test('what HPO ties and what Orphanet ties stand beside each other, and each load leaves the other', async () => {
  using registry = open();
  await registry.diseases({ orphanetGenes: product6() });
  await registry.diseases({ pairs: pairs('7\tHP:1\tORPHA:990101', '7\tHP:1\tOMIM:990001'), names });
  const together = [[7, 'OMIM:990001'], [7, 'ORPHA:990101'], ...OF_ORPHANET];
  expect(registry.knownDiseases()).toMatchObject({ source: 'HPO', release: '2025-01-16', geneDiseases: together });
  const { entries } = await registry.resolve('ORPHA:990101', 3);
  expect(entries[0]?.candidates[0]).toMatchObject({
    disease: { name: 'Lantern', geneCount: 2, genes: [{ symbol: 'EMBR2' }, { symbol: 'GLOW1' }], source: 'HPO' },
  });
  expect(registry.store.read((tx) => associationsOf(tx, registry.store, 'ORPHA:990101'))).toEqual([
    { geneId: 7, kind: null, source: 'HPO', release: '2025-01-16' },
    { geneId: 7, kind: LOSS, source: 'Orphanet', release: '2025-06-24' },
    { geneId: 8, kind: 'Candidate gene tested in', source: 'Orphanet', release: '2025-06-24' },
  ]);
  // What is exported is imported again, and the same files change nothing.
  importInto(registry.store, exported(registry.store));
  expect(registry.knownDiseases()?.geneDiseases).toEqual(together);
  const generation = registry.generation();
  const reports = await registry.diseases({ orphanetGenes: product6() });
  expect(reports[0]).toMatchObject({ added: 0, changed: 0, unchanged: 3 });
  expect(registry.generation()).toBe(generation);
  // The next release lacks one pair, and HPO lacks one, too.
  await registry.diseases({ pairs: pairs('7\tHP:1\tORPHA:990101') });
  const later = PUBLISHED.replace('2025-06-24', '2025-12-01').replace('ENSG00000990008', 'ENSG1');
  const [changed] = await registry.diseases({ orphanetGenes: product6(later) });
  expect(changed).toMatchObject({ changed: 2, removed: { sentences: ['ORPHA:990101 of gene 8'] } });
  expect(registry.knownDiseases()?.geneDiseases).toEqual([
    [7, 'ORPHA:990101'],
    [7, 'ORPHA:990101', LOSS, 'Orphanet', '2025-12-01'],
    [8, 'ORPHA:990104', 'Major susceptibility factor in', 'Orphanet', '2025-12-01'],
  ]);
});

test.each([
  ['of another language', PUBLISHED.replaceAll('lang="en"', 'lang="fr"'), 'is read in English'],
  ['without associations', PUBLISHED.replaceAll('DisorderGeneAssociationList', 'Other'), 'holds no gene of a disease'],
  ['that is cut', PUBLISHED.slice(0, PUBLISHED.lastIndexOf('</Disorder>')), 'ends within a <Disorder>'],
])('a file %s is refused', async (_, text, problem) => {
  using registry = open();
  await expect(registry.diseases({ orphanetGenes: product6(text) })).rejects.toThrow(problem);
  await expect(registry.diseases({ orphanetGenes: [...product6(), ...product6()] })).rejects.toThrow('is a second');
  expect(registry.knownDiseases()).toBeNull();
});
