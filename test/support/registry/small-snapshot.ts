/** Snapshots of a few records, for tests that say only what matters to them. */

import type {
  Snapshot,
  SnapshotGene,
  SnapshotOntology,
  SnapshotTerm,
  SnapshotUser,
} from '../../../src/domain/record/snapshot.ts';

export const HUMAN = 9606;
export const MOUSE = 10090;

/** Two people and three genes, everything sound; `changes` replaces whole members. */
export function smallSnapshot(changes: Partial<Snapshot> = {}): Snapshot {
  return {
    format: 'registry-snapshot',
    version: 5,
    comment: 'small',
    remoteSearchUserId: null,
    highestUserId: null,
    taxa: [
      { id: HUMAN, commonName: 'human', scientificName: 'Homo sapiens', ordering: 1, active: true },
      { id: MOUSE, commonName: 'mouse', scientificName: 'Mus musculus', ordering: 2, active: true },
    ],
    genes: [aGene(672, 'BRCA1'), aGene(7157, 'TP53'), { ...aGene(12189, 'Brca1'), taxonId: MOUSE }],
    orthologs: [[672, 12189]],
    organs: [{ uberonId: 'UBERON:0000955', name: 'brain', description: null, active: true, ordering: 1 }],
    ontologies: [
      anOntology('hp', [aTerm('HP:0000118', { subTermIds: ['HP:0001250'] }), aTerm('HP:0001250')], {
        definition: 'Human Phenotype Ontology',
      }),
    ],
    annotations: [],
    diseases: null,
    users: [
      aUser(1, {
        roles: ['ROLE_ADMIN', 'ROLE_USER'],
        accessTokens: [{ token: 'small-admin-token', expiresAt: '2099-01-01T00:00:00Z' }],
      }),
      aUser(2, {
        genes: [
          { geneId: 7157, tier: 'TIER1', privacyLevel: null },
          { geneId: 672, tier: 'TIER2', privacyLevel: null },
        ],
      }),
    ],
    ...changes,
  };
}

const NOTHING_ELSE = { name: null, aliases: null, modificationDate: null, identity: null };

export function aGene(geneId: number, symbol: string | null, changes: Partial<SnapshotGene> = {}): SnapshotGene {
  return { geneId, taxonId: HUMAN, symbol, ...NOTHING_ELSE, ...changes };
}

/** In use, and first in the form. */
export function anOntology(
  name: string,
  terms: readonly SnapshotTerm[],
  changes: Partial<SnapshotOntology> = {},
): SnapshotOntology {
  const about = { definition: null, url: null, active: true, availableForGeneSearch: true, ordering: 1 };
  return { name, ...about, terms: [...terms], ...changes };
}

export function aTerm(termId: string, changes: Partial<SnapshotTerm> = {}): SnapshotTerm {
  const lists = { diseaseIds: [], synonyms: [], altTermIds: [], subTermIds: [] };
  const marks = { obsolete: false, active: true, group: false, hasIcon: false };
  return {
    termId,
    name: `term ${termId}`,
    definition: null,
    namespace: null,
    ...lists,
    ...marks,
    ordering: null,
    ...changes,
  };
}

/** Somebody enabled and public, who has registered nothing. */
export function aUser(id: number, changes: Partial<SnapshotUser> = {}): SnapshotUser {
  return {
    id,
    email: `user.${id}@example.org`,
    enabled: true,
    roles: ['ROLE_USER'],
    privacyLevel: 2,
    shared: false,
    hideGenelist: false,
    contactEmail: null,
    contactEmailVerified: false,
    name: `Name${id}`,
    lastName: `Last${id}`,
    description: null,
    organization: null,
    department: null,
    phone: null,
    website: null,
    researcherPosition: null,
    researcherCategories: [],
    publications: [],
    taxonDescriptions: {},
    genes: [],
    organs: [],
    ontologyTerms: [],
    goTerms: [],
    accessTokens: [],
    ...changes,
  };
}
