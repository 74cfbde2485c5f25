/** Records the results of the questions to one partner, for the list of partners and for its circuit breaker. */

import type { PartnerCall, TrendPoint } from '../../domain/federation/audit-log.ts';
import { countAlike, type RenderedReason, renderBrief } from '../../domain/federation/history-in-english.ts';
import { type BriefReason, inBrief, type ReasonCode } from '../../domain/federation/reasons.ts';
import type { CircuitBreaker, Permit } from './circuit-breaker.ts';
import type { FailureClass } from './failure-class.ts';
import type { Clock } from './times.ts';

/**
 * Records the result of one question; the first result counts. An answer after a time-out may close the circuit breaker. A result
 * without any request says nothing about the partner.
 */
export type CallRecorder = {
  /** Notes that a request is being sent; only the first one counts. */
  began(): void;
  succeeded(): void;
  failed(failure: FailureClass): void;
  /** Notes that the result says nothing about the partner. */
  released(): void;
};

type RecorderOptions = {
  /** Which failures count for the circuit breaker; to that of the whole partner, a failure of one kind of question shows that it answers. */
  counts: 'partner' | 'kind';
  now: () => number;
  onBegan?: () => void;
  /** Called with the result, and the reason why it is no answer. */
  onResult?: (beganMs: number, reason: BriefReason | null) => void;
};

export function callRecorder(
  circuitBreaker: CircuitBreaker,
  permit: Permit,
  { counts, now, onBegan, onResult }: RecorderOptions,
): CallRecorder {
  let beganMs: number | undefined;
  let isDecided = false;

  function once(reason: BriefReason | null, record: () => void): void {
    if (isDecided) return;
    isDecided = true;
    if (beganMs === undefined) {
      circuitBreaker.released(permit);
      return;
    }
    onResult?.(beganMs, reason);
    record();
  }

  return {
    began() {
      if (beganMs !== undefined) return;
      beganMs = now();
      onBegan?.();
      circuitBreaker.begin(permit);
    },
    succeeded() {
      if (isDecided) circuitBreaker.answeredLate(permit);
      once(null, () => circuitBreaker.succeeded(permit));
    },
    failed({ of, kind, reason, retryAfterSeconds }) {
      once(inBrief(reason), () => {
        if (of === counts) circuitBreaker.failed(permit, kind, reason, retryAfterSeconds);
        else if (of === 'kind') circuitBreaker.succeeded(permit);
        else circuitBreaker.released(permit);
      });
    },
    released() {
      if (isDecided) return;
      isDecided = true;
      circuitBreaker.released(permit);
    },
  };
}

type PartnerTrend = {
  note(point: TrendPoint): void;
  /** The results, the oldest first. */
  points(): readonly TrendPoint[];
  /** The results since anything else came than a refusal, the oldest first. */
  refusals(): readonly TrendPoint[];
};

/** Reasons that speak of a question and open no circuit breaker: the partner, or a server before it, does not let it in. */
const REFUSALS: ReadonlySet<ReasonCode> = new Set(['access-refused', 'token-refused', 'not-data']);

const REMEMBERED = 100;

function partnerTrend(): PartnerTrend {
  const last: TrendPoint[] = [];
  return {
    note(point) {
      last.push(point);
      // Seldom, as it moves all points.
      if (last.length >= 2 * REMEMBERED) last.splice(0, last.length - REMEMBERED);
    },
    points: () => last.slice(-REMEMBERED),
    refusals() {
      const others = last.findLastIndex(({ reason }) => reason === null || !REFUSALS.has(reason.code));
      return last.slice(Math.max(1 + others, last.length - REMEMBERED));
    },
  };
}

/** A trend for administrators: the last calls, the oldest first, and the kinds of error among them. */
export type RenderedTrend = {
  trend: readonly (Omit<TrendPoint, 'reason'> & (RenderedReason | { [Name in keyof RenderedReason]: null }))[];
  failures: readonly (RenderedReason & { count: number; lastAt: string })[];
};

const NO_REASON = { title: null, code: null, params: null };

/** Renders the reasons of results, and counts failures that are alike. */
export function renderTrend(points: readonly TrendPoint[]): RenderedTrend {
  const failed = points.flatMap(({ at, reason }) => (reason === null ? [] : [{ reason, count: 1, lastAt: at }]));
  return {
    trend: points.map(({ reason, ...point }) => ({ ...point, ...(reason === null ? NO_REASON : renderBrief(reason)) })),
    failures: countAlike(failed),
  };
}

export type PartnerHistory = {
  /** Begins to record a question; its result also counts for the circuit breaker. */
  startCall(circuitBreaker: CircuitBreaker, permit: Permit): CallRecorder;
  /** How many questions sent a request. */
  asked(): number;
  answered(): number;
  lastAnswerAt(): Date | undefined;
  lastFailure(): { at: Date; reason: BriefReason } | undefined;
  /** The share of the last questions that were answered, 0 to 1; undefined before the first. */
  reliability(): number | undefined;
  /** What it refuses, if it has let no question in for a minute, three at least: one alone may have a text that a firewall refuses. */
  refusal(): Refusal | undefined;
  /** The results of the last questions, the oldest first. */
  trend(): readonly TrendPoint[];
  /** Adds further questions of another process of this registry. */
  merge(news: HistoryNews): void;
  /** Adds everything that another process knows; results that are known here already count once. */
  mergeAll(news: HistoryNews): void;
  /** Everything that is known, for another process. */
  news(): HistoryNews;
};

