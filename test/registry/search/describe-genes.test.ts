/** All that the tables of a registry say of a gene: identifiers, orthologs in both directions, diseases with their source. */

import { afterAll, expect, test } from 'vitest';
import { referenceData } from '../../../src/registry/reference/reference.ts';
import { DISEASES_OF_GENE, describeGenes } from '../../../src/registry/search/describe-genes.ts';
import { aGene, HUMAN, MOUSE, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { openTemporaryStore } from '../../support/registry/temporary-store.ts';

const identity = {
  ...{ authoritySymbol: null, hgncId: 'HGNC:6296', nomenclatureStatus: 'official' as const, kind: 'protein-coding' },
  ...{ ensemblIds: ['ENSG00000075043'], omimIds: ['602235'], chromosome: '20', mapLocation: '20q13.33' },
  otherDesignations: [],
};
const snapshot = smallSnapshot({
  genes: [
    aGene(3785, 'KCNQ2', { name: 'a channel', identity }),
    { ...aGene(16536, 'Kcnq2'), taxonId: MOUSE },
    aGene(4, null),
  ],
  orthologs: [
    [3785, 16536],
    [16536, 4],
  ],
  users: [],
  diseases: {
    ...{ source: 'HPO', release: '2025-01-16' },
    diseases: [
      { diseaseId: 'OMIM:2', name: 'seizures', otherNames: [] },
      { diseaseId: 'OMIM:1', name: null, otherNames: [] },
      { diseaseId: 'OMIM:3', name: 'Encephalopathy', otherNames: [] },
    ],
    geneDiseases: [
      [3785, 'OMIM:2', 'MENDELIAN'],
      [3785, 'OMIM:2', 'Candidate gene tested in', 'Orphanet', '2025-06-24'],
      [3785, 'OMIM:1'],
      [3785, 'OMIM:1', 'Modifier', 'ClinGen', '2025-02-03'],
      [3785, 'OMIM:3'],
    ],
    phenotypeGenes: [],
  },
});
const database = await openTemporaryStore(snapshot);
afterAll(() => database[Symbol.dispose]());
const describeAll = describeGenes(database.store, referenceData(database.store));

test('a gene comes with its identifiers, and with its diseases by name, unnamed ones last', async () => {
  const [gene] = await describeAll([3785]);
  expect(gene).toMatchObject({ symbol: 'KCNQ2', taxonId: HUMAN, taxonName: 'human', name: 'a channel' });
  expect(gene).toMatchObject({ hgncId: 'HGNC:6296', ensemblIds: ['ENSG00000075043'], omimIds: ['602235'] });
  expect(gene?.diseases?.sources).toEqual([
    { source: 'HPO', release: '2025-01-16' },
    { source: 'ClinGen', release: '2025-02-03' },
    { source: 'Orphanet', release: '2025-06-24' },
  ]);
  expect(gene?.diseases?.diseases[1]).toMatchObject({ kinds: ['MENDELIAN', 'Candidate gene tested in'] });
  expect(gene?.diseases?.diseases.map(({ diseaseId }) => diseaseId)).toEqual(['OMIM:3', 'OMIM:2', 'OMIM:1']);
});

test('orthologs are given in both directions, each with its organism', async () => {
  const [human, mouse] = await describeAll([3785, 16536]);
  expect(human?.orthologs).toEqual([{ geneId: 16536, symbol: 'Kcnq2', taxonId: MOUSE, taxonName: 'mouse' }]);
  expect(mouse?.orthologs).toMatchObject([
    { geneId: 4, symbol: '4' },
    { geneId: 3785, symbol: 'KCNQ2' },
  ]);
  expect(mouse).toMatchObject({ hgncId: null, ensemblIds: [], diseases: { diseases: [] } });
});

test('genes come in the order asked for, and what is no gene here is left out', async () => {
  expect((await describeAll([16536, 4711, 3785])).map(({ geneId }) => geneId)).toEqual([16536, 3785]);
});

test('no table is read through for the diseases of a gene', () => {
  const plan = database.store.read((tx) =>
    database.store.query<[number, number, number, string]>(`EXPLAIN QUERY PLAN ${DISEASES_OF_GENE}`).all(tx, 3785),
  );
  expect(plan.map((row) => row[3]).filter((step) => step.startsWith('SCAN'))).toEqual([]);
});
