/** The types of the federated answers (docs/api.md): records, and the state of each origin. */

import type { StatsAnswer, TermsAnswer } from '../api/answers.ts';
import type { OfAnyVersion } from '../api/any-version.ts';
import type {
  CoverageCell as CoverageCellSchema,
  CoverageOfOrigin as CoverageOfOriginSchema,
  Coverage as CoverageSchema,
} from '../api/coverage.ts';
import type { LookingGlass as LookingGlassSchema, Partner as PartnerSchema } from '../api/partners.ts';
import type { GeneFacts } from '../api/people.ts';
import type { Static } from '../api/schema.ts';
import type { ExplainedOrigin, SentRequest } from '../domain/federation/explained.ts';
import type { Count } from '../domain/federation/granularity.ts';
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
import type { FederatedEnvelope } from '../domain/pages/federated-pages.ts';
import type { Facet } from '../domain/people/facets.ts';
import type { Signature, Tier } from '../domain/record/model.ts';
import type { Candidate, MatchReason, Resolution, ResolvedText } from '../domain/resolve/candidate.ts';
import type { AnonymousUser, Profile, Stats, TaxonRecord, Term, User, UserGene } from './records.ts';

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
export type FederatedAnonymousUser = RecordStamp & Anonymised;
export type AnyFederatedUser = FederatedUser | FederatedAnonymousUser;

export type FederatedTaxon = { id: number } & OfAnyVersion<Omit<TaxonRecord, 'id'>>;
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
/** The members of a researcher that a list shows (`fields: 'row'`); null and empty members are absent. */
export type FederatedUserRow = RecordStamp & PersonRow;
/** The members of a registered gene that a list shows. */
export type FederatedGeneRow = RecordStamp &
  Pick<FederatedGene, 'anonymousId' | 'geneId' | 'symbol' | 'taxon' | 'tier'> & { remoteUser: PersonRow };
export type FederatedTerm = OfAnyVersion<Omit<Term, 'termId'>> & { termId: string };
export type FederatedStats = OfAnyVersion<Stats>;

/** Whether the answer covers every registry that was asked, and one sentence that says why not. */
export type Completeness = {
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
export type FacetCounts = Partial<Record<Facet, { value: string; count: number }[]>>;

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

/** What one origin has for one gene. */
export type CoverageCell = Omit<Static<typeof CoverageCellSchema>, 'key'>;
export type Coverage = Completeness &
  Omit<Static<typeof CoverageSchema>, keyof Completeness | 'gene'> & {
    /** Null if the local gene table does not have the gene. */
    gene: GeneFacts | null;
  };
/** What one origin has for one gene, in a stream. */
export type CoverageOfOrigin = Static<typeof CoverageOfOriginSchema>;

export type PartnerInfo = Static<typeof PartnerSchema>;

/** How the caller's registry works as a partner of the registry that is asked. */
export type LookingGlass = Static<typeof LookingGlassSchema>;