type Refusal = {
  /** How many of the last questions it refused. */
  questions: number;
  /** Why it refused the last one. */
  reason: BriefReason;
};

/** Questions that other processes do not know yet. */
export type HistoryNews = { asked: number; answered: number; points: readonly TrendPoint[] };

/** The part of a history that outlives the object: results from before a restart, or before the settings of the partner changed. */
export type StoredHistory = {
  /** The oldest first. */
  points: readonly TrendPoint[];
  note(point: TrendPoint): void;
  /** Adds a result that another process has recorded. */
  noteFromOthers(point: TrendPoint): void;
};

type Options = {
  /** Earlier results, and where each new one is stored; none if undefined. */
  stored?: StoredHistory | undefined;
  /** Called with what other processes of this registry need to know. */
  onNews?: (news: HistoryNews) => void;
};

const LEAST_REFUSALS = 3;
const LEAST_REFUSED_MS = 60_000;

/** Returns the history of one partner, with what is stored of it. */
export function partnerHistory(clock: Clock, { stored, onNews = () => {} }: Options = {}): PartnerHistory {
  const { now } = clock;
  const onWall = (steadyMs: number) => new Date(clock.toWall(steadyMs));
  let recent = partnerTrend();
  let asked = 0;
  let answered = 0;
  let lastAnswerAt: string | undefined;
  let lastFailure: (TrendPoint & { reason: BriefReason }) | undefined;
  for (const point of stored?.points ?? []) take(point);

  /** Adds a result. Results of other processes may arrive out of order. */
  function take(point: TrendPoint): void {
    const { at, reason } = point;
    recent.note(point);
    if (reason === null) {
      if (lastAnswerAt === undefined || lastAnswerAt <= at) lastAnswerAt = at;
    } else if (lastFailure === undefined || lastFailure.at <= at) lastFailure = { ...point, reason };
  }

  function note(beganMs: number, reason: BriefReason | null): void {
    const nowMs = now();
    const at = onWall(nowMs).toISOString();
    const point = { at, isAnswer: reason === null, elapsedMs: nowMs - beganMs, reason };
    if (point.isAnswer) answered++;
    take(point);
    stored?.note(point);
    onNews({ asked: 0, answered: Number(point.isAnswer), points: [point] });
  }

  return {
    startCall: (circuitBreaker, permit) =>
      callRecorder(circuitBreaker, permit, {
        counts: 'partner',
        now,
        onBegan() {
          asked++;
          onNews({ asked: 1, answered: 0, points: [] });
        },
        onResult: note,
      }),
    asked: () => asked,
    answered: () => answered,
    lastAnswerAt: () => (lastAnswerAt === undefined ? undefined : new Date(lastAnswerAt)),
    lastFailure: () => lastFailure && { at: new Date(lastFailure.at), reason: lastFailure.reason },
    reliability() {
      const points = recent.points();
      return points.length === 0 ? undefined : points.filter(({ isAnswer }) => isAnswer).length / points.length;
    },
    refusal() {
      const refusals = recent.refusals();
      const [first, last] = [refusals[0], refusals.at(-1)];
      if (refusals.length < LEAST_REFUSALS || !first || !last?.reason) return undefined;
      const isLong = Date.parse(last.at) - Date.parse(first.at) >= LEAST_REFUSED_MS;
      return isLong ? { questions: refusals.length, reason: last.reason } : undefined;
    },
    trend: () => recent.points().toSorted(byTime),
    merge(news) {
      asked += news.asked;
      answered += news.answered;
      for (const point of news.points) {
        take(point);
        stored?.noteFromOthers(point);
      }
    },
    mergeAll(news) {
      asked = Math.max(asked, news.asked);
      answered = Math.max(answered, news.answered);
      const theirs = Map.groupBy(news.points, nameOf);
      const ownAlone = recent.points().filter((point) => theirs.get(nameOf(point))?.pop() === undefined);
      recent = partnerTrend();
      for (const point of [...ownAlone, ...news.points].toSorted(byTime)) take(point);
    },
    news: () => ({ asked, answered, points: recent.points() }),
  };
}

/**
 * Returns the history of every partner by its key. It outlives the partner, whose settings may change while the program
 * runs.
 *
 * @param before calls from before the start, the oldest first
 * @param note called with every further call
 */
export function storedHistories(
  before: readonly PartnerCall[],
  note: (call: PartnerCall) => void,
): (key: string) => StoredHistory {
  const trends = new Map<string, PartnerTrend>();

  function trendOf(key: string): PartnerTrend {
    const trend = trends.get(key) ?? partnerTrend();
    trends.set(key, trend);
    return trend;
  }

  for (const { key, ...point } of before) trendOf(key).note(point);
  return (key) => ({
    points: trendOf(key).points(),
    note(point) {
      trendOf(key).note(point);
      note({ key, ...point });
    },
    noteFromOthers: (point) => trendOf(key).note(point),
  });
}

/** Returns a text that is equal for one call, also after a file has rounded its milliseconds; several calls of one moment may share it. */
function nameOf(point: TrendPoint): string {
  return JSON.stringify({ ...point, elapsedMs: Math.round(point.elapsedMs) });
}

/** Sorts results by time. Those of several processes may arrive in any order. */
function byTime(a: TrendPoint, b: TrendPoint): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  return a.elapsedMs - b.elapsedMs;
}
