/**
 * The types of the answers of the API (docs/api.md): records as this registry writes them (rdp-protocol 1.2 to 1.13),
 * federated answers with the state of each origin, and lists of genes.
 */

import type { StatsAnswer, TermsAnswer } from '../api/answers.ts';
import type { OfAnyVersion } from '../api/any-version.ts';
import type { LikelyAlso } from '../api/found.ts';
import type { CoverageOfOrigin as CoverageOfOriginSchema, Coverage as CoverageSchema } from '../api/lists.ts';
import type { Partner as PartnerSchema, PartnerStatus as PartnerStatusSchema } from '../api/partners.ts';
import type { GeneFacts, PROFILE, ProfileGene as ProfileGeneSchema } from '../api/people.ts';
import type { Members, Static } from '../api/schema.ts';
import type { LegacyStats as LegacyStatsSchema, Stats as StatsSchema, UserPage } from '../api/stats.ts';
import type { OntologyRecord, OrganRecord, RemoteOntologyTermInfo, TaxonRecord } from '../api/terms.ts';
import type { ExplainedOrigin, SentRequest } from '../domain/federation/explained.ts';
import type { Count } from '../domain/federation/federated-query.ts';
import type {
  AskedFilter,
  CacheFact,
  Filter,
  FilterEnforcement,
  Origin,
  OriginNotice,
  OriginState,
  ProxyError,
} from '../domain/federation/origin.ts';
import type { PageRemark } from '../domain/federation/page-remarks.ts';
import type { Reason as OriginReason } from '../domain/federation/reasons.ts';
import type { RecordLinks, RecordStamp } from '../domain/federation/record-links.ts';
import type { ListAnswer, ListEnd, ListOrigin } from '../domain/gene-list/list-answer.ts';
import type { ListCell } from '../domain/gene-list/list-cell.ts';
import type { ListedGene, NotUnderstood } from '../domain/gene-list/list-question.ts';
import type { FederatedEnvelope } from '../domain/pages/federated-pages.ts';
import type { Facet } from '../domain/people/facets.ts';
import type { Signature, Tier } from '../domain/record/model.ts';
import type { Candidate, MatchReason, Resolution, ResolvedText } from '../domain/resolve/candidate.ts';

export type { GeneFacts, OntologyRecord, OrganRecord, TaxonRecord };

/** The public profile of a researcher; in anonymised records most members are null or empty (rdp-protocol 5.1). */
type Profile = Members<typeof PROFILE>;

/** A researcher in full. */
export type User = Profile & { id: number; anonymousId?: never };
/** An anonymised researcher. The id differs in every answer and is valid for about an hour. */
type AnonymousUser = Profile & { anonymousId: string; id?: never };
export type AnyUser = User | AnonymousUser;

/** A registered gene in the profile of its owner. */
type ProfileGene = Static<typeof ProfileGeneSchema>;
/** A registered gene with its owner; `anonymousId` is present only if the owner is anonymised. */
export type UserGene = ProfileGene & { remoteUser: AnyUser; anonymousId?: string };

export type Term = Static<typeof RemoteOntologyTermInfo>;
export type Stats = Static<typeof StatsSchema>;
/** The statistics with the member names of older versions. */
export type LegacyStats = Static<typeof LegacyStatsSchema>;

/** The page envelope of the registry API. */
export type Page<Content> = Omit<Static<typeof UserPage>, 'content'> & { content: Content[] };

/** The members that every OpenAPI document has. */
export type Description = {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, unknown>;
};

export type {
  AskedFilter,
  CacheFact,
  Candidate,
  ExplainedOrigin,
  Filter,
  FilterEnforcement as FilterWord,
  MatchReason as Reason,
  Origin,
  OriginReason,
  OriginState,
  PageRemark,
  ProxyError,
  RecordLinks,
  RecordStamp,
  Resolution,
  ResolvedText,
  SentRequest,
};

type FederatedProfile = Signature &
  OfAnyVersion<Omit<Profile, keyof Signature>> & {
    /** Set by a search for a full name if the person lacks a middle name of it. */
    nameMatch?: 'near';
  };
type InFull = FederatedProfile & Pick<User, 'id' | 'anonymousId'>;
type Anonymised = FederatedProfile & Pick<AnonymousUser, 'id' | 'anonymousId'>;
/** A researcher as a record of their own, or as the owner in the record of a gene. */
export type FederatedPerson = InFull | Anonymised;
export type FederatedUser = RecordStamp & InFull;
type FederatedAnonymousUser = RecordStamp & Anonymised;
export type AnyFederatedUser = FederatedUser | FederatedAnonymousUser;

type FederatedTaxon = { id: number } & OfAnyVersion<Omit<TaxonRecord, 'id'>>;
type SureOfGene = 'taxon' | 'symbol' | 'tier' | 'remoteUser' | 'anonymousId';
export type FederatedGene = RecordStamp &
  OfAnyVersion<Omit<UserGene, SureOfGene>> & {
    taxon: FederatedTaxon;
    symbol: string;
    tier: Tier;
    remoteUser: FederatedPerson;
    anonymousId?: string;
  };

