/** A registry that knows KCNQ2 as the field knows it: its names, orthologs, diseases and phenotypes. */

import type { Snapshot } from '../../../src/domain/record/snapshot.ts';
import { aGene, anOntology, aTerm, aUser, HUMAN, MOUSE, smallSnapshot } from './small-snapshot.ts';

const ZEBRAFISH = 7955;
const official = {
  authoritySymbol: null,
  nomenclatureStatus: 'official' as const,
  kind: 'protein-coding',
  otherDesignations: [],
};
const place = { chromosome: '20', mapLocation: null };
const kcnq2 = { ...official, ...place, hgncId: 'HGNC:6296', ensemblIds: ['ENSG00000075043'], omimIds: ['602235'] };
const chrna4 = { ...official, ...place, hgncId: 'HGNC:1958', ensemblIds: ['ENSG00000101204'], omimIds: ['118504'] };
const locus = { ...kcnq2, nomenclatureStatus: null, kind: 'unknown', hgncId: null, ensemblIds: [], omimIds: [] };

export function channelSnapshot(): Snapshot {
  return smallSnapshot({
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
      aGene(3045, 'HBD', {
        name: 'hemoglobin subunit delta',
        identity: { ...kcnq2, hgncId: 'HGNC:4829', ensemblIds: [], omimIds: [] },
      }),
      aGene(100187828, 'HBD', { name: 'hypophosphatemic bone disease', identity: locus }),
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
        { diseaseId: 'OMIM:613720', name: 'Epileptic encephalopathy, early infantile, 7', otherNames: [] },
        { diseaseId: 'OMIM:618437', name: 'Developmental and epileptic encephalopathy 70', otherNames: [] },
      ],
      geneDiseases: [[3785, 'OMIM:613720']],
      phenotypeGenes: [['HP:0001250', [3785, 3786]]],
    },
    ontologies: [anOntology('hp', [aTerm('HP:0001250', { name: 'Seizure' })])],
    users: [
      aUser(1, { name: 'Ada', lastName: 'Example', genes: [{ geneId: 3785, tier: 'TIER1', privacyLevel: null }] }),
    ],
  });
}
