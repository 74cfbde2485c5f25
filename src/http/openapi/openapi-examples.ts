/** Records as the registry API answers them, for the OpenAPI document: invented people, real genes and terms. */

import { pageEnvelope } from '../../domain/query/paging.ts';

const SIGNATURE = { origin: 'EXREG', originUrl: 'https://registry.example.org' };

export const TAXON = { id: 9606, scientificName: 'Homo sapiens', commonName: 'human' };

export const ORGAN = { uberonId: 'UBERON:0001016', name: 'Nervous System', description: null };

export const GO_TERM = {
  goId: 'GO:0006281',
  name: 'DNA repair',
  definition: 'The process of restoring DNA after damage.',
  aspect: 'BP',
  taxon: TAXON,
  frequency: 1,
  size: 612,
};

export const PUBLICATION = { pmid: 12345678, title: 'Seizures in a family with a rare variant' };

export const ONTOLOGY = {
  name: 'hp',
  definition: 'Human Phenotype Ontology',
  numberOfTerms: 11030,
  numberOfObsoleteTerms: 0,
  ...SIGNATURE,
};

export const USER_ONTOLOGY_TERM = { ontology: ONTOLOGY, termId: 'HP:0001250', name: 'Seizures' };

export const TERM = {
  ontology: ONTOLOGY,
  termId: 'HP:0001250',
  name: 'Seizures',
  definition: 'Sudden, excessive, disorderly discharge of cerebral neurons.',
  altTermIds: ['HP:0001275', 'HP:0001303'],
  synonyms: ['Epilepsy', 'Seizure'],
  subTerms: ['HP:0002133', 'HP:0002197', 'HP:0007359'],
  ...SIGNATURE,
};

const BRCA1 = {
  geneId: 672,
  taxon: TAXON,
  symbol: 'BRCA1',
  name: 'BRCA1 DNA repair associated',
  aliases: 'BRCAI|BRCC1|BROVCA1|FANCS|IRIS|PNCA4|PPP1R53|PSCP|RNF53',
  tier: 'TIER1',
  privacyLevel: 2,
};

export const USER = {
  id: 2,
  email: 'ilse.varga@example.org',
  name: 'Ilse',
  lastName: 'Varga',
  description: 'DNA repair in neurons, and what its failure does to the developing brain.',
  organization: 'University of Example',
  department: 'Medical Genetics',
  phone: '555-0100',
  website: 'https://varga-lab.example.org',
  publications: [PUBLICATION],
  researcherPosition: 'PRINCIPAL_INVESTIGATOR',
  researcherCategories: ['IN_VITRO_CELLS', 'IN_VIVO'],
  ...SIGNATURE,
  userTerms: [GO_TERM],
  userGenes: { '672': BRCA1 },
  userOrgans: { 'UBERON:0001016': ORGAN },
  userOntologyTerms: [USER_ONTOLOGY_TERM],
  privacyLevel: 2,
};

export const ANONYMOUS_USER = {
  anonymousId: '5f0c6b1e-92d4-4f3a-8b57-1c2d3e4f5a6b',
  email: null,
  name: 'EXREG User',
  lastName: null,
  description: null,
  organization: null,
  department: null,
  phone: null,
  website: null,
  publications: [],
  researcherPosition: null,
  researcherCategories: ['IN_SILICO'],
  ...SIGNATURE,
  userTerms: [],
  userGenes: {},
  userOrgans: { 'UBERON:0001016': ORGAN },
  userOntologyTerms: [],
  privacyLevel: 2,
};

export const USER_GENE = { ...BRCA1, remoteUser: { ...USER, userGenes: {} } };

export const ANONYMOUS_GENE = {
  anonymousId: 'c3a1d7f4-0b68-4e2d-9a45-7f6e5d4c3b2a',
  ...BRCA1,
  remoteUser: ANONYMOUS_USER,
};

export const STATS = {
  version: '1.5.10',
  users: 22,
  publicUsers: 9,
  usersWithGenes: 14,
  userGenes: 58,
  uniqueUserGenes: 51,
  uniqueUserGenesInAllTiers: 60,
  uniqueHumanUserGenesInAllTiers: 74,
  researchersByTaxonId: { '9606': 11, '10090': 6, '7955': 0 },
};

export const LEGACY_STATS = {
  version: '1.5.10',
  success: true,
  message: 'Statistics successfully loaded',
  researchers_registered: 22,
  researchers_registered_with_genes: 14,
  genes_added: 58,
  genes_added_unique: 51,
  genes_added_unique_alltiers: 60,
  human_genes_represented: 74,
  researcher_counts_by_taxon: { human: 11, mouse: 6 },
};

/** The first and only page holding these records. */
export function examplePage(content: readonly object[]): object {
  return { content, ...pageEnvelope({ page: 0, size: 20 }, content.length, content.length, false) };
}
