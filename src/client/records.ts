/** The types of the answers of the registry API: records as this registry writes them (rdp-protocol 1.2 to 1.13). */

import type { GeneFacts, PROFILE, ProfileGene as ProfileGeneSchema } from '../api/people.ts';
import type { Members, Static } from '../api/schema.ts';
import type { LegacyStats as LegacyStatsSchema, Stats as StatsSchema } from '../api/stats.ts';
import type { OntologyRecord, OrganRecord, RemoteOntologyTermInfo, TaxonRecord, UserTerm } from '../api/terms.ts';

export type { GeneFacts, OntologyRecord, OrganRecord, TaxonRecord };

/** The public profile of a researcher; in anonymised records most members are null or empty (rdp-protocol 5.1). */
export type Profile = Members<typeof PROFILE>;
export type GoTerm = Static<typeof UserTerm>;

/** A researcher in full. */
export type User = Profile & { id: number; anonymousId?: never };
/** An anonymised researcher. The id differs in every answer and is valid for about an hour. */
export type AnonymousUser = Profile & { anonymousId: string; id?: never };
export type AnyUser = User | AnonymousUser;

/** A registered gene in the profile of its owner. */
export type ProfileGene = Static<typeof ProfileGeneSchema>;
/** A registered gene with its owner; `anonymousId` is present only if the owner is anonymised. */
export type UserGene = ProfileGene & { remoteUser: AnyUser; anonymousId?: string };

export type Term = Static<typeof RemoteOntologyTermInfo>;
export type Stats = Static<typeof StatsSchema>;
/** The statistics with the member names of older versions. */
export type LegacyStats = Static<typeof LegacyStatsSchema>;

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
