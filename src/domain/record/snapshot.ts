/** A snapshot: a whole registry as one JSON object, which import reads and export writes. */

import type { GeneIdentity } from './gene-identity.ts';
import type { Identifiers } from './identifiers.ts';
import type { GoAspect, PrivacyLevel, ResearcherCategory, ResearcherPosition, Role, Tier } from './model.ts';
import type { UserTexts } from './text-members.ts';

export const SNAPSHOT_FORMAT = 'registry-snapshot';
/** The version that export writes. */
export const SNAPSHOT_VERSION = 5;
/** The versions that import reads; `presentSnapshot` adds what older ones lack. */
export const SNAPSHOT_VERSIONS = [1, 2, 3, 4, SNAPSHOT_VERSION] as const;

export type Snapshot = {
  format: typeof SNAPSHOT_FORMAT;
  version: typeof SNAPSHOT_VERSION;
  comment: string | null;
  /** The account for administrators of partners. */
  remoteSearchUserId: number | null;
  /** The highest id that was ever given to a user, as no id is given twice; null: the highest in `users`. */
  highestUserId: number | null;
  taxa: SnapshotTaxon[];
  genes: SnapshotGene[];
  /** Pairs of source gene id and target gene id. */
  orthologs: [number, number][];
  organs: SnapshotOrgan[];
  ontologies: SnapshotOntology[];
  /** Pairs of gene id and GO id. */
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
  /** In the format of NCBI: `A|B`, `-` for none. */
  aliases: string | null;
  /** In the form `yyyy-mm-dd`. */
  modificationDate: string | null;
  /** Null where only the members above are known. */
  identity: GeneIdentity | null;
};

/** Diseases, and the genes that a source associates with them. */
export type SnapshotDiseases = {
  source: string;
  release: string | null;
  diseases: SnapshotDisease[];
  /**
   * Gene id, disease id, and the kind of the association in the words of the source, if it gives one. An association from
   * another source also has that source and its release; a pair may occur once for each source.
   */
  geneDiseases: (
    | [geneId: number, diseaseId: string]
    | [geneId: number, diseaseId: string, association: string]
    | [geneId: number, diseaseId: string, association: string | null, source: string, release: string | null]
  )[];
  /** The id of a phenotype, and the ids of genes associated with the phenotype itself, in the order in which they are shown. */
  phenotypeGenes: [string, number[]][];
};

export type SnapshotDisease = {
  /** Such as `OMIM:607208`. */
  diseaseId: string;
  name: string | null;
  /** The names in other sources, in their order. */
  otherNames: OtherDiseaseName[];
};

export type OtherDiseaseName = {
  name: string;
  /** The source of the name: `MONDO`, `Orphanet`. */
  source: string;
  /** The code of the language: `en`, `fr`. */
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
  /** The namespace in OBO; for the GO the aspect: `biological_process`. */
  namespace: string | null;
  /** The diseases that are the same as the term, by the ontology: `OMIM:607208`, `ORPHA:33069`. */
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

export type SnapshotUser = Identifiers &
  UserTexts & {
    id: number;
    email: string;
    enabled: boolean;
    roles: Role[];
    privacyLevel: PrivacyLevel | null;
    shared: boolean;
    hideGenelist: boolean;
    contactEmail: string | null;
    contactEmailVerified: boolean;
    researcherPosition: ResearcherPosition | null;
    researcherCategories: ResearcherCategory[];
    publications: SnapshotPublication[];
    /** Texts by taxon id, which are searched but never shown. */
    taxonDescriptions: Record<string, string | null>;
    genes: SnapshotUserGene[];
    organs: string[];
    /** May include terms that no longer exist. */
    ontologyTerms: { ontology: string; termId: string; name: string | null }[];
    goTerms: SnapshotGoTerm[];
    /** Stored in clear by other systems; never exported. */
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
