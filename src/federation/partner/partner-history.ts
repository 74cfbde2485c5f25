/** What became of the questions put to one partner: for the list of partners, and for its rest. */

import { type BriefReason, inBrief, type Reason } from '../../domain/federation/reasons.ts';
import type { TrailCall, TrendPoint } from '../../domain/federation/trail.ts';
import type { CircuitBreaker, Permit } from './circuit-breaker.ts';
import type { Clock } from './clock.ts';
import { type PartnerTrend, partnerTrend } from './partner-trend.ts';
import type { FailureKind } from './rest-times.ts';

/**
 * Records what became of a question; the first result counts. An answer that comes too late may end a rest. What is
 * answered before any request was sent says nothing about the partner.
 */
export type CallRecorder = {
  /** A request is being sent; only the first one counts. */
  began(): void;
  succeeded(): void;
  failed(kind: FailureKind, reason: Reason, retryAfterSeconds?: number): void;
  /** It says nothing about the partner. */
  released(): void;
};

export type PartnerHistory = {
  /** A question is going to be put; its result also decides about the partner's rest. */
  startCall(circuitBreaker: CircuitBreaker, permit: Permit): CallRecorder;
  /** Questions of which a request was sent. */
  asked(): number;
  answered(): number;
  lastAnswerAt(): Date | undefined;
  lastFailure(): { at: Date; reason: BriefReason } | undefined;
  /** Of the last questions, the share that was answered, 0 to 1; undefined before the first. */
  reliability(): number | undefined;
  /** The last questions, the oldest first. */
  trend(): readonly TrendPoint[];
  /** Takes over further questions of another process of this registry. */
  merge(news: HistoryNews): void;
  /** Takes over everything that another process knows: what is known here already counts once. */
  mergeAll(news: HistoryNews): void;
  /** Everything that is known, for another process. */
  news(): HistoryNews;
};

/** Questions of which others know nothing yet. */
export type HistoryNews = { asked: number; answered: number; points: readonly TrendPoint[] };

/** What outlives the object: the history of a partner from before a restart, or before its settings were changed. */
export type StoredHistory = {
  /** The oldest first. */
  points: readonly TrendPoint[];
  note(point: TrendPoint): void;
  /** What another process has recorded. */
  noteFromOthers(point: TrendPoint): void;
};

type Options = {
  /** What is known of it already, and where each call is stored; nothing, unless given. */
  stored?: StoredHistory | undefined;
  /** Given what other processes of this registry need to know. */
  onNews?: (news: HistoryNews) => void;
};

export function partnerHistory(clock: Clock, { stored, onNews = () => {} }: Options = {}): PartnerHistory {
  const { now } = clock;
  const onWall = (steadyMs: number) => new Date(clock.toWall(steadyMs));
  let recent = partnerTrend();
  let asked = 0;
  let answered = 0;
  let lastAnswerAt: string | undefined;
  let lastFailure: (TrendPoint & { reason: BriefReason }) | undefined;
  for (const point of stored?.points ?? []) take(point);

  /** What others publish may come out of order. */
  function take(point: TrendPoint): void {
    const { at, reason } = point;
    recent.note(point);
    if (reason === null) {
      if (lastAnswerAt === undefined || lastAnswerAt <= at) lastAnswerAt = at;
    } else if (lastFailure === undefined || lastFailure.at <= at) lastFailure = { ...point, reason };
  }

  function note(beganMs: number, reason: BriefReason | null): void {
    const nowMs = now();
    const point = {
      ...{ at: onWall(nowMs).toISOString(), isAnswer: reason === null },
      ...{ elapsedMs: nowMs - beganMs, reason },
    };
    if (point.isAnswer) answered++;
    take(point);
    stored?.note(point);
    onNews({ asked: 0, answered: Number(point.isAnswer), points: [point] });
  }

  return {
    startCall(circuitBreaker, permit) {
      let beganMs: number | undefined;
      let isDecided = false;
      const once = (record: (beganMs: number) => void) => {
        if (isDecided) return;
        isDecided = true;
        if (beganMs === undefined) circuitBreaker.released(permit);
        else record(beganMs);
      };
      return {
        began() {
          if (beganMs !== undefined) return;
          beganMs = now();
          asked++;
          onNews({ asked: 1, answered: 0, points: [] });
          circuitBreaker.begin(permit);
        },
        succeeded() {
          if (isDecided) circuitBreaker.answeredLate(permit);
          once((sinceMs) => {
            note(sinceMs, null);
            circuitBreaker.succeeded(permit);
          });
        },
        failed: (kind, reason, retryAfterSeconds) =>
          once((sinceMs) => {
            note(sinceMs, inBrief(reason));
            circuitBreaker.failed(permit, kind, reason, retryAfterSeconds);
          }),
        released: () => once(() => circuitBreaker.released(permit)),
      };
    },
    asked: () => asked,
    answered: () => answered,
    lastAnswerAt: () => (lastAnswerAt === undefined ? undefined : new Date(lastAnswerAt)),
    lastFailure: () => lastFailure && { at: new Date(lastFailure.at), reason: lastFailure.reason },
    reliability() {
      const points = recent.points();
      return points.length === 0 ? undefined : points.filter(({ isAnswer }) => isAnswer).length / points.length;
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
 * The history of every partner by its key: it outlives the partner, whose settings may change while the program runs.
 *
 * @param before calls from before the start, the oldest first
 * @param note is given every further call
 */
export function storedHistories(
  before: readonly TrailCall[],
  note: (call: TrailCall) => void,
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

/** Equal for one call, also where it comes from a file, with whole milliseconds; several of one moment may share it. */
function nameOf(point: TrendPoint): string {
  return JSON.stringify({ ...point, elapsedMs: Math.round(point.elapsedMs) });
}

/** Those of several processes come a moment apart. */
function byTime(a: TrendPoint, b: TrendPoint): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  return a.elapsedMs - b.elapsedMs;
}
