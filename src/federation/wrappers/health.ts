/**
 * Connects questions with the health of a partner: its circuit breakers, what instances share of them, and faults of
 * this registry.
 */

import { reason } from '../../domain/federation/reasons.ts';
import { titleOf } from '../../domain/federation/reasons-in-english.ts';
import type { QuestionKind } from '../../domain/federation/source.ts';
import { behindShort } from '../../lib/slices.ts';
import { withinTime } from '../../lib/within-time.ts';
import type { CircuitBreaker, Decision, Opening, Permit } from '../partner/circuit-breaker.ts';
import { classifyAnswer } from '../partner/failure-class.ts';
import { circuitOpen, ourFault } from '../partner/no-answer-reasons.ts';
import type { Partner, ReportOfPartner } from '../partner/partner.ts';
import { type CallRecorder, callRecorder } from '../partner/partner-history.ts';
import {
  answerWithout,
  type Call,
  type CallPartner,
  type CallWrapper,
  type CircuitOpen,
  eachAnswer,
  type PartnerAnswer,
  type PartnerQuery,
} from '../partner/partner-query.ts';
import type { SharedPlace, SharedTexts } from '../partner/shared-texts.ts';
import { PROBE_WAIT_MS } from '../partner/times.ts';

/**
 * Reports errors that were thrown, and answers with a fault of this registry, which says nothing about the partner.
 *
 * @param report called with the error, unless the question was cancelled
 */
export function faultReport(report: (error: unknown) => void): CallWrapper {
  return (inner) => (query) => {
    function asFault(error: unknown): PartnerAnswer {
      if (query.signal.aborted) throw error;
      report(error);
      return answerWithout(ourFault());
    }
    return inner(query).then(
      ({ first, final }) => ({ first, final: final?.catch(asFault) }),
      (error) => ({ first: asFault(error) }),
    );
  };
}

type SharedOpeningsOptions = {
  shared: Pick<SharedTexts, 'get' | 'set' | 'delete'>;
  circuitBreaker: Pick<CircuitBreaker, 'opening' | 'openCount' | 'adopt'>;
  /** The name of the partner, the same for every instance. */
  partnerName: string;
};

/**
 * Shares with the other instances of this registry that the circuit breaker has opened. That of each decides whether to
 * open, too (decision 39). It is shared only among questions with the same credential.
 */
