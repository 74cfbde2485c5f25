/** What became of the questions put to one partner: for the list of partners, and for its rest. */

import type { CircuitBreaker, Permit } from './circuit-breaker.ts';
import type { Clock } from './clock.ts';
import { partnerTrend, type TrendPoint } from './partner-trend.ts';
import type { FailureKind } from './rest-times.ts';

/**
 * Records what became of a question; the first result counts. An answer that comes too late may end a rest. What is
 * answered before any request was sent says nothing about the partner.
 */
export type CallRecorder = {
  /** A request is being sent; only the first one counts. */
  began(): void;
  succeeded(): void;
  failed(kind: FailureKind, title: string, retryAfterSeconds?: number): void;
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
  lastFailure(): { at: Date; title: string } | undefined;
  /** Of the last questions, the share that was answered, 0 to 1; undefined before the first. */
  reliability(): number | undefined;
  /** The last questions, the oldest first. */
  trend(): readonly TrendPoint[];
};

/** What outlives the object: the history of a partner from before a restart, or before its settings were changed. */
export type KeptHistory = {
  /** The oldest first. */
  points: readonly TrendPoint[];
  note(point: TrendPoint): void;
};

/** Questions. */
export const REMEMBERED = 100;

/** @param kept what is known of it already, and where each call is kept; nothing, unless given */
export function partnerHistory(clock: Clock, kept?: KeptHistory): PartnerHistory {
  const { now } = clock;
  const onWall = (steadyMs: number) => new Date(clock.toWall(steadyMs));
  const recent = partnerTrend(REMEMBERED);
  const before = kept?.points ?? [];
  for (const point of before) recent.note(point);
  let asked = 0;
  let answered = 0;
  let lastAnswerAt = momentOf(before.findLast(({ isAnswer }) => isAnswer));
  let lastFailure = failureOf(before.findLast(({ isAnswer }) => !isAnswer));

  function note(beganMs: number, title: string | null): void {
    const nowMs = now();
    const at = onWall(nowMs).toISOString();
    const point = { at, isAnswer: title === null, elapsedMs: nowMs - beganMs, title };
    recent.note(point);
    kept?.note(point);
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
          circuitBreaker.begin(permit);
        },
        succeeded() {
          if (isDecided) circuitBreaker.answeredLate(permit);
          once((sinceMs) => {
            answered++;
            lastAnswerAt = onWall(now());
            note(sinceMs, null);
            circuitBreaker.succeeded(permit);
          });
        },
        failed: (kind, title, retryAfterSeconds) =>
          once((sinceMs) => {
            lastFailure = { at: onWall(now()), title };
            note(sinceMs, title);
            circuitBreaker.failed(permit, kind, title, retryAfterSeconds);
          }),
        released: () => once(() => circuitBreaker.released(permit)),
      };
    },
    asked: () => asked,
    answered: () => answered,
    lastAnswerAt: () => lastAnswerAt,
    lastFailure: () => lastFailure,
    reliability() {
      const points = recent.points();
      return points.length === 0 ? undefined : points.filter(({ isAnswer }) => isAnswer).length / points.length;
    },
    trend: recent.points,
  };
}

function momentOf(point: TrendPoint | undefined): Date | undefined {
  return point && new Date(point.at);
}

function failureOf(point: TrendPoint | undefined): { at: Date; title: string } | undefined {
  return point && { at: new Date(point.at), title: point.title ?? '' };
}
