/** The words of the field as types: what a registry holds and who may ask it. */

export type PrivacyLevel = 0 | 1 | 2;
/** Readable by administrators only. */
export const PRIVATE = 0;
/** Readable by registered users. */
export const SHARED = 1;
/** Readable by everybody. */
export const PUBLIC = 2;

export const TIERS = ['TIER1', 'TIER2', 'TIER3'] as const;
export type Tier = (typeof TIERS)[number];

/** Ids, pages and counts are no larger: RDP holds them in 32 bits. */
export const LARGEST_INT = 2_147_483_647;

/** A tier as a number below 4, to be packed; 0 for none. {@link tierOfNumber} is the inverse. */
export function tierNumber(tier: Tier | null): number {
  return tier === null ? 0 : TIERS.indexOf(tier) + 1;
}

export function tierOfNumber(number: number): Tier | null {
  return TIERS[number - 1] ?? null;
}

export const RESEARCHER_POSITIONS = ['PRINCIPAL_INVESTIGATOR'] as const;
export type ResearcherPosition = (typeof RESEARCHER_POSITIONS)[number];

export const RESEARCHER_CATEGORIES = [
  'IN_SILICO',
  'IN_VITRO_BIOCHEMICAL',
  'IN_VITRO_CELLS',
  'IN_VITRO_STRUCTURAL',
  'IN_VIVO',
  'OTHER',
] as const;
export type ResearcherCategory = (typeof RESEARCHER_CATEGORIES)[number];

export const ROLES = ['ROLE_ADMIN', 'ROLE_USER', 'ROLE_SERVICE_ACCOUNT'] as const;
export type Role = (typeof ROLES)[number];

export const GO_ASPECTS = ['BP', 'CC', 'MF'] as const;
export type GoAspect = (typeof GO_ASPECTS)[number];

/** Who is asking, after credentials (rdp-protocol 4.1): anonymous, user, service account, admin, remote admin. */
const VIEWER_KINDS = ['public', 'member', 'service', 'admin', 'partner'] as const;
export type ViewerKind = (typeof VIEWER_KINDS)[number];

export type Viewer = {
  kind: ViewerKind;
  /** The account behind the credentials; undefined for the public. */
  userId: number | undefined;
  hasAdminRole: boolean;
  hasServiceRole: boolean;
  /** The name of the search token that a partner came with, for the operator alone. */
  searchToken?: string;
  /** The key of the partner that the configuration ties that token to. */
  partnerKey?: string;
};

export const PUBLIC_VIEWER: Viewer = { kind: 'public', userId: undefined, hasAdminRole: false, hasServiceRole: false };

/** What the privacy rule needs to know of the user a record belongs to (rdp-protocol 4.2). */
export type Owner = {
  id: number;
  enabled: boolean;
  /** Null: nobody may read this user's records, except in anonymised form. */
  privacyLevel: PrivacyLevel | null;
  /** Consent to be seen by the administrators of partners. */
  shared: boolean;
  hideGenelist: boolean;
  /** The account that administrators of partners act as; it is nobody's profile. */
  isRemoteSearchAccount: boolean;
};

/** One term in one ontology. */
export type TermRef = { ontologyName: string; termId: string };

/** How this registry signs its records (rdp-protocol 1.2). */
export type Signature = { origin: string; originUrl: string };
