/** The types of the answers of the registry API: records as this registry writes them (rdp-protocol 1.2 to 1.13). */

import type {
  GoAspect,
  PrivacyLevel,
  ResearcherCategory,
  ResearcherPosition,
  Signature,
  Tier,
} from '../domain/record/model.ts';
import type { GeneFacts, OntologyRecord, OrganRecord, TaxonRecord } from '../domain/record/records.ts';

export type { OntologyRecord, OrganRecord, TaxonRecord };

/** The public profile of a researcher; in anonymised records most members are null or empty (rdp-protocol 5.1). */
export type Profile = Signature & {
  email: string | null;
  name: string | null;
  lastName: string | null;
  description: string | null;
  organization: string | null;
  department: string | null;
  phone: string | null;
  website: string | null;
  publications: { pmid: number; title: string | null }[];
  researcherPosition: ResearcherPosition | null;
  researcherCategories: ResearcherCategory[];
  userTerms: GoTerm[];
  /** By NCBI gene id. */
  userGenes: Record<string, ProfileGene>;
  /** By Uberon id. */
  userOrgans: Record<string, OrganRecord>;
  userOntologyTerms: { ontology: OntologyRecord; termId: string; name: string }[];
  privacyLevel: PrivacyLevel;
  /** The ORCID iD. It is present only if it is known and was requested, and never in an anonymised record. */
  orcid?: string;
  /** The ROR id of the organisation, under the same conditions. */
  ror?: string;
};

export type GoTerm = {
  goId: string;
  name: string | null;
  definition: string | null;
  aspect: GoAspect | null;
  taxon: TaxonRecord;
  frequency: number | null;
  size: number | null;
};

/** A researcher in full. */
export type User = Profile & { id: number; anonymousId?: never };
/** An anonymised researcher. The id differs in every answer and is valid for about an hour. */
export type AnonymousUser = Profile & { anonymousId: string; id?: never };
export type AnyUser = User | AnonymousUser;

/** A registered gene in the profile of its owner. */
export type ProfileGene = GeneFacts & { tier: Tier; privacyLevel: PrivacyLevel };
/** A registered gene with its owner; `anonymousId` is present only if the owner is anonymised. */
export type UserGene = ProfileGene & { remoteUser: AnyUser; anonymousId?: string };

export type Term = Signature & {
  ontology: OntologyRecord;
  termId: string;
  name: string;
  definition: string | null;
  altTermIds: string[];
  synonyms: string[];
  subTerms: string[];
};

export type Stats = {
  version: string;
  users: number;
  publicUsers: number;
  usersWithGenes: number;
  userGenes: number;
  uniqueUserGenes: number;
  uniqueUserGenesInAllTiers: number;
  uniqueHumanUserGenesInAllTiers: number;
  /** By NCBI taxon id. */
  researchersByTaxonId: Record<string, number>;
};

/** The statistics with the member names of older versions. */
export type LegacyStats = {
  version: string;
  success: true;
  message: string;
  researchers_registered: number;
  researchers_registered_with_genes: number;
  genes_added: number;
  genes_added_unique: number;
  genes_added_unique_alltiers: number;
  human_genes_represented: number;
  /** By common name of the taxon. */
  researcher_counts_by_taxon: Record<string, number>;
};

/** The page envelope of the registry API. */
export type Page<Content> = {
  content: Content[];
  totalElements: number;
  totalPages: number;
  /** The number of this page, from 0. */
  number: number;
  size: number;
  first: boolean;
  last: boolean;
  numberOfElements: number;
  empty: boolean;
};

/** The members that every OpenAPI document has. */
export type Description = {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, unknown>;
};
