/** What can be asked of a registry, ours or a partner's, and what comes back: every registry is a source. */

import type { OrderKey } from '../people/order.ts';
import type { GeneQuery } from '../query/gene-query.ts';
import type { PageRequest } from '../query/paging.ts';
import type { UserQuery } from '../query/user-query.ts';
import type { Viewer } from '../record/model.ts';
import type { RecordForm } from '../record/row.ts';
import type { AskObserver } from './explained.ts';
import type { AskedFilter, CacheFact, OriginNotice, OriginProblem, OriginState } from './origin.ts';

export type Question =
  | {
      kind: 'genes-search';
      query: GeneQuery;
      /** Several organisms: registries are asked for all of them, and what they find is narrowed to these. */
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

/** These are put to one source, past the fan-out. */
export const LOOKUPS: ReadonlySet<QuestionKind> = new Set(['user', 'anonymous-user', 'anonymous-gene']);

/** A record as it goes out, and what the merged order needs to know of it. */
export type FoundRecord = {
  /** The record as JSON text in the form that was asked for, signed with its origin. */
  json: string;
  /** The row of it, where the answer was asked for by somebody who wants rows. */
  row?: string;
  /** Undefined for what is not merged: statistics, terms, single records. */
  order: OrderKey | undefined;
  isAnonymised: boolean;
  /** The gene a record of a gene search stands for; undefined for other records, and where the partner does not say. */
  geneId: number | undefined;
  /** The organism of that gene; undefined for other records. */
  taxonId?: number | undefined;
};

/** What one registry says of one row of a coverage. `empty` is a certified zero. */
export type CoverageCell = {
  geneId: number | null;
  symbol: string;
  taxonId: number;
  state: OriginState;
  /** Researchers. */
  count: number;
  anonymized: number;
  exact: boolean;
  /** When the registry said so, in ISO 8601; null where it said nothing. */
  retrievedAt: string | null;
};

/** Where the records of a page stand among all rows that the source has on it, from 0. */
export type RowPlaces = {
  /** One place for each record. */
  shown: readonly number[];
  /** Of rows that cannot be shown. */
  missing: readonly number[];
  /** Behind the last row that came, where the answer was too long to be read to its end; undefined where it was not. */
  end?: number | undefined;
};

/** What one source answered to one question, or why it did not. */
export type SourceAnswer = {
  state: OriginState;
  /** In the order the source gave them. */
  records: readonly FoundRecord[];
  /** What a coverage has in the place of records: its cells, and what they count. */
  counted?: { count: number; anonymized: number; cells: readonly CoverageCell[] };
  /** How many there are at the origin, more than the records of one page; undefined where every record is here. */
  total: number | undefined;
  /**
   * Names the state of the source's data as this asker sees them, where the source has one: in answers of one edition
   * no record has moved. Undefined: when it came distinguishes it from others.
   */
  edition?: string | undefined;
  /** Whether the records are all there are: not cut, and no filter left unchecked. */
  isExact: boolean;
  version: string | undefined;
  elapsedMs: number;
  /** When the source gave these records; undefined when it gave none. */
  retrievedAt: Date | undefined;
  /** Null where nobody was asked, and nothing is kept. */
  cache: CacheFact | null;
  filters: readonly AskedFilter[];
  /** Other names the gene was asked under, because the source does not know the one asked for. */
  askedAs: readonly string[];
  /** Records of the source that are missing here: those that could not be read, and in listings genes of tier 3. */
  dropped: number;
  /** Of a page of a listing; undefined where every row of it is among the records. */
  rows?: RowPlaces | undefined;
  /** Records of which texts or lists were longer than is kept, so that their ends are missing. */
  shortened: number;
  problem: OriginProblem | undefined;
};

/** A source as it is named to readers. */
export type SourceAddress = Pick<Source, 'key' | 'name' | 'url' | 'notice' | 'contactEmail'>;

export type Source = {
  /** Short and unique, as `origins=` names it; `local` is this registry. */
  key: string;
  /** The name that people read; it stands as `origin` in every record of this source. */
  name: string;
  /** Without a trailing slash; it stands as `originUrl` in every record of this source. */
  url: string;
  /** What is to be said beside its records, wherever they go. */
  notice?: OriginNotice | undefined;
  /** As last learned; undefined while nobody has said. */
  version(): string | undefined;
  /** Where its people can be written to, as it last said; undefined while it has not. */
  contactEmail?: (() => string | undefined) | undefined;
  /** The cached answer, if there is one. */
  getCached(question: Question, viewer: Viewer, form?: RecordForm): SourceAnswer | undefined;
  /** Never rejects for what a partner does: that is a state. The signal says that this reader has left. */
  ask(question: Question, viewer: Viewer, signal: AbortSignal, options?: AskOptions): PromiseLike<SourceAnswer>;
};

/** The end of a whole search, after which the reader gets nothing more. */
export type SearchEnd = { signal: AbortSignal; afterMs: number };

export type AskOptions = {
  /** What records are to hold; all of it by default. */
  form?: RecordForm | undefined;
  /** Whether the reader asks this source on purpose, such as once more after a failure: a partner is tried at rest, too. */
  isRetry?: boolean;
  /** Called when a request for this question is sent, by this reader or by another who asks the same. */
  onSent?: () => void;
  /**
   * Called by this registry when it knows what it found and that there is room to read it, which it does not before this
   * resolves. Not called where it is refused.
   */
  onRoom?: (() => Promise<void>) | undefined;
  /** Whether everybody else's questions go first, however long that takes: the caller alone ends the wait. */
  yields?: boolean;
  /** When the whole search is over, however long the source itself may take. */
  end?: SearchEnd;
  /** Called with every request that is sent for it, where somebody wants to know. */
  observer?: AskObserver | undefined;
};
