/** Small invented registries of a dozen people, in which most combinations of privacy settings meet. */

import {
  type PrivacyLevel,
  RESEARCHER_CATEGORIES,
  type ResearcherPosition,
  type Role,
  type Tier,
} from '../../../src/domain/record/model.ts';
import type { Snapshot, SnapshotUser, SnapshotUserGene } from '../../../src/domain/record/snapshot.ts';
import { aGene, anOntology, aTerm, HUMAN, MOUSE, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import type { SeededRandom } from '../bench/invented/seeded-random.ts';

export const REMOTE_ID = 1;
/** As which partners act after a change of the configuration. */
export const OTHER_REMOTE_ID = 2;
export const REMOTE_IDS: readonly number[] = [REMOTE_ID, OTHER_REMOTE_ID];
export const MEMBER_ID = 20;
export const SERVICE_ID = 30;
export const ADMIN_ID = 40;
/** Ids between those of the people of a registry, for whoever is added. */
const ID_STEP = 10;
const MOST_PEOPLE = 8;
const MOST_GENES = 5;

const NAMES = ['Ada', 'Grace', 'Émile', 'Ørsted', 'Lind', 'Müller', "O'Hara", 'Zoë', 'van Dijk', ''];
const WORDS = ['heart', 'zebrafish', 'kinase', 'épilepsie', 'retina', 'TP53', 'brain', '100 %', '=SUM(A1)', 'hidden'];
const GENES = [
  aGene(672, 'BRCA1', { aliases: 'BRCC1|IRIS' }),
  aGene(7157, 'TP53', { name: 'tumor protein p53' }),
  aGene(6469, 'SHH'),
  aGene(20, 'ABCA2'),
  { ...aGene(12189, 'Brca1'), taxonId: MOUSE },
  { ...aGene(20423, 'Shh'), taxonId: MOUSE },
  { ...aGene(22059, 'Trp53', { aliases: 'p53' }), taxonId: MOUSE },
];
const ORGANS = [
  { uberonId: 'UBERON:0000955', name: 'brain', description: null, active: true, ordering: 1 },
  { uberonId: 'UBERON:0000948', name: 'heart', description: 'It beats.', active: true, ordering: 2 },
  { uberonId: 'UBERON:0000970', name: 'eye', description: null, active: false, ordering: null },
];
const TERMS = ['HP:0000118', 'HP:0001250', 'HP:0000707'];

/** What a registry is made of beside its people. */
function inventedReference(): Snapshot {
  const terms = [aTerm('HP:0000118', { subTermIds: ['HP:0001250'] }), aTerm('HP:0001250'), aTerm('HP:0000707')];
  return smallSnapshot({
    remoteSearchUserId: REMOTE_ID,
    genes: GENES,
    orthologs: [
      [672, 12189],
      [6469, 20423],
      [7157, 22059],
    ],
    organs: ORGANS,
    ontologies: [anOntology('hp', terms)],
    users: [],
  });
}

/** @param remoteRoles of the account that administrators of partners act as */
export function inventedRegistry(random: SeededRandom, remoteRoles: readonly Role[]): Snapshot {
  const account = (id: number, ...roles: Role[]): SnapshotUser => {
    const accessTokens = [{ token: tokenOf(id), expiresAt: '2999-01-01T00:00:00Z' }];
    return { ...inventedPerson(id, random), roles, enabled: true, accessTokens };
  };
  const others = Array.from({ length: 3 + random.below(MOST_PEOPLE) }, (_, index) => (index + 5) * ID_STEP);
  return {
    ...inventedReference(),
    users: [
      ...REMOTE_IDS.map((id) => ({ ...account(id, ...remoteRoles), enabled: random.chance(0.5) })),
      account(MEMBER_ID, 'ROLE_USER'),
      account(SERVICE_ID, 'ROLE_SERVICE_ACCOUNT'),
      account(ADMIN_ID, 'ROLE_ADMIN', 'ROLE_USER'),
      ...others.map((id) => inventedPerson(id, random)),
    ],
  };
}

export function tokenOf(id: number): string {
  return `token-of-account-${id}`;
}

/** Somebody; the same settings often enough, so that hidden and visible people have things in common. */
export function inventedPerson(id: number, random: SeededRandom): SnapshotUser {
  const text = () => (random.chance(0.2) ? null : inventedText(random));
  return {
    id,
    email: `login.${id}.${random.below(1000)}@example.org`,
    enabled: random.chance(0.85),
    roles: [random.pick<Role>(['ROLE_USER', 'ROLE_USER', 'ROLE_SERVICE_ACCOUNT', 'ROLE_ADMIN'])],
    privacyLevel: inventedLevel(random),
    shared: random.chance(0.4),
    hideGenelist: random.chance(0.3),
    contactEmail: random.pick([null, '', `contact.${random.below(1000)}@example.org`]),
    contactEmailVerified: random.chance(0.5),
    name: random.pick([null, ...NAMES]),
    lastName: random.pick([null, ...NAMES]),
    description: text(),
    organization: text(),
    department: text(),
    phone: random.pick([null, `+1 555 ${random.below(10_000)}`]),
    website: random.pick([null, `https://lab-${random.below(100)}.example.org`]),
    researcherPosition: random.pick<ResearcherPosition | null>([null, 'PRINCIPAL_INVESTIGATOR']),
    researcherCategories: random.sample(RESEARCHER_CATEGORIES, random.below(3)),
    publications: random.chance(0.5) ? [] : [{ pmid: random.below(1000), title: inventedText(random) }],
    taxonDescriptions: random.chance(0.5) ? {} : { [HUMAN]: inventedText(random) },
    genes: random.sample(GENES, random.below(MOST_GENES)).map(({ geneId }) => inventedGene(geneId, random)),
    organs: random.sample(ORGANS, random.below(3)).map(({ uberonId }) => uberonId),
    ontologyTerms: random.sample(TERMS, random.below(3)).map((termId) => {
      return { ontology: 'hp', termId, name: random.chance(0.2) ? null : inventedText(random) };
    }),
    goTerms: random.chance(0.7) ? [] : [inventedGoTerm(random)],
    accessTokens: [],
    orcid: random.pick([null, '0000-0002-1825-0097', '0000-0001-5109-3700', '0000-0002-1694-233X']),
    ror: random.pick([null, '03yrm5c26', '015w2mp89']),
  };
}

export function inventedGene(geneId: number, random: SeededRandom): SnapshotUserGene {
  const tier = random.pick<Tier | null>(['TIER1', 'TIER1', 'TIER2', 'TIER2', 'TIER3', null]);
  return { geneId, tier, privacyLevel: random.chance(0.4) ? null : inventedLevel(random) };
}

function inventedLevel(random: SeededRandom): PrivacyLevel | null {
  return random.pick<PrivacyLevel | null>([2, 2, 2, 1, 1, 0, 0, null]);
}

function inventedText(random: SeededRandom): string {
  return Array.from({ length: 1 + random.below(3) }, () => random.pick(WORDS)).join(' ') + random.below(100);
}

function inventedGoTerm(random: SeededRandom): SnapshotUser['goTerms'][number] {
  const goId = `GO:${String(random.below(10_000)).padStart(7, '0')}`;
  return { goId, name: inventedText(random), definition: null, aspect: 'BP', taxonId: HUMAN, frequency: 1, size: 2 };
}

/** Every id that a gene of an invented registry may have. */
export const GENE_IDS: readonly number[] = GENES.map(({ geneId }) => geneId);
/** What gene searches are asked for: every symbol, aliases, and one that nobody knows. */
export const SYMBOLS: readonly string[] = [...GENES.map(({ symbol }) => String(symbol)), 'IRIS', 'p53', 'NOSUCH'];
export const ORGAN_IDS: readonly string[] = ORGANS.map(({ uberonId }) => uberonId);
export const TERM_IDS: readonly string[] = TERMS;
