/** The question to one partner, its state while it is asked, its answer, and the type of all stages in between. */

import type { AskObserver } from '../../domain/federation/explained.ts';
import type { CacheFact, OriginState, ProxyError } from '../../domain/federation/origin.ts';
import { eachReasonOnce, type Reason } from '../../domain/federation/reasons.ts';
import type { FoundRecord, Question, SearchEnd, SourceAnswer } from '../../domain/federation/source.ts';
import { NO_FILTERS } from '../../domain/query/filters.ts';
import type { RecordForm } from '../../domain/record/row.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { CallOutcome, NotSent, Outcome, Reply } from '../dialect/reply.ts';
import type { QuestionSlots } from './partner-queue.ts';

/**
 * The credential of a question. Answers to questions with the search token never serve questions without it, nor the
 * other way round. An unknown token, which no registry has made, shows whether a partner checks tokens at all.
 */
export type Credential = 'token' | 'none' | 'unknown-token';

export type PartnerQuery = {
  question: Question;
  /** The version of the partner, as last learned. */
  version: string | undefined;
  dialect: Dialect;
  credential: Credential;
  /** The form of records that the caller wants; callers of one call may want different forms. */
  form?: RecordForm | undefined;
  /** Whether the caller asks this partner on purpose, for example again after a failure: it may then be probed while its circuit breaker is open. */
  isRetry: boolean;
  /** When the question arrived, as `performance.now()`; undefined: now. */
  arrivedMs?: number | undefined;
  /** Whether it is one of a list, which leaves slots to other questions and waits as long as its list may. */
  yields?: boolean | undefined;
  /** Aborted when nobody wants the answer any more; the answer's promise may then reject with its reason. */
  signal: AbortSignal;
  /** When the search of this question ends; undefined if the search has no end of its own. */
  end?: SearchEnd | undefined;
  /** Called when the question has its first slot and is put, for this caller or another, and whenever a further request has its slot. */
  onSent?: (() => void) | undefined;
  /** Called when the partner is silent or slow, with the answer for all who wait; the question goes on. Only the first call counts. */
  onEarly?: ((answer: PartnerAnswer) => void) | undefined;
  /** Whether callers still wait for the answer; undefined: they do. */
  isAwaited?: (() => boolean) | undefined;
  /** Returns why no further request is sent, if the circuit breaker has opened; undefined if it has not. */
  whyOpen?: (() => CircuitOpen | undefined) | undefined;
  /** The state of the question while the partner is asked; undefined if nobody needs it. */
  underWay?: UnderWay | undefined;
  /** Called with the requests that are sent for this caller, not with those of other calls. */
  observer?: AskObserver | undefined;
  /** Limits the requests of this question; undefined: no limit. */
  requests?: QuestionRequests | undefined;
};

export type ReplyHead = Pick<Reply, 'status' | 'publicView'>;

type UnderWay = {
  slots: QuestionSlots;
  noteReply(reply: Reply): void;
  replies(): readonly ReplyHead[];
};

/** The requests of one question, with a limit on their number and on the bytes of their answers. */
export type QuestionRequests = {
  /** Sends a request in its slot, or returns a failure if the question has reached its limit. */
  put(send: () => Promise<CallOutcome>, signal: AbortSignal): Promise<CallOutcome>;
  /** Whether any request was not sent. */
  hasOmitted(): boolean;
};

/** The name of the partner's public view when the first request was put, and for how many minutes after that people may be named. */
export type PublicViewFact = { name: string; askedAtMs: number; minutes: number };

/** The answer of a partner to one question, or why there is none. */
export type PartnerAnswer<Row = FoundRecord> = Pick<
  SourceAnswer,
  'total' | 'filters' | 'askedAs' | 'dropped' | 'rows' | 'isLast' | 'shortened' | 'version' | 'retrievedAt'
