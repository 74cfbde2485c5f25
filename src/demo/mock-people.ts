/** The people of the mock partner, as a partner sends them (rdp-protocol 1.2, 1.3): invented, but with real genes. */

/** Returns a public researcher with this id; `changes` replace or add fields. */
export function userRecord(id: number, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id,
    email: `researcher-${id}@partner.example.org`,
    name: 'Robin',
    lastName: `Example ${String(id).padStart(5, '0')}`,
    description: null,
    organization: null,
    department: null,
    phone: null,
    website: null,
    publications: [],
    researcherPosition: null,
    researcherCategories: ['IN_VIVO'],
    origin: 'Partner',
    originUrl: 'https://partner.example.org',
    userTerms: [],
    userGenes: {},
    userOrgans: {},
    userOntologyTerms: [],
    privacyLevel: 2,
    ...changes,
  };
}

/** Returns human BRCA1 as registered by the researcher with this id. */
export function geneRecord(userId: number, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    geneId: 672,
    taxon: { id: 9606, scientificName: 'Homo sapiens', commonName: 'human' },
    symbol: 'BRCA1',
    name: 'BRCA1 DNA repair associated',
    aliases: 'IRIS|PSCP',
    tier: 'TIER1',
    remoteUser: userRecord(userId),
    privacyLevel: 2,
    ...changes,
  };
}

/** Returns the same without the person, with new anonymous ids at every call, as RDP does. */
export function anonymousGeneRecord(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const { id: _, ...person } = userRecord(0, { email: null, name: 'RDP User', lastName: null });
  const remoteUser = { ...person, anonymousId: crypto.randomUUID() };
  return { ...geneRecord(0), anonymousId: crypto.randomUUID(), remoteUser, ...changes };
}

export type MockRecord = Record<string, unknown>;
type MockGene = {
  geneId: number;
  symbol: string;
  name: string;
  taxonId: number;
  /** The same text for orthologs. */
  family: string;
};

const TAXA: Readonly<Record<number, MockRecord>> = {
  9606: { id: 9606, scientificName: 'Homo sapiens', commonName: 'human' },
  10090: { id: 10090, scientificName: 'Mus musculus', commonName: 'mouse' },
};

const BRCA1 = gene(672, 'BRCA1', 'BRCA1 DNA repair associated');
const MOUSE_BRCA1 = { ...gene(12189, 'Brca1', 'breast cancer 1, early onset'), taxonId: 10090, family: 'BRCA1' };
const TP53 = gene(7157, 'TP53', 'tumor protein p53');
const MECP2 = gene(4204, 'MECP2', 'methyl-CpG binding protein 2');
const SCN1A = gene(6323, 'SCN1A', 'sodium voltage-gated channel alpha subunit 1');
const GENES: readonly MockGene[] = [BRCA1, MOUSE_BRCA1, TP53, MECP2, SCN1A];

type Person = {
  id: number;
  name: string;
  lastName: string;
  position?: 'PRINCIPAL_INVESTIGATOR';
  genes: readonly (readonly [MockGene, 'TIER1' | 'TIER2'])[];
};

const PEOPLE: readonly Person[] = [
  {
    id: 1,
    name: 'Robin',
    lastName: 'Anders-Example',
    position: 'PRINCIPAL_INVESTIGATOR',
    genes: [
      [BRCA1, 'TIER1'],
      [TP53, 'TIER2'],
    ],
  },
  {
    id: 2,
    name: 'Noor',
    lastName: 'Bergmann-Example',
    position: 'PRINCIPAL_INVESTIGATOR',
    genes: [[MECP2, 'TIER1']],
  },
  { id: 3, name: 'Lio', lastName: 'Castel-Example', genes: [[MOUSE_BRCA1, 'TIER1']] },
  {
    id: 4,
    name: 'Maren',
    lastName: 'Dorn-Example',
    genes: [
      [SCN1A, 'TIER1'],
      [BRCA1, 'TIER2'],
    ],
  },
  { id: 5, name: 'Ilse', lastName: 'Ansgar-Example', genes: [[TP53, 'TIER1']] },
];

function gene(geneId: number, symbol: string, name: string): MockGene {
  return { geneId, symbol, name, taxonId: 9606, family: symbol };
}

/** Returns all people; `origin` is the address in their records. */
export function mockUsers(origin: string): MockRecord[] {
  return PEOPLE.map((person) => userOf(person, origin));
}

/** Returns the registered genes, each with its owner. */
export function mockGenes(origin: string): (MockRecord & { gene: MockGene })[] {
  return PEOPLE.flatMap((person) =>
    person.genes.map(([gene, tier]) => {
      const { geneId, symbol, name } = gene;
      const facts = { geneId, symbol, name, aliases: null, taxon: TAXA[gene.taxonId], tier };
      return { ...geneRecord(person.id, { ...facts, remoteUser: userOf(person, origin) }), gene };
    }),
  );
}

function userOf({ id, name, lastName, position }: Person, originUrl: string): MockRecord {
  const researcherPosition = position ?? null;
  return userRecord(id, { name, lastName, researcherPosition, origin: 'Mock Partner', originUrl });
}

/** Returns a gene by symbol and organism; undefined if nobody has it. */
export function knownGene(symbol: string, taxonId: number): MockGene | undefined {
  return GENES.find((one) => one.taxonId === taxonId && one.symbol.toLowerCase() === symbol.toLowerCase());
}

/** Returns the record without its person, with a new id at every call, as RDP does. */
export function hidden(user: MockRecord): MockRecord {
  const { id: _, ...rest } = user;
  return { ...rest, email: null, name: 'RDP User', lastName: null, anonymousId: crypto.randomUUID() };
}

export const MOCK_STATS = {
  users: PEOPLE.length,
  publicUsers: PEOPLE.length,
  usersWithGenes: PEOPLE.length,
  userGenes: PEOPLE.flatMap(({ genes }) => genes).length,
  uniqueUserGenes: GENES.length,
  uniqueUserGenesInAllTiers: GENES.length,
  uniqueHumanUserGenesInAllTiers: GENES.filter(({ taxonId }) => taxonId === 9606).length,
  researchersByTaxonId: { 9606: 4, 10090: 1 },
};

export const MOCK_TAXA = TAXA;
