/** A whole registry as one JSON object: what import reads and export writes. */

import type { GoAspect, PrivacyLevel, ResearcherCategory, ResearcherPosition, Role, Tier } from './model.ts';

export const SNAPSHOT_FORMAT = 'registry-snapshot';
export const SNAPSHOT_VERSION = 1;

export type Snapshot = {
  format: typeof SNAPSHOT_FORMAT;
  version: typeof SNAPSHOT_VERSION;
  comment: string | null;
  /** The account that administrators of partners act as. */
  remoteSearchUserId: number | null;
  taxa: SnapshotTaxon[];
  genes: SnapshotGene[];
  /** Source gene id, target gene id. */
  orthologs: [number, number][];
  organs: SnapshotOrgan[];
  ontologies: SnapshotOntology[];
  users: SnapshotUser[];
};

export type SnapshotTaxon = {
  id: number;
  commonName: string | null;
  scientificName: string | null;
  ordering: number | null;
  active: boolean;
};

export type SnapshotGene = {
  geneId: number;
  taxonId: number;
  symbol: string | null;
  name: string | null;
  /** As NCBI writes them: `A|B`, `-` for none. */
  aliases: string | null;
  /** `yyyy-mm-dd`. */
  modificationDate: string | null;
};

export type SnapshotOrgan = {
  uberonId: string;
  name: string | null;
  description: string | null;
  active: boolean;
  ordering: number | null;
};

export type SnapshotOntology = {
  name: string;
  definition: string | null;
  url: string | null;
  active: boolean;
  availableForGeneSearch: boolean;
  ordering: number | null;
  terms: SnapshotTerm[];
};

export type SnapshotTerm = {
  termId: string;
  name: string | null;
  definition: string | null;
  synonyms: string[];
  altTermIds: string[];
  subTermIds: string[];
  obsolete: boolean;
  active: boolean;
  group: boolean;
  hasIcon: boolean;
  ordering: number | null;
};

export type SnapshotUser = {
  id: number;
  email: string;
  enabled: boolean;
  roles: Role[];
  privacyLevel: PrivacyLevel | null;
  shared: boolean;
  hideGenelist: boolean;
  contactEmail: string | null;
  contactEmailVerified: boolean;
  name: string | null;
  lastName: string | null;
  description: string | null;
  organization: string | null;
  department: string | null;
  phone: string | null;
  website: string | null;
  researcherPosition: ResearcherPosition | null;
  researcherCategories: ResearcherCategory[];
  publications: SnapshotPublication[];
  /** Taxon id to text; searched, never shown. */
  taxonDescriptions: Record<string, string | null>;
  genes: SnapshotUserGene[];
  organs: string[];
  /** May name a term that no longer exists. */
  ontologyTerms: { ontology: string; termId: string; name: string | null }[];
  goTerms: SnapshotGoTerm[];
  /** Written in clear by other systems; never exported. */
  accessTokens: { token: string; expiresAt: string }[];
};

export type SnapshotPublication = { pmid: number | null; title: string | null };

export type SnapshotUserGene = { geneId: number; tier: Tier | null; privacyLevel: PrivacyLevel | null };

export type SnapshotGoTerm = {
  goId: string | null;
  name: string | null;
  definition: string | null;
  aspect: GoAspect | string | null;
  taxonId: number | null;
  frequency: number | null;
  size: number | null;
};
