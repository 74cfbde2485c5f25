/** The types of the data in a registry, and of the viewers who query it. */

import { type PrivacyLevel, TIERS, type Tier } from '../../api/words.ts';

export {
  GO_ASPECTS,
  type GoAspect,
  RESEARCHER_CATEGORIES,
  RESEARCHER_POSITIONS,
  type ResearcherCategory,
  type ResearcherPosition,
} from '../../api/words.ts';
export { type PrivacyLevel, TIERS, type Tier };

/** Readable by administrators and service accounts; by those of partners only if the owner agreed. */
export const PRIVATE = 0;
/** Readable by registered users. */
export const SHARED = 1;
/** Readable by everybody. */
export const PUBLIC = 2;

/** The largest id, page or count, as RDP stores them in 32 bits. */
export const LARGEST_INT = 2_147_483_647;

/** Returns a tier as a number below 4 for packed storage; 0 for none. {@link tierOfNumber} is the inverse. */
export function tierNumber(tier: Tier | null): number {
  return tier === null ? 0 : TIERS.indexOf(tier) + 1;
}

export function tierOfNumber(number: number): Tier | null {
  return TIERS[number - 1] ?? null;
}

export const ROLES = ['ROLE_ADMIN', 'ROLE_USER', 'ROLE_SERVICE_ACCOUNT'] as const;
export type Role = (typeof ROLES)[number];

/** The kinds of viewer, after credentials (rdp-protocol 4.1): anonymous, user, service account, admin, admin of a partner. */
const VIEWER_KINDS = ['public', 'member', 'service', 'admin', 'partner'] as const;
export type ViewerKind = (typeof VIEWER_KINDS)[number];

export type Viewer = {
  kind: ViewerKind;
  /** The account of the credentials; undefined for the public. */
  userId: number | undefined;
  hasAdminRole: boolean;
  hasServiceRole: boolean;
  /** The name of the partner's search token, which only the operator sees. */
  searchToken?: string;
  /** The key of the partner for which that token is configured. */
  partnerKey?: string;
};

export const PUBLIC_VIEWER: Viewer = { kind: 'public', userId: undefined, hasAdminRole: false, hasServiceRole: false };

/** The facts about the owner of a record that the privacy rule needs (rdp-protocol 4.2). */
export type Owner = {
  id: number;
  enabled: boolean;
  /** Null: only the anonymised form of this user's records may be read. */
  privacyLevel: PrivacyLevel | null;
  /** Whether the user agreed that administrators of partners may read their records. */
  shared: boolean;
  hideGenelist: boolean;
  /** Whether this is the account for administrators of partners, which is no person's profile. */
  isRemoteSearchAccount: boolean;
};

/** One term in one ontology. */
export type TermRef = { ontologyName: string; termId: string };

/** The name and address with which this registry signs its records (rdp-protocol 1.2). */
export type Signature = { origin: string; originUrl: string };
