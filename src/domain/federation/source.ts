/** What a registry, this one or a partner, can be asked for, and what it answers: every registry is a source. */

import type { OrderKey } from '../people/order.ts';
import type { GeneQuery } from '../query/gene-query.ts';
import type { PageRequest } from '../query/paging.ts';
import type { UserQuery } from '../query/user-query.ts';
import type { Viewer } from '../record/model.ts';
import type { RecordForm } from '../record/row.ts';
import type { AskObserver } from './explained.ts';
import type { AskedFilter, CacheFact, OriginNotice, OriginProblem, OriginState } from './origin.ts';
import type { Reason } from './reasons.ts';

export type Question =
  | {
      kind: 'genes-search';
      query: GeneQuery;
      /** Several organisms: registries are queried for all organisms, and their records are narrowed to these. */
      taxonIds?: readonly number[] | undefined;
    }
  | { kind: 'users-search'; query: UserQuery; taxonIds?: undefined }
  | { kind: 'genes-list'; page: PageRequest }
  | { kind: 'users-list'; page: PageRequest }
  | { kind: 'user'; userId: number }
  | { kind: 'anonymous-user'; anonymousId: string }
  | { kind: 'anonymous-gene'; anonymousId: string }
  | { kind: 'stats' }
  | { kind: 'terms'; ontologyName: string; termIds: readonly string[] };

export type QuestionKind = Question['kind'];

/** The kinds of question that go to one source directly, without the fan-out. */
export const LOOKUPS: ReadonlySet<QuestionKind> = new Set(['user', 'anonymous-user', 'anonymous-gene']);

/** A record as it is sent, with what the merged order needs to know. */
export type FoundRecord = {
  /** The record as JSON text, in the form that the caller wants, signed with its origin. */
  json: string;
  /** The row of the record, where the caller wants rows. */
  row?: string;
  /** Undefined for records that are not merged: statistics, terms, single records. */
  order: OrderKey | undefined;
  isAnonymised: boolean;
  /** The gene of a record of a gene search; undefined for other records, and where the partner does not say. */
  geneId: number | undefined;
  /** The organism of that gene; undefined for other records. */
  taxonId?: number | undefined;
};

/** What one registry answers for one row of a coverage. `empty` is a certified zero. */
export type CoverageCell = {
  geneId: number | null;
  symbol: string;
  taxonId: number;
  state: OriginState;
  /** How many researchers. */
  count: number;
  anonymized: number;
  exact: boolean;
  /** When the registry gave the answer, in ISO 8601; null where it gave none. */
  retrievedAt: string | null;
};

/** The places of the records of a page among all rows that the source has on that page, counted from 0. */
export type RowPlaces = {
  /** One place for each record. */
  shown: readonly number[];
  /** The places of rows that cannot be shown. */
  missing: readonly number[];
  /** Those of them whose records cannot be read. */
  unreadable?: readonly number[] | undefined;
  /** Those of them that the source did not give. */
  notGiven?: readonly number[] | undefined;
  /** The place after the last row that was read, where the answer was too long to be read to its end; otherwise undefined. */
  end?: number | undefined;
};

/** What one source answered to one question, or why it gave no answer. */
export type SourceAnswer = {
  state: OriginState;
  /** In the order of the source. */
  records: readonly FoundRecord[];
  /** The cells of a coverage, instead of records, and the sums of their counts. */
  counted?: { count: number; anonymized: number; cells: readonly CoverageCell[] };
  /** How many records the origin has, when this is one page of them; undefined where all records are here. */
  total: number | undefined;
  /** Whether all pages together give as many records as the total; partners cannot know which rows are shown here. */
  isTotalExact?: boolean | undefined;
  /**
   * Names the state of the source's data as this viewer sees it, where the source gives such a name: no record moves
   * between answers of one edition. Where it is undefined, `retrievedAt` takes its place.
   */
  edition?: string | undefined;
  /** Whether the records are all that match: the answer is not cut, and every filter was checked. */
  isExact: boolean;
  version: string | undefined;
  elapsedMs: number;
  /** When the source gave these records; undefined if it gave none. */
  retrievedAt: Date | undefined;
  /** Null where the source was not queried and nothing is cached. */
  cache: CacheFact | null;
  filters: readonly AskedFilter[];
  /** Other names of the gene that were searched, because the source does not know the symbol of the question. */
  askedAs: readonly string[];
  /** How many records of the source are missing here: records that could not be read, and in listings genes of tier 3. */
  dropped: number;
  /** Only for a page of a listing; undefined where its records are all of its rows. */
  rows?: RowPlaces | undefined;
  /** Only for a page of a listing: whether the list ends with it. Undefined where the total says it. */
  isLast?: boolean | undefined;
  /** How many records have texts or lists that were too long, so that their ends are missing. */
  shortened: number;
  problem: OriginProblem | undefined;
};