export function sharedOpenings({ shared, circuitBreaker, partnerName }: SharedOpeningsOptions): CallWrapper {
  let sharedCount = 0;

  function share(place: SharedPlace): void {
    const opening = circuitBreaker.opening();
    if (opening === undefined || opening.isRemote || circuitBreaker.openCount() === sharedCount) return;
    sharedCount = circuitBreaker.openCount();
    const { untilMs, because, kind } = opening;
    void shared.set(place, JSON.stringify({ untilMs, because, kind } satisfies Opening), untilMs);
  }

  return (inner) => async (query) => {
    const place = { kind: 'rest', credential: query.credential, key: partnerName } as const;
    const theirs = await shared.get(place);
    if (theirs !== undefined) circuitBreaker.adopt(JSON.parse(theirs) as Opening);
    return eachAnswer(inner(query), (answer, isLast) => {
      // A cached answer says nothing about the partner's present health.
      const isHealthy = isLast && answer.cacheStatus === 'miss' && classifyAnswer(answer) === 'healthy';
      if (theirs !== undefined && isHealthy) void shared.delete(place);
      else share(place);
      return answer;
    });
  };
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
}: CircuitBreakerOptions): CallWrapper {
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
export function withKindBreakers({ kinds, now }: KindBreakerOptions): CallWrapper {
  const breakerFor = ({ question }: PartnerQuery) => kinds.of(question.kind);
  return guarded({
    breakerFor,
    start: (query, permit) => callRecorder(breakerFor(query), permit, { counts: 'kind', now }),
  });
}

type GuardOptions = {
  breakerFor: (query: PartnerQuery) => CircuitBreaker;
  start: (query: PartnerQuery, permit: Permit) => CallRecorder;
};

/** Puts a question as far as its circuit breaker permits, and records the result. */
function guarded({ breakerFor, start }: GuardOptions): CallWrapper {
  function put(inner: CallPartner, query: PartnerQuery, permit: Permit): PromiseLike<Call> {
    const circuitBreaker = breakerFor(query);
    const recorder = start(query, permit);
    const isProbe = permit.may === 'probe';

    /** Records the first answer of a call, early or final. A success that follows a failure may close the circuit breaker, and counts for nothing else. */
    function recorded(answer: PartnerAnswer, isLast: boolean): PartnerAnswer {
      const failureClass = classifyAnswer(answer);
      if (failureClass === 'healthy') recorder.succeeded();
      else if (failureClass !== undefined) recorder.failed(failureClass);
      if (isLast) recorder.released();
      const { openUntil } = circuitBreaker.state();
      return openUntil === undefined ? answer : { ...answer, nextTryAt: openUntil };
    }

    function whyOpen(): CircuitOpen {
      return circuitOpen({ because: circuitBreaker.state().because ?? reason('failed') });
    }

    function refused(): PartnerAnswer {
      return answerWithout(whyOpen(), { nextTryAt: circuitBreaker.state().openUntil });
    }

    const called = inner({
      ...query,
      // A probe finds out for all callers, so it goes on when its own caller leaves.
      signal: isProbe ? new AbortController().signal : query.signal,
      whyOpen: () => query.whyOpen?.() ?? (circuitBreaker.allows(permit) ? undefined : whyOpen()),
      onSent: () => {
        recorder.began();
        query.onSent?.();
      },
    });
    const calling = eachAnswer(called, recorded, recorder.released);
    const isWithinGrace = isProbe && permit.isAfterTimeout && !query.isRetry;
    return isWithinGrace ? withinGrace(Promise.resolve(calling), refused) : calling;
  }

  return (inner) => {
    const decided = (query: PartnerQuery, decision: Decision): PromiseLike<Call> => {
      if (decision.may !== 'wait') return put(inner, query, decision);
      return Promise.resolve({ first: answerWithout(circuitOpen(decision), { nextTryAt: decision.until }) });
    };
    return (query) => {
      const circuitBreaker = breakerFor(query);
      const decision = circuitBreaker.decide(query.isRetry);
      const probe = query.isRetry && decision.may === 'wait' ? decision.probe : undefined;
      if (decision.may !== 'wait' || probe === undefined) return decided(query, decision);
      return behindProbe({ ...decision, probe }, query, circuitBreaker).then((later) => decided(query, later));
    };
  };
}

/** Answers callers after a short time; the call goes on. */
function withinGrace(calling: Promise<Call>, refused: () => PartnerAnswer): Promise<Call> {
  const { promise, resolve, reject } = Promise.withResolvers<Call>();
  function onTimeout(): void {
    resolve({ first: refused(), final: calling.then(({ first, final }) => final ?? first) });
  }
  const grace = setTimeout(behindShort, PROBE_WAIT_MS, onTimeout);
  calling.then(resolve, reject).finally(() => clearTimeout(grace));
  return promise;
}

type Wait = Extract<Decision, { may: 'wait' }>;

/** Returns the decision when another caller's probe has ended, or has been silent for a second. */
async function behindProbe(
  { probe, probeWaitMs = 0, because, until }: Wait & { probe: Promise<boolean> },
  { signal }: PartnerQuery,
  { decide, state }: CircuitBreaker,
): Promise<Decision> {
  // A timer may fire a fraction of a millisecond early.
  const mayTry = await withinTime(probe, Math.ceil(probeWaitMs) + 1);
  signal.throwIfAborted();
  // A probe that has been silent for a second may hang since before the partner recovered.
  if (mayTry !== false) return decide(true);
  const now = state();
  return { may: 'wait', because: now.because ?? because, until: now.openUntil ?? until };
}
