/** What people typed in a trial who looked for KCNQ2: each of it is understood. */

import { afterAll, expect, test } from 'vitest';
import { referenceData } from '../../../src/registry/reference/reference.ts';
import { textResolver } from '../../../src/registry/search/resolve-text.ts';
import { aGene, aTerm, HUMAN, MOUSE, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { openTemporaryStore } from '../../support/registry/temporary-store.ts';
import { isUnderstood } from '../../support/registry/trial-answers.ts';
import { TRIAL_INPUTS } from '../../support/registry/trial-inputs.ts';

const ZEBRAFISH = 7955;
const official = { nomenclatureStatus: 'official' as const, kind: 'protein-coding', otherDesignations: [] };
const place = { chromosome: '20', mapLocation: null };
const kcnq2 = { ...official, ...place, hgncId: 'HGNC:6296', ensemblIds: ['ENSG00000075043'], omimIds: ['602235'] };
const chrna4 = { ...official, ...place, hgncId: 'HGNC:1958', ensemblIds: ['ENSG00000101204'], omimIds: ['118504'] };

const database = openTemporaryStore(
  smallSnapshot({
    taxa: [
      { id: HUMAN, commonName: 'human', scientificName: 'Homo sapiens', ordering: 1, active: true },
      { id: MOUSE, commonName: 'mouse', scientificName: 'Mus musculus', ordering: 2, active: true },
      { id: ZEBRAFISH, commonName: 'zebrafish', scientificName: 'Danio rerio', ordering: 3, active: true },
    ],
    genes: [
      aGene(3785, 'KCNQ2', {
        name: 'potassium voltage-gated channel subfamily Q member 2',
        aliases: 'BFNC|EBN|EBN1|KV7.2',
        identity: kcnq2,
      }),
      aGene(1137, 'CHRNA4', { aliases: 'BFNC|EBN|EBN1', identity: chrna4 }),
      aGene(3786, 'KCNQ3', { aliases: 'KV7.3' }),
      { ...aGene(16536, 'Kcnq2'), taxonId: MOUSE },
      { ...aGene(100141342, 'kcnq2a'), taxonId: ZEBRAFISH },
    ],
    orthologs: [
      [3785, 16536],
      [3785, 100141342],
    ],
    diseases: {
      ...{ source: 'HPO', release: '2025-01-16' },
      diseases: [
        { diseaseId: 'OMIM:613720', name: 'Epileptic encephalopathy, early infantile, 7' },
        { diseaseId: 'OMIM:618437', name: 'Developmental and epileptic encephalopathy 70' },
      ],
      geneDiseases: [[3785, 'OMIM:613720']],
      phenotypeGenes: [['HP:0001250', [3785]]],
    },
    ontologies: [
      {
        ...{ name: 'hp', definition: null, url: null, active: true, availableForGeneSearch: true, ordering: 1 },
        terms: [aTerm('HP:0001250', { name: 'Seizure' })],
      },
    ],
    users: [],
  }),
);
const { resolve } = textResolver(database.store, referenceData(database.store));
afterAll(() => database[Symbol.dispose]());

test.each(TRIAL_INPUTS)('$text means $meant', async (input) => {
  expect(isUnderstood(input, await resolve(input.text, 10))).toBe(true);
});

test('the gene of a disease is offered with the disease, its source and its release', async () => {
  const { entries } = await resolve('OMIM:613720', 10);
  expect(entries[0]?.candidates[1]).toMatchObject({
    gene: { symbol: 'KCNQ2' },
    reason: { kind: 'disease', diseaseId: 'OMIM:613720', source: 'HPO', release: '2025-01-16' },
  });
});
