/** A question on its way to one partner, what comes back, and the one shape of everything that stands between. */

import type { AskObserver } from '../../domain/federation/explained.ts';
import type { CacheFact, OriginState, ProxyError } from '../../domain/federation/origin.ts';
import type { Reason } from '../../domain/federation/reasons.ts';
import type { FoundRecord, Question, SearchEnd, SourceAnswer } from '../../domain/federation/source.ts';
import type { RecordForm } from '../../domain/record/row.ts';
import type { Pace } from '../../lib/limiter.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { Outcome } from '../dialect/reading.ts';
import type { CallOutcome, NotSent, Reply } from '../dialect/reply.ts';

/**
 * What is asked with the search token is one class, everything else another; answers of one never serve the other. An
 * unknown token, which nobody has made, shows whether a partner looks at tokens at all.
 */
export type Credential = 'token' | 'none' | 'unknown-token';

export type PartnerQuery = {
  question: Question;
  /** Of the partner, as last learned. */
  version: string | undefined;
  dialect: Dialect;
  credential: Credential;
  /** What the reader wants of records; who joins a call may want the other form. */
  form?: RecordForm | undefined;
  /** Whether the reader asks this partner on purpose, such as once more after a failure: it is tried at rest, too. */
  isRetry: boolean;
  /** When it came, as `performance.now()`; undefined: now. */
  cameMs?: number | undefined;
  /** While it yields, questions of others have their turn first; undefined: everybody in order. */
  pace?: Pace | undefined;
  /** Aborted when nobody wants the answer any more; asking may then reject with its reason. */
  signal: AbortSignal;
  /** When the search that this belongs to is over; undefined where nothing ends it but the partner. */
  end?: SearchEnd | undefined;
  /** Called once, when its first turn has come and nothing keeps it from being put: for this reader or for another. */
  onSent?: (() => void) | undefined;
  /** Why its partner, which has begun to rest, is sent no further request of it; undefined where it is. */
  restNow?: (() => Resting | undefined) | undefined;
  /** Its first turn, as long as nobody has taken it. */
  turn?: Turn | undefined;
  /** What is known of it while the partner is asked; undefined where nobody wants to know. */
  underWay?: UnderWay | undefined;
  /** Called with what is sent for this reader, and nothing of the calls of others. */
  observer?: AskObserver | undefined;
  /** Within which its requests are put; undefined where nothing bounds them. */
  requests?: QuestionRequests | undefined;
};

/** Lets a question send a request. */
export type Turn = {
  /** To be called when it is over; more than once changes nothing. */
  end(): void;
};

export type ReplyHead = Pick<Reply, 'status' | 'publicView'>;

export type UnderWay = {
  /** The turn with which it began, for the first of its requests; undefined for the others, which take turns of their own. */
  firstTurn(): Turn | undefined;
  /** Whether somebody waits for what has begun: its further requests go before questions that have not. */
  isAhead(): boolean;
  pace: Pace | undefined;
  /** Notes that so many bytes of bodies have come. */
  noteBytes(count: number): void;
  bodyBytes(): number;
  noteReply(reply: Reply): void;
  replies(): readonly ReplyHead[];
  /** Answers whoever waits now; the question goes on. Of several words the first counts. */
  answerEarly(early: PartnerAnswer<never>): void;
  /** Ends the turn with which it began, where nobody has taken that; what is sent after that takes a turn of its own. */
  end(): void;
};

/** The requests of one question, which are bounded in number and in what their answers bring. */
export type QuestionRequests = {
  /** Sends in its turn, or answers a failure where the question has had all of its requests. */
  put(send: () => PromiseLike<CallOutcome>, signal: AbortSignal): PromiseLike<CallOutcome>;
  /** Whether any request was not sent. */
  hasOmitted(): boolean;
};

/** What the partner called what the public may see, when its first request was put, and for how long people may be named. */
export type PublicViewFact = { name: string; askedAtMs: number; minutes: number };

/** What a partner answered to one question, or why it did not. */
export type PartnerAnswer<Row = FoundRecord> = Pick<
  SourceAnswer,
  'total' | 'filters' | 'askedAs' | 'dropped' | 'rows' | 'shortened' | 'version' | 'retrievedAt'
> & {
  /** As the partner sent them, until they are sanitized. Undefined when there is no answer: `failure` says why. */
  records: readonly Row[] | undefined;
  /** How many more came, which nobody reads. */
  unread: number;
  /** What the records lack. */
  limits: readonly Reason[];
  /** Why there are no records, or why some are missing: of the requests that failed, the first. */
  failure: Failure | undefined;
  /** Whether our token was refused, so that this is what the public may see. */
  isWithoutToken: boolean;
  /** When the partner will next be asked; undefined: at the next question. */
  nextTryAt: Date | undefined;
  cacheStatus: CacheFact['status'];
  /** When an answer from the cache was put there. */
  cachedAtMs: number | undefined;
  /** Missing where the partner gives no such name. */
  publicView?: PublicViewFact | undefined;
};

/** Why there are no records. */
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

/** That the partner is not asked, which is the outcome of a request, too. */
export type Resting = Failure & NotSent;

/** Asks one partner. Never rejects for what the partner does: that is a failure in the answer. */
export type AskPartner<Row = FoundRecord> = (query: PartnerQuery) => PromiseLike<PartnerAnswer<Row>>;

/** Asks as the inner one does, with one thing done better. */
export type Wrapper<Row = FoundRecord> = (inner: AskPartner<Row>) => AskPartner<Row>;

/** A question that was put to a partner, as soon as anything can be said of it. */
export type Call = {
  /** What everybody who waits is given: the answer, or before it why it is late. */
  first: PartnerAnswer;
  /** What comes in the end, which may serve those who come later; undefined where `first` is that. */
  final?: Promise<PartnerAnswer> | undefined;
};

/** Puts a question to one partner. Never rejects for what the partner does. */
export type CallPartner = (query: PartnerQuery) => PromiseLike<Call>;

/** Puts a question as the inner one does, with one thing done better. */
export type CallWrapper = (inner: CallPartner) => CallPartner;

/** Puts wrappers around a source; the first of them is the first that a question meets, and the last its answer does. */
export function wrapped<Ask>(wrappers: readonly ((inner: Ask) => Ask)[], source: Ask): Ask {
  return wrappers.reduceRight((inner, wrap) => wrap(inner), source);
}

/**
 * Each answer of a call as it is passed on; `isLast` says of one that no other follows.
 *
 * @param onFailure called when none follows, as something went wrong, be it as one was passed on
 */
export function eachAnswer(
  calling: PromiseLike<Call>,
  pass: (answer: PartnerAnswer, isLast: boolean) => PartnerAnswer,
  onFailure: () => void = () => {},
): PromiseLike<Call> {
  const failed = (error: unknown): never => {
    onFailure();
    throw error;
  };
  const passed = calling.then(({ first, final }): Call => {
    if (final === undefined) return { first: pass(first, true) };
    return { first: pass(first, false), final: final.then((answer) => pass(answer, true)).catch(failed) };
  });
  return passed.then(undefined, failed);
}

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

export function answerWithout(failure: Failure, more: Partial<Omit<PartnerAnswer, 'records'>> = {}) {
  return answerWith<never>(undefined, { failure, ...more });
}

/** The answer to an equal question of somebody else, which was waited for. */
export function asShared<Row>(answer: PartnerAnswer<Row>): PartnerAnswer<Row> {
  return { ...answer, cacheStatus: 'shared' };
}
