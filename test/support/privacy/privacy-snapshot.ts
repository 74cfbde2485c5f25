/** A registry that holds every combination of privacy settings, with a mark of its person in every private field. */

import {
  type PrivacyLevel,
  RESEARCHER_CATEGORIES,
  type ResearcherCategory,
  type Role,
  type Tier,
} from '../../../src/domain/record/model.ts';
import type { Snapshot, SnapshotUser } from '../../../src/domain/record/snapshot.ts';
import { aGene, anOntology, aTerm, smallSnapshot } from '../registry/small-snapshot.ts';
import type { TableOwner } from './privacy-table.ts';

export const PARTNER_TOKEN = 'token-of-a-partner';
export const REMOTE_ID = 1;
export const MEMBER_ID = 2;
export const SERVICE_ID = 3;
export const ADMIN_ID = 4;
const FIRST_OWNER_ID = 101;

/**
 * The genes that everybody has registered, one for each level that a gene may have of its own, and one in tier 3. Their
 * ids are also those of public researchers, so that mixing up genes and users would show.
 */
export const GENES: readonly { geneId: number; symbol: string; tier: Tier; own: PrivacyLevel | null }[] = [
  { geneId: 125, symbol: 'INHERITS', tier: 'TIER1', own: null },
  { geneId: 126, symbol: 'PRIVATE', tier: 'TIER1', own: 0 },
  { geneId: 127, symbol: 'SHARED', tier: 'TIER2', own: 1 },
  { geneId: 128, symbol: 'PUBLIC', tier: 'TIER2', own: 2 },
  { geneId: 129, symbol: 'DEEP', tier: 'TIER3', own: null },
];

/** An account as the privacy table speaks of it. */
export type Account = TableOwner & { id: number; roles: Role[] };

/** The partners' account: `conventional` is disabled and private, `open` does all it can to be seen. */
export type RemoteAccount = 'conventional' | 'open';

export function privacyAccounts(remoteRoles: Role[], remoteAccount: RemoteAccount): Account[] {
  const settings = { shared: false, hideGenelist: false, enabled: true, isRemoteSearchAccount: false };
  const isOpen = remoteAccount === 'open';
  const remote = { shared: isOpen, enabled: isOpen, isRemoteSearchAccount: true };
  return [
    { ...settings, ...remote, id: REMOTE_ID, roles: remoteRoles, privacyLevel: isOpen ? 2 : 0 },
    { ...settings, id: MEMBER_ID, roles: ['ROLE_USER'], privacyLevel: 0 },
    { ...settings, id: SERVICE_ID, roles: ['ROLE_SERVICE_ACCOUNT'], privacyLevel: 0, hideGenelist: true },
    { ...settings, id: ADMIN_ID, roles: ['ROLE_ADMIN', 'ROLE_USER'], privacyLevel: null },
    ...owners(),
  ];
}

/** The accounts that ask, without the people of every combination; partners as administrators, by a conventional account. */
export function askingAccounts(): Account[] {
  return privacyAccounts(['ROLE_ADMIN'], 'conventional').filter(({ id }) => id < FIRST_OWNER_ID);
}

function owners(): Account[] {
  const yesAndNo = [true, false];
  const combinations = ([null, 0, 1, 2] as const).flatMap((privacyLevel) =>
    yesAndNo.flatMap((shared) =>
      yesAndNo.flatMap((hideGenelist) =>
        yesAndNo.map((enabled) => ({ privacyLevel, shared, hideGenelist, enabled, isRemoteSearchAccount: false })),
      ),
    ),
  );
  return combinations.map((settings, index) => ({ ...settings, id: FIRST_OWNER_ID + index, roles: ['ROLE_USER'] }));
}

/** Stands in every private field of the account that some record shows, and in no other account's. */
export function markOf(id: number): string {
  return `person${id}x`;
}

/** Stands in what no record ever shows: texts per organism, the e-mail address that is not the public one. */
export const UNSHOWN = 'unshown';

/** The accounts whose mark a text holds, in order. */
export function markedIn(text: string): number[] {
  return [...new Set([...text.matchAll(/person(\d+)x/gi)].map(([, id]) => Number(id)))].sort((a, b) => a - b);
}

export function tokenOf(id: number): string {
  return `token-of-account-${id}`;
}

export function organOf(id: number): { uberonId: string; name: string; description: null } {
  return { uberonId: `UBERON:${String(id).padStart(7, '0')}`, name: `organ${id}x`, description: null };
}

export function categoryOf(id: number): ResearcherCategory {
  return RESEARCHER_CATEGORIES[id % RESEARCHER_CATEGORIES.length] ?? 'OTHER';
}

export function privacySnapshot(accounts: readonly Account[]): Snapshot {
  return smallSnapshot({
    remoteSearchUserId: REMOTE_ID,
    genes: GENES.map(({ geneId, symbol }) => aGene(geneId, symbol)),
    orthologs: [],
    organs: accounts.map(({ id }) => ({ ...organOf(id), active: true, ordering: null })),
    ontologies: [anOntology('mondo', [aTerm('MONDO:1', { name: 'disease' })])],
    users: accounts.map(toSnapshotUser),
  });
}

function toSnapshotUser({ isRemoteSearchAccount: _, ...account }: Account): SnapshotUser {
  const mark = markOf(account.id);
  const unshown = `${UNSHOWN}${account.id}x`;
  const contactEmailVerified = account.id % 2 === 0;
  return {
    ...account,
    email: `${contactEmailVerified ? unshown : mark}@example.org`,
    contactEmail: `${contactEmailVerified ? mark : unshown}@contact.example.org`,
    contactEmailVerified,
    name: `First ${mark}`,
    lastName: `Last ${mark}`,
    description: `Description ${mark}`,
    organization: `Organization ${mark}`,
    department: `Department ${mark}`,
    phone: `Phone ${mark}`,
    website: `https://${mark}.example.org`,
    researcherPosition: 'PRINCIPAL_INVESTIGATOR',
    researcherCategories: [categoryOf(account.id)],
    publications: [{ pmid: 1, title: `Publication ${mark}` }],
    taxonDescriptions: { 9606: `Description of humans ${unshown}` },
    genes: GENES.map(({ geneId, tier, own }) => ({ geneId, tier, privacyLevel: own })),
    organs: [organOf(account.id).uberonId],
    ontologyTerms: [{ ontology: 'mondo', termId: 'MONDO:1', name: `Term ${mark}` }],
    goTerms: [
      {
        goId: 'GO:0000001',
        name: `GO term ${mark}`,
        definition: null,
        aspect: 'BP',
        taxonId: 9606,
        frequency: 1,
        size: 1,
      },
    ],
    accessTokens: [{ token: tokenOf(account.id), expiresAt: '2999-01-01T00:00:00Z' }],
  };
}
