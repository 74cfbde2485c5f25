/** The answers of the federated routes as types (docs/api.md): records, and what became of each origin. */

import type { ExplainedOrigin, SentRequest } from '../domain/federation/explained.ts';
import type { Count } from '../domain/federation/granularity.ts';
import type { RenderedReason } from '../domain/federation/history-in-english.ts';
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
import type { TrailKind } from '../domain/federation/trail.ts';
import type { FederatedEnvelope } from '../domain/pages/federated-pages.ts';
import type { Facet } from '../domain/people/facets.ts';
import type { Signature, Tier } from '../domain/record/model.ts';
import type { GeneFacts } from '../domain/record/records.ts';
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

/** A record of any version of a registry: what older ones do not know is absent or null, and words may be others. */
type OfAnyVersion<Value> = Value extends string
  ? string
  : Value extends readonly (infer Item)[]
    ? OfAnyVersion<Item>[]
    : Value extends object
      ? { [Key in keyof Value]?: OfAnyVersion<Value[Key]> | null }
      : Value;

type FederatedProfile = Signature &
  OfAnyVersion<Omit<Profile, keyof Signature>> & {
    /** Of a search for a full name: of who lacks a middle name of it. */
    nameMatch?: 'near';
  };
type InFull = FederatedProfile & Pick<User, 'id' | 'anonymousId'>;
type Anonymised = FederatedProfile & Pick<AnonymousUser, 'id' | 'anonymousId'>;
/** A researcher as they stand in a record, which is their own or that of a gene. */
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

/** A record that was asked for by its id, with what its registry wants to be said beside it. */
export type WithNotice<FederatedRecord> = FederatedRecord & OriginNotice;

type InRow =
  | keyof Signature
  | ('id' | 'anonymousId' | 'name' | 'lastName' | 'organization')
  | ('orcid' | 'ror' | 'researcherPosition' | 'researcherCategories')
  | ('userOrgans' | 'description' | 'nameMatch');
type PersonRow = Pick<InFull, InRow> | Pick<Anonymised, InRow>;
/** What a list shows of a researcher (`fields: 'row'`); what is null or empty is absent. */
export type FederatedUserRow = RecordStamp & PersonRow;
/** What a list shows of a gene. */
export type FederatedGeneRow = RecordStamp &
  Pick<FederatedGene, 'anonymousId' | 'geneId' | 'symbol' | 'taxon' | 'tier'> & { remoteUser: PersonRow };
export type FederatedTerm = OfAnyVersion<Omit<Term, 'termId'>> & { termId: string };
export type FederatedStats = OfAnyVersion<Stats>;

/** Whether an answer may be read as a statement about every registry that was asked, and in one sentence why not. */
export type Completeness = {
  complete: boolean;
  summary: string;
  /** What the summary says behind the origins, of a page behind the first. */
  remarks: readonly PageRemark[];
  origins: Origin[];
};

/** A page of merged records; of a listing, one page of every origin that has more. */
export type FederatedPage<Content> = Completeness &
  FederatedEnvelope & {
    content: Content[];
    /** With `explain` only. */
    explained?: ExplainedOrigin[];
    /** With `facets` only. */
    facets?: FacetCounts;
    /** Leads to the next page, with the same parameters; null when no registry that answered this one has more. */
    cursor: string | null;
    /** Where `cursor` is null: leads to what registries have that failed on this page, or were left out of it. */
    retryCursor: string | null;
  };

/** Of each facet that was asked for its values with how many people have them, most people first. */
export type FacetCounts = Partial<Record<Facet, { value: string; count: number }[]>>;

/** How much a search finds, without its records. */
export type SearchCount = Completeness & Count & { facets?: FacetCounts };

/** The first line of a stream: the question as it was understood, and who is asked. */
export type Plan = {
  type: 'plan';
  query: Readonly<Record<string, unknown>>;
  origins: ({ key: string } & Signature)[];
};
/** What one origin answered, or why it did not. Parts come in order of arrival. */
export type Part<Content> = { type: 'part'; origin: Origin; content: Content[] };
/** The last line. */
export type End = Completeness & {
  type: 'end';
  explained?: ExplainedOrigin[];
  cursor: string | null;
  retryCursor: string | null;
};
export type AnswerLine<Content> = Plan | Part<Content> | End;

export type FederatedStatsAnswer = Completeness & {
  content: ({ key: string } & FederatedStats)[];
  /** Sums over the origins that answered: whoever is registered in several is counted in each. */
  totals: Record<'users' | 'publicUsers' | 'usersWithGenes' | 'userGenes', number>;
  /** The keys of the origins in each sum: old registries do not count everything. */
  countedOrigins: Record<'users' | 'publicUsers' | 'usersWithGenes' | 'userGenes', string[]>;
};

export type FederatedTermsAnswer = Completeness & {
  /** One entry for each term asked for; the lists hold keys of origins. */
  content: { termId: string; name: string | null; knownBy: string[]; unknownTo: string[]; unanswered: string[] }[];
};

export type CoverageCell = {
  state: OriginState;
  /** Researchers. */
  count: number;
  anonymized: number;
  exact: boolean;
  /** When the origin said so; null where it said nothing. */
  retrievedAt: string | null;
};
export type Coverage = Completeness & {
  /** Null when the local gene table does not know it. */
  gene: GeneFacts | null;
  askedAs: string;
  rows: {
    geneId: number | null;
    symbol: string;
    taxon: { id: number; commonName: string | null };
    relation: 'gene' | 'ortholog';
    /** One for each origin. */
    cells: ({ key: string } & CoverageCell)[];
  }[];
};
/** What one origin has of one gene, in a stream. */
export type CoverageOfOrigin = { geneId: number | null; symbol: string; taxonId: number } & CoverageCell;

export type PartnerInfo = {
  key: string;
  name: string;
  url: string;
  version: string | null;
  dialect: string;
  state: 'well' | 'failing' | 'resting' | 'unknown';
  restingUntil: string | null;
  lastAnswerAt: string | null;
  lastFailure: ({ at: string } & RenderedReason) | null;
  asked: number;
  answered: number;
  /** Of the last 100 calls, from 0 to 1; null before the first. */
  reliability: number | null;
  /** For administrators only. */
  details?: {
    consecutiveFailures: number;
    tokenState: 'none' | 'sent' | 'refused';
    lastProblem: string | null;
    problem: RenderedReason | null;
    /** Configured under another address: it is not asked. */
    isThisRegistry: boolean;
    versionLearnedAt: string | null;
    /** What it calls itself; null members where it does not say. */
    saysItIs: { [Key in keyof Signature]: string | null } | null;
  };
};

/** Numbers of questions by their kind; kinds without any are missing. */
type QuestionCounts = Partial<Record<TrailKind, number>>;

/** Of a question that was answered. */
type NoReason = { [Name in keyof RenderedReason]: null };

/** How the registry of the caller fares at the registry that is asked. */
export type LookingGlass = PartnerInfo & {
  details: NonNullable<PartnerInfo['details']>;
  /** The last 100 questions, the oldest first. */
  trend: readonly ({ at: string; isAnswer: boolean; elapsedMs: number } & (RenderedReason | NoReason))[];
  /** The most frequent first, as the faults. */
  failures: readonly (RenderedReason & { count: number; lastAt: string })[];
  /** Members of its records that had no usable form. */
  faults: readonly { member: string; count: number; lastAt: string }[];
  /** When it last took the token that it gave. */
  tokenGoodAt: string | null;
  questions: { sent: QuestionCounts; came: QuestionCounts };
};
