/** Guard: the circuit breakers of the partner and of each kind of question. */

import { reason } from '../../domain/federation/reasons.ts';
import { titleOf } from '../../domain/federation/reasons-in-english.ts';
import type { QuestionKind } from '../../domain/federation/source.ts';
import { afterAnswers } from '../../lib/slices.ts';
import { withinTime } from '../../lib/within-time.ts';
import type { CircuitBreaker, MustWait, Permit } from '../partner/circuit-breaker.ts';
import { classifyAnswer } from '../partner/failure-class.ts';
import { circuitOpen } from '../partner/no-answer-reasons.ts';
import type { Partner, ReportOfPartner } from '../partner/partner.ts';
import { type CallRecorder, callRecorder } from '../partner/partner-history.ts';
import {
  answerWithout,
  type CircuitOpen,
  type PartnerAnswer,
  type PartnerQuery,
  type Stage,
} from '../partner/partner-query.ts';
import { PROBE_WAIT_MS } from '../partner/times.ts';

/** Puts no question whose circuit breaker is open, that of the partner or of its kind of question; every answer counts for both. */
export function guard(options: CircuitBreakerOptions & KindBreakerOptions): Stage {
  const ofPartner = withCircuitBreaker(options);
  const ofKind = withKindBreakers(options);
  // Inside the breaker of the partner, which a failure of one kind of question shows to be there.
  return (next) => ofPartner(ofKind(next));
}

type CircuitBreakerOptions = Pick<Partner, 'circuitBreaker' | 'history'> & {
  /** Called with failures that do not pass without an administrator, and when the partner begins and ends to refuse every question. */
  reportToAdministrator: ReportOfPartner;
  /** Called once for each question of which a request is sent. */
  onSent?: (kind: QuestionKind) => void;
};

/**
 * Opens the circuit breaker of a partner that fails for a while; every answer counts for that. Puts a question while it is
 * closed; a question that waits for its slot when it opens is not put either. A retry probes the partner, or waits for the
 * probe under way until that has been silent for a second.
 */
export function withCircuitBreaker({
  circuitBreaker,
  history,
  reportToAdministrator,
  onSent,
}: CircuitBreakerOptions): Stage {
  function start({ question }: PartnerQuery, permit: Permit): CallRecorder {
    const recorder = history.startCall(circuitBreaker, permit);
    let isSent = false;
    /** Reports a refusal that begins or ends with this result. Each process knows the results of the others, so one reports. */
    function noteRefusal(record: () => void): void {
      const before = history.refusal();
      record();
      const after = history.refusal();
      if (before === undefined && after !== undefined) {
        reportToAdministrator(`lets no question in, ${after.questions} in a row: ${titleOf(after.reason)}`, 'warn');
      }
      if (before !== undefined && after === undefined) reportToAdministrator('lets questions in again', 'info');
    }
    return {
      ...recorder,
      began() {
        recorder.began();
        if (!isSent) onSent?.(question.kind);
        isSent = true;
      },
      succeeded: () => noteRefusal(recorder.succeeded),
      failed(failure) {
        noteRefusal(() => recorder.failed(failure));
        if (failure.isForAdministrator) reportToAdministrator(titleOf(failure.reason), 'error');
      },
    };
  }
  return guarded({ breakerFor: () => circuitBreaker, start });
}

type KindBreakerOptions = Pick<Partner, 'kinds'> & { now: () => number };

/** Opens the circuit breaker of one kind of question that fails while the partner answers others: for example where one record cannot be written. */
function withKindBreakers({ kinds, now }: KindBreakerOptions): Stage {
  const breakerFor = ({ question }: PartnerQuery) => kinds.of(question.kind);
  return guarded({
    breakerFor,
    start: (query, permit) => callRecorder(breakerFor(query), permit, { counts: 'kind', now }),
  });
}

type GuardedOptions = {
  breakerFor: (query: PartnerQuery) => CircuitBreaker;
  start: (query: PartnerQuery, permit: Permit) => CallRecorder;
};

/** Puts a question as far as its circuit breaker permits, and records the result. */
function guarded({ breakerFor, start }: GuardedOptions): Stage {
  return (next) => async (query) => {
    const circuitBreaker = breakerFor(query);
    const first = circuitBreaker.decide(query.isRetry);
    const probe = query.isRetry && first.may === 'wait' ? first.probe : undefined;
    const permit =
      first.may === 'wait' && probe !== undefined
        ? await behindProbe({ ...first, probe }, query, circuitBreaker)
        : first;
    if (permit.may === 'wait') return answerWithout(circuitOpen(permit), { nextTryAt: permit.until });
    const recorder = start(query, permit);
    const isProbe = permit.may === 'probe';

    function whyOpen(): CircuitOpen {
      return circuitOpen({ because: circuitBreaker.state().because ?? reason('failed') });
    }

    /** Records the first answer of a call, early or final. A success that follows a failure may close the circuit breaker, and counts for nothing else. */
    function record(answer: PartnerAnswer): void {
      const failureClass = classifyAnswer(answer);
      if (failureClass === 'healthy') recorder.succeeded();
      else if (failureClass !== undefined) recorder.failed(failureClass);
    }

    function withNextTry(answer: PartnerAnswer): PartnerAnswer {
      const { openUntil } = circuitBreaker.state();
      return openUntil === undefined ? answer : { ...answer, nextTryAt: openUntil };
    }

    function onEarly(answer: PartnerAnswer): void {
      clearTimeout(grace);
      record(answer);
      query.onEarly?.(withNextTry(answer));
    }

    /** Answers the callers of a probe after a short time; the call goes on, and a later answer reaches nobody of them. */
    function endGrace(): void {
      query.onEarly?.(answerWithout(whyOpen(), { nextTryAt: circuitBreaker.state().openUntil }));
    }

    const isWithinGrace = isProbe && permit.isAfterTimeout && !query.isRetry;
    const grace = isWithinGrace ? setTimeout(afterAnswers, PROBE_WAIT_MS, endGrace) : undefined;
    try {
      const answer = await next({
        ...query,
        // A probe finds out for all callers, so it goes on when its own caller leaves.
        signal: isProbe ? new AbortController().signal : query.signal,
        whyOpen: () => query.whyOpen?.() ?? (circuitBreaker.allows(permit) ? undefined : whyOpen()),
        onSent: () => {
          recorder.began();
          query.onSent?.();
        },
        onEarly,
      });
      record(answer);
      recorder.released();
      return withNextTry(answer);
    } catch (error) {
      recorder.released();
      throw error;
    } finally {
      clearTimeout(grace);
    }
  };
}

/** Returns the decision when another caller's probe has ended, or has been silent for a second. */
async function behindProbe(
  { probe, probeWaitMs = 0, because, until }: MustWait & { probe: Promise<boolean> },
  { signal }: PartnerQuery,
  { decide, state }: CircuitBreaker,
): Promise<Permit | MustWait> {
  // A timer may fire a fraction of a millisecond early.
  const mayTry = await withinTime(probe, Math.ceil(probeWaitMs) + 1);
  signal.throwIfAborted();
  // A probe that has been silent for a second may hang since before the partner recovered.
  if (mayTry !== false) return decide(true);
  const now = state();
  return { may: 'wait', because: now.because ?? because, until: now.openUntil ?? until };
}
