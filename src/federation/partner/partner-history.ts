/** What became of the questions put to one partner: for the list of partners, and for its rest. */

import type { CircuitBreaker, FailureKind, Permit } from './circuit-breaker.ts';
import { partnerTrend, type TrendPoint } from './partner-trend.ts';

/** Records what became of a question; the first result counts, as an answer that comes too late changes nothing. */
export type CallRecorder = {
  succeeded(): void;
  failed(kind: FailureKind, title: string, retryAfterSeconds?: number): void;
  /** It says nothing about the partner. */
  released(): void;
};

export type PartnerHistory = {
  /** A question is being put; its result also decides about the partner's rest. */
  startCall(circuitBreaker: CircuitBreaker, permit: Permit): CallRecorder;
  asked(): number;
  answered(): number;
  lastAnswerAt(): Date | undefined;
  lastFailure(): { at: Date; title: string } | undefined;
  /** Of the last questions, the share that was answered, 0 to 1; undefined before the first. */
  reliability(): number | undefined;
  /** The last questions, the oldest first. */
  trend(): readonly TrendPoint[];
};

const REMEMBERED = 100;

export function partnerHistory(now: () => number): PartnerHistory {
  const recent = partnerTrend(REMEMBERED);
  let asked = 0;
  let answered = 0;
  let lastAnswerAt: Date | undefined;
  let lastFailure: { at: Date; title: string } | undefined;

  function note(beganMs: number, title: string | null): void {
    const nowMs = now();
    const at = new Date(nowMs).toISOString();
    recent.note({ at, isAnswer: title === null, elapsedMs: nowMs - beganMs, title });
  }

  return {
    startCall(circuitBreaker, permit) {
      asked++;
      const beganMs = now();
      let isDecided = false;
      const once = (record: () => void) => {
        if (isDecided) return;
        isDecided = true;
        record();
      };
      return {
        succeeded: () =>
          once(() => {
            answered++;
            lastAnswerAt = new Date(now());
            note(beganMs, null);
            circuitBreaker.succeeded(permit);
          }),
        failed: (kind, title, retryAfterSeconds) =>
          once(() => {
            lastFailure = { at: new Date(now()), title };
            note(beganMs, title);
            circuitBreaker.failed(kind, title, retryAfterSeconds, permit);
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