/** The members of a source that callers see. */
export type SourceAddress = Pick<Source, 'key' | 'name' | 'url' | 'notice' | 'contactEmail'>;

export type Source = {
  /** A short, unique key, as in `origins=`; `local` is this registry. */
  key: string;
  /** The name for people; it is `origin` in every record of this source. */
  name: string;
  /** The address without a trailing slash; it is `originUrl` in every record of this source. */
  url: string;
  /** What has to be shown beside its records wherever they are shown. */
  notice?: OriginNotice | undefined;
  /** The version, as the registry last stated it; undefined before that. */
  version(): string | undefined;
  /** The address for e-mail to its operators, as the registry last stated it; undefined before that. */
  contactEmail?: (() => string | undefined) | undefined;
  /** Returns the cached answer, if there is one. */
  getCached(question: Question, viewer: Viewer, form?: RecordForm): SourceAnswer | undefined;
  /** Never rejects because of a partner: a failure is a state of the answer. An aborted signal means that the caller has left. */
  ask(question: Question, viewer: Viewer, signal: AbortSignal, options?: AskOptions): Promise<SourceAnswer>;
};

/** The end of a whole search: after it, the caller gets no more answers. */
export type SearchEnd = { signal: AbortSignal; afterMs: number };

export type AskOptions = {
  /** The form of the records; whole records by default. */
  form?: RecordForm | undefined;
  /** Whether the caller chose to query this source, for example again after a failure: then a partner whose circuit breaker is open is queried too. */
  isRetry?: boolean;
  /** Called when a request for this question is sent, by this call or by another for the same question. */
  onSent?: () => void;
  /**
   * Called by the local source when it has found its records and there is room to read them; it reads them only after the
   * promise resolves. Not called where the question is refused.
   */
  onRoom?: (() => Promise<void>) | undefined;
  /** Whether all other questions go first, however long that takes: only the caller ends the wait. */
  yields?: boolean;
  /** When the whole search ends, however long the source may take. */
  end?: SearchEnd;
  /** Called with every request that is sent for the question. */
  observer?: AskObserver | undefined;
};

/** Whether a question is for genes of tier 3, alone or beside other tiers: no registry could certify a zero. */
export function asksTier3(question: Question): question is Extract<Question, { kind: 'genes-search' }> {
  return question.kind === 'genes-search' && question.query.asksTier3 === true;
}

/** Whether a question is for genes of tier 3 alone. It is put to no registry. */
export function isOfTier3(question: Question): boolean {
  return asksTier3(question) && question.query.tiers.size === 0;
}

/** `wasQueried`: whether the question was sent to the source. */
type About = Partial<Pick<OriginProblem, 'error'>> & {
  version?: string | undefined;
  elapsedMs?: number;
  wasQueried?: boolean;
};

/** Returns an answer without records; `elapsedMs` is 0 by default. */
export function noAnswer(
  state: OriginState,
  reason: Reason,
  { version, elapsedMs = 0, wasQueried = false, error }: About = {},
): SourceAnswer {
  return {
    state,
    records: [],
    total: undefined,
    isExact: false,
    version,
    elapsedMs,
    retrievedAt: undefined,
    cache: wasQueried ? { status: 'miss', ageSeconds: 0 } : null,
    filters: [],
    askedAs: [],
    dropped: 0,
    shortened: 0,
    problem: { reason, error, status: undefined, nextTryAt: undefined },
  };
}
