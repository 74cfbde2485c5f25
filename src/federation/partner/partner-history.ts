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

/** Reasons that speak of a question and open no circuit breaker: the partner, or a server before it, does not let it in. */
const REFUSALS: ReadonlySet<ReasonCode> = new Set(['access-refused', 'token-refused', 'not-data']);

const REMEMBERED = 100;

/** Returns a list of points, the oldest first, that remembers some hundred of the last. */
function partnerTrend() {
  const last: TrendPoint[] = [];
  return {
    note(point: TrendPoint): void {
      last.push(point);
      // Seldom, as it moves all points.
      if (last.length >= 2 * REMEMBERED) last.splice(0, last.length - REMEMBERED);
    },
    last: () => last.at(-1),
    points: () => last.slice(-REMEMBERED),
  };
}

function isRefusal({ reason }: TrendPoint): boolean {
  return reason !== null && REFUSALS.has(reason.code);
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
  /** What was counted here. */
  own(): HistoryTally;
};

type Refusal = {
  /** How many of the last questions it refused. */
  questions: number;
  /** Why it refused the last one. */
  reason: BriefReason;
};

/** What one copy of the registry has counted. */
export type HistoryTally = {
  asked: number;
  answered: number;
  lastAnswerAt: string | null;
  lastFailure: (TrendPoint & { reason: BriefReason }) | null;
  /** The last results, the oldest first. */
  points: readonly TrendPoint[];
};

/** The part of a history that outlives the object: results from before a restart, or before the settings of the partner changed. */
export type StoredHistory = {
  /** The oldest first. */
  points: readonly TrendPoint[];
  note(point: TrendPoint): void;
};

type Options = {
  /** Earlier results, and where each new one is stored; none if undefined. */
  stored?: StoredHistory | undefined;
  /** What other processes have counted; the same list until that changes. */
  others?: () => readonly HistoryTally[];
  /** Called whenever more was counted here. */
  onChange?: () => void;
};

const LEAST_REFUSALS = 3;
const LEAST_REFUSED_MS = 60_000;

/** Returns the history of one partner, with what is stored of it. */
export function partnerHistory(
  clock: Clock,
  { stored, others = () => NOBODY, onChange }: Options = {},
): PartnerHistory {
  const { now } = clock;
  const recent = partnerTrend();
  let own: Omit<HistoryTally, 'points'> = { asked: 0, answered: 0, lastAnswerAt: null, lastFailure: null };
  /** What was added up last, and of what. */
  let all: { own: typeof own; theirs: readonly HistoryTally[]; tally: HistoryTally } | undefined;
  for (const point of stored?.points ?? []) take(point);

  function take(point: TrendPoint): void {
    const { at, reason } = point;
    recent.note(point);
    own = reason === null ? { ...own, lastAnswerAt: at } : { ...own, lastFailure: { ...point, reason } };
  }

  function note(beganMs: number, reason: BriefReason | null): void {
    const nowMs = now();
    const at = new Date(clock.toWall(nowMs)).toISOString();
    const point = { at, isAnswer: reason === null, elapsedMs: Math.round(nowMs - beganMs), reason };
    take(point);
    own = { ...own, answered: own.answered + Number(point.isAnswer) };
    stored?.note(point);
    onChange?.();
  }

  function ofAll(): HistoryTally {
    const theirs = others();
    if (all?.own !== own || all.theirs !== theirs) {
      all = { own, theirs, tally: together([{ ...own, points: recent.points() }, ...theirs]) };
    }
    return all.tally;
  }

  function refusal(): Refusal | undefined {
    const newest = [recent.last(), ...others().map(({ points }) => points.at(-1))]
      .filter((point) => point !== undefined)
      .reduce<TrendPoint | undefined>(
        (last, point) => (last !== undefined && last.at > point.at ? last : point),
        undefined,
      );
    // Usually it is an answer, and then nothing is put together.
    if (newest === undefined || !isRefusal(newest)) return undefined;
    const { points } = ofAll();
    const refusals = points.slice(1 + points.findLastIndex((point) => !isRefusal(point)));
    const [first, last] = [refusals[0], refusals.at(-1)];
    if (refusals.length < LEAST_REFUSALS || !first || !last?.reason) return undefined;
    const isLong = Date.parse(last.at) - Date.parse(first.at) >= LEAST_REFUSED_MS;
    return isLong ? { questions: refusals.length, reason: last.reason } : undefined;
  }

  return {
    startCall: (circuitBreaker, permit) =>
      callRecorder(circuitBreaker, permit, {
        counts: 'partner',
        now,
        onBegan() {
          own = { ...own, asked: own.asked + 1 };
          onChange?.();
        },
        onResult: note,
      }),
    asked: () => ofAll().asked,
    answered: () => ofAll().answered,
    lastAnswerAt: () => dateOf(ofAll().lastAnswerAt),
    lastFailure() {
      const { lastFailure } = ofAll();
      return lastFailure === null ? undefined : { at: new Date(lastFailure.at), reason: lastFailure.reason };
    },
    reliability() {
      const { points } = ofAll();
      return points.length === 0 ? undefined : points.filter(({ isAnswer }) => isAnswer).length / points.length;
    },
    refusal,
    trend: () => ofAll().points,
    own: () => ({ ...own, points: recent.points() }),
  };
}

const NOBODY: readonly HistoryTally[] = [];

/** Adds up what several have counted. A result that two of them have read from one file counts once among the points. */
export function together(tallies: readonly HistoryTally[]): HistoryTally {
  const [only] = tallies;
  if (only !== undefined && tallies.length === 1) return { ...only, points: only.points.toSorted(byTime) };
  const inOrder = tallies.flatMap(({ points }) => points).toSorted(byTime);
  const points = new Map(inOrder.map((point) => [nameOf(point), point]));
  const failures = tallies.flatMap(({ lastFailure }) => lastFailure ?? []).toSorted(byTime);
  const answers = tallies.flatMap(({ lastAnswerAt }) => lastAnswerAt ?? []).toSorted();
  return {
    asked: tallies.reduce((sum, { asked }) => sum + asked, 0),
    answered: tallies.reduce((sum, { answered }) => sum + answered, 0),
    lastAnswerAt: answers.at(-1) ?? null,
    lastFailure: failures.at(-1) ?? null,
    points: [...points.values()].slice(-REMEMBERED),
  };
}

function dateOf(at: string | null): Date | undefined {
  return at === null ? undefined : new Date(at);
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
  const trends = new Map<string, ReturnType<typeof partnerTrend>>();

  function trendOf(key: string) {
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
  });
}

/** Returns a text that is equal for one call; several calls of one moment may share it. */
function nameOf(point: TrendPoint): string {
  return JSON.stringify(point);
}

/** Sorts results by time. Those of several processes may arrive in any order. */
function byTime(a: TrendPoint, b: TrendPoint): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  return a.elapsedMs - b.elapsedMs;
}