> & {
  /** Records as the partner sent them, until they are sanitized. Undefined if there is no answer: `failure` says why. */
  records: readonly Row[] | undefined;
  /** How many further records arrived that are not read. */
  unread: number;
  /** Why records may be missing or incomplete. */
  limits: readonly Reason[];
  /** Why there are no records, or why some are missing: the failure of the first request that failed. */
  failure: Failure | undefined;
  /** Whether the partner refused the search token, so that this is a public answer. */
  isWithoutToken: boolean;
  /** The HTTP status with which it was refused for this question; undefined where it was not sent, as it was refused before. */
  tokenRefusedWith?: number | undefined;
  /** When the partner gets the next request; undefined: with the next question. */
  nextTryAt: Date | undefined;
  cacheStatus: CacheFact['status'];
  /** When a cached answer was cached. */
  cachedAtMs: number | undefined;
  /** Missing if the partner gives no name to its public view. */
  publicView?: PublicViewFact | undefined;
};

/** Why there are no records, or why some are missing. */
export type Failure = {
  /** `no-reply`: no whole reply came; `ours`: the partner was not asked, or something went wrong here. */
  about: Outcome['about'] | 'no-reply' | 'ours';
  state: OriginState;
  reason: Reason;
  error: ProxyError | undefined;
  /** The HTTP status of the partner. */
  status: number | undefined;
  retryAfterSeconds: number | undefined;
};

/** The failure of a question, or of one request, because the circuit breaker is open. */
export type CircuitOpen = Failure & NotSent;

/** Asks one partner. Never rejects because of what the partner does: the answer contains the failure. */
export type AskPartner<Row = FoundRecord> = (query: PartnerQuery) => Promise<PartnerAnswer<Row>>;

/** Adds what one stage does to the stages within. A question passes the outer stage first, and its answer passes it last. */
export type Stage = (next: AskPartner) => AskPartner;

/** Returns an answer with these records; all else is empty unless given. */
export function answerWith<Row>(
  records: readonly Row[] | undefined,
  more: Partial<Omit<PartnerAnswer, 'records'>> = {},
): PartnerAnswer<Row> {
  return {
    records,
    unread: 0,
    total: undefined,
    limits: [],
    failure: undefined,
    askedAs: [],
    filters: [],
    dropped: 0,
    shortened: 0,
    version: undefined,
    retrievedAt: undefined,
    isWithoutToken: false,
    nextTryAt: undefined,
    cacheStatus: 'miss',
    cachedAtMs: undefined,
    ...more,
  };
}

/** Returns an answer without records, because of a failure. */
export function answerWithout(failure: Failure, more: Partial<Omit<PartnerAnswer, 'records'>> = {}) {
  return answerWith<never>(undefined, { failure, ...more });
}

/** Returns an answer marked as that of another caller's equal question. */
export function asShared<Row>(answer: PartnerAnswer<Row>): PartnerAnswer<Row> {
  return { ...answer, cacheStatus: 'shared' };
}

/** A search that should find nobody: only that an answer comes matters. */
export const PROBE_QUESTION: Question = {
  kind: 'users-search',
  query: { name: { like: 'qzx', prefix: true }, descriptionLike: undefined, filters: NO_FILTERS },
};

type SingleQuestion = Pick<PartnerQuery, 'question' | 'version' | 'credential' | 'signal'>;

/** Returns the query in the dialect of the version; it is also put to a partner whose circuit breaker is open. */
export function singleQuery(
  question: SingleQuestion,
  { dialectFor }: { dialectFor: (version: string | undefined) => Dialect },
): PartnerQuery {
  return { ...question, dialect: dialectFor(question.version), isRetry: true };
}

export function underWay(slots: QuestionSlots): UnderWay {
  const replies: ReplyHead[] = [];
  return {
    slots,
    noteReply: ({ status, publicView }) => void replies.push({ status, publicView }),
    replies: () => replies,
  };
}

type Joined = Partial<Omit<PartnerAnswer, 'records' | 'limits'>> & {
  /** Limits of the joined answer, beside those of each answer. */
  limits?: readonly Reason[];
};

/** @param records those of the answers that belong to the joined answer */
export function joined(
  answers: readonly PartnerAnswer<unknown>[],
  records: readonly unknown[],
  { limits = [], ...more }: Joined = {},
): PartnerAnswer<unknown> {
  const all = eachReasonOnce([...answers.flatMap((answer) => answer.limits), ...limits]);
  const unread = answers.reduce((sum, answer) => sum + answer.unread, 0);
  return answerWith(records, { unread, ...more, limits: all });
}
