/** A whole registry as one JSON object: what import reads and export writes. */

import type { GeneIdentity } from './gene-identity.ts';
import type { Identifiers } from './identifiers.ts';
import type { GoAspect, PrivacyLevel, ResearcherCategory, ResearcherPosition, Role, Tier } from './model.ts';

export const SNAPSHOT_FORMAT = 'registry-snapshot';
/** The version that is written. */
export const SNAPSHOT_VERSION = 5;
/** All that are read; `presentSnapshot` adds what the older ones lack. */
export const SNAPSHOT_VERSIONS = [1, 2, 3, 4, SNAPSHOT_VERSION] as const;

export type Snapshot = {
  format: typeof SNAPSHOT_FORMAT;
  version: typeof SNAPSHOT_VERSION;
  comment: string | null;
  /** The account that administrators of partners act as. */
  remoteSearchUserId: number | null;
  /** The highest number that anybody had, as no number is given again; null: that of `users`. */
  highestUserId: number | null;
  taxa: SnapshotTaxon[];
  genes: SnapshotGene[];
  /** Source gene id, target gene id. */
  orthologs: [number, number][];
  organs: SnapshotOrgan[];
  ontologies: SnapshotOntology[];
  /** Gene id, GO id. */
  annotations: [number, string][];
  diseases: SnapshotDiseases | null;
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
  /** Null where nothing but the members above is known. */
  identity: GeneIdentity | null;
};

/** Diseases, and the genes that a source ties to them. */
export type SnapshotDiseases = {
  source: string;
  release: string | null;
  diseases: SnapshotDisease[];
  /**
   * Gene id, disease id, and in the words of the source of which kind their association is, where it says so. What another
   * source ties has that source and its release behind these: a pair may come once of each source.
   */
  geneDiseases: (
    | [geneId: number, diseaseId: string]
    | [geneId: number, diseaseId: string, association: string]
    | [geneId: number, diseaseId: string, association: string | null, source: string, release: string | null]
  )[];
  /** Id of a phenotype, and ids of the genes that are tied to it itself, in the order in which they are shown. */
  phenotypeGenes: [string, number[]][];
};

export type SnapshotDisease = {
  /** `OMIM:607208`. */
  diseaseId: string;
  name: string | null;
  /** What other sources call it, in their order. */
  otherNames: OtherDiseaseName[];
};

export type OtherDiseaseName = {
  name: string;
  /** Who calls it so: `MONDO`, `Orphanet`. */
  source: string;
  /** By its code: `en`, `fr`. */
  language: string;
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
  /** As OBO has it; of the GO, the aspect: `biological_process`. */
  namespace: string | null;
  /** Diseases of which the ontology says that they are the same: `OMIM:607208`, `ORPHA:33069`. */
  diseaseIds: string[];
  synonyms: string[];
  altTermIds: string[];
  subTermIds: string[];
  obsolete: boolean;
  active: boolean;
  group: boolean;
  hasIcon: boolean;
  ordering: number | null;
};

export type SnapshotUser = Identifiers & {
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