/** A record that was requested by its id, with the notice of its registry. */
export type WithNotice<FederatedRecord> = FederatedRecord & OriginNotice;

type InRow =
  | keyof Signature
  | ('id' | 'anonymousId' | 'name' | 'lastName' | 'organization')
  | ('orcid' | 'ror' | 'researcherPosition' | 'researcherCategories')
  | ('userOrgans' | 'description' | 'nameMatch');
type PersonRow = Pick<InFull, InRow> | Pick<Anonymised, InRow>;
/** Other records of the answer that seem to be of the same person; not in a stream, nor from older registries. */
type Alike = { likelyAlso?: readonly Static<typeof LikelyAlso>[] };
/** The members of a researcher that a list shows (`fields: 'row'`); null and empty members are absent. */
export type FederatedUserRow = RecordStamp & PersonRow & Alike;
/** The members of a registered gene that a list shows. */
export type FederatedGeneRow = RecordStamp &
  Pick<FederatedGene, 'anonymousId' | 'geneId' | 'symbol' | 'taxon' | 'tier'> & { remoteUser: PersonRow } & Alike;
export type FederatedTerm = OfAnyVersion<Omit<Term, 'termId'>> & { termId: string };
export type FederatedStats = OfAnyVersion<Stats>;

/** Whether the answer covers every registry that was asked, and one sentence that says why not. */
type Completeness = {
  complete: boolean;
  summary: string;
  /** Additions to the summary, on pages after the first. */
  remarks: readonly PageRemark[];
  origins: Origin[];
};

/** A page of merged records; of a listing, one page from each origin that has more. */
export type FederatedPage<Content> = Completeness &
  FederatedEnvelope & {
    content: Content[];
    /** Only with `explain`. */
    explained?: ExplainedOrigin[];
    /** Only with `facets`. */
    facets?: FacetCounts;
    /** The cursor of the next page, for the same parameters; null if no registry that answered has more. */
    cursor: string | null;
    /** If `cursor` is null: the cursor of the records from registries that failed on this page, or were omitted from it. */
    retryCursor: string | null;
  };

/** For each requested facet, its values with the number of people who have them, most people first. */
type FacetCounts = Partial<Record<Facet, { value: string; count: number }[]>>;

/** How many results a search has, without the records. */
export type SearchCount = Completeness & Count & { facets?: FacetCounts };

/** The first line of a stream: the question as the registry understood it, and the origins that are asked. */
export type Plan = {
  type: 'plan';
  query: Readonly<Record<string, unknown>>;
  origins: ({ key: string } & Signature)[];
};
/** The answer of one origin, or why there is none. Parts come in order of arrival. */
export type Part<Content> = { type: 'part'; origin: Origin; content: Content[] };
/** The last line. */
export type End = Completeness & {
  type: 'end';
  explained?: ExplainedOrigin[];
  cursor: string | null;
  retryCursor: string | null;
};
export type AnswerLine<Content> = Plan | Part<Content> | End;

export type FederatedStatsAnswer = Completeness & Omit<Static<typeof StatsAnswer>, keyof Completeness>;
/** One entry for each requested term; the lists hold keys of origins. */
export type FederatedTermsAnswer = Completeness & Omit<Static<typeof TermsAnswer>, keyof Completeness>;

export type Coverage = Completeness &
  Omit<Static<typeof CoverageSchema>, keyof Completeness | 'gene'> & {
    /** Null if the local gene table does not have the gene. */
    gene: GeneFacts | null;
  };
/** What one origin has for one gene, in a stream. */
export type CoverageOfOrigin = Static<typeof CoverageOfOriginSchema>;

export type PartnerInfo = Static<typeof PartnerSchema>;

/** How the caller's registry works as a partner of the registry that is asked. */
export type PartnerStatus = Static<typeof PartnerStatusSchema>;
/** @deprecated Its name is {@link PartnerStatus}. */
export type LookingGlass = PartnerStatus;

/** At most 100 genes: by symbol and organism, or each as a text that names it. */
export type GeneList =
  | { genes: readonly { symbol: string; taxonId: number }[]; text?: undefined }
  | { text: readonly string[]; genes?: undefined };

/** With `fields: 'row'`: the people whom a cell counts, a row for each of them and each of their genes. */
type WithPeople = { content?: FederatedGeneRow[] };
export type GeneListAnswer = Omit<ListAnswer, 'cells'> & { cells: (ListCell & WithPeople)[] };
/** The first line: the list as the registry understood it, and the origins that are asked. */
export type GeneListPlan = {
  type: 'plan';
  genes: ListedGene[];
  notUnderstood: NotUnderstood[];
  origins: ({ key: string } & Signature)[];
};
/** The answer of one registry for one gene. Cells come in order of arrival. */
export type GeneListCell = { type: 'cell' } & ListCell & WithPeople;
/** With `fields: 'row'`: what became of the whole list at one registry, behind its last cell. */
export type GeneListOrigin = { type: 'origin' } & ListOrigin;
/** The last line. */
export type GeneListEnd = { type: 'end' } & ListEnd;
export type GeneListLine = GeneListPlan | GeneListCell | GeneListOrigin | GeneListEnd;

export type { ListCell, ListedGene, ListOrigin, NotUnderstood };
