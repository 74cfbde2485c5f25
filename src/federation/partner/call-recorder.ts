/** Records the result of one question for a circuit breaker, and for whoever notes it. */

import { type BriefReason, inBrief } from '../../domain/federation/reasons.ts';
import type { CircuitBreaker, Permit } from './circuit-breaker.ts';
import type { FailureClass } from './failure-class.ts';

/**
 * Records the result of one question; the first result counts. An answer after a time-out may end the rest. A result
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

type Options = {
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
  { counts, now, onBegan, onResult }: Options,
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
