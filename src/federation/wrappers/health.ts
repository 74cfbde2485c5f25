/** How a partner fares: what counts for its circuit breaker, what other instances know of it, and what is our own fault. */

import { reason } from '../../domain/federation/reasons.ts';
import { titleOf } from '../../domain/federation/reasons-in-english.ts';
import type { QuestionKind } from '../../domain/federation/source.ts';
import type { CircuitBreaker, Decision, HintedRest } from '../partner/circuit-breaker.ts';
import { classifyAnswer } from '../partner/failure-class.ts';
import { ourFault, restingNow } from '../partner/no-answer-reasons.ts';
import type { Partner } from '../partner/partner.ts';
import { answerWithout, type PartnerAnswer, type PartnerQuery, type Wrapper } from '../partner/partner-query.ts';
import type { SharedPlace, SharedTexts } from '../partner/shared-texts.ts';
import { PROBE_WAIT_MS } from '../partner/times.ts';

/**
 * A mistake of ours is reported, and told as ours: it says nothing about the partner.
 *
 * @param report given what was thrown, unless the question was cancelled
 */
export function faultReport(report: (error: unknown) => void): Wrapper {
  return (inner) => async (query) => {
    try {
      return await inner(query);
    } catch (error) {
      if (query.signal.aborted) throw error;
      report(error);
      return answerWithout(ourFault());
    }
  };
}

type SharedRestsOptions = {
  shared: Pick<SharedTexts, 'get' | 'set' | 'delete'>;
  circuitBreaker: Pick<CircuitBreaker, 'rest' | 'rests' | 'hinted'>;
  /** The same for every instance. */
  partnerName: string;
};

/**
 * That a partner rests is told to the other instances of this registry, for which it is a hint: the circuit breaker of
 * each decides whether to believe it (decision 39). What was found out with a credential is told to those who ask with
 * the same.
 */
export function sharedRests({ shared, circuitBreaker, partnerName }: SharedRestsOptions): Wrapper {
  let toldRests = 0;

  return (inner) => async (query) => {
    const place = placeOf(query);
    const hint = await shared.get(place);
    if (hint !== undefined) circuitBreaker.hinted(JSON.parse(hint) as HintedRest);

    function tell(): void {
      const rest = circuitBreaker.rest();
      if (rest === undefined || rest.isHint || circuitBreaker.rests() === toldRests) return;
      toldRests = circuitBreaker.rests();
      const { untilMs, because, kind } = rest;
      void shared.set(place, JSON.stringify({ untilMs, because, kind } satisfies HintedRest), untilMs);
    }

    const answer = await inner({
      ...query,
      resolveEarly: (early) => {
        query.resolveEarly(early);
        tell();
      },
    });
    if (hint !== undefined && wasAsked(answer.cacheStatus) && classifyAnswer(answer) === 'healthy') {
      void shared.delete(place);
    } else tell();
    return answer;
  };

  function placeOf({ credential }: PartnerQuery): SharedPlace {
    return { kind: 'rest', credential, key: partnerName };
  }
}

/** An answer from the memory says nothing about how its partner fares now. */
function wasAsked(cacheStatus: string): boolean {
  return cacheStatus === 'miss';
}

type CircuitBreakerOptions = Pick<Partner, 'circuitBreaker' | 'history'> & {
  /** Called with failures that do not pass by themselves. */
  tellAdministrator: (what: string) => void;
  /** Called once for each question of which a request is sent. */
  onSent?: (kind: QuestionKind) => void;
};

/** The turn of a request came when the partner rested already. */
class PartnerRests extends Error {
  override readonly name = 'PartnerRests';
}

/**
 * A partner that fails is left in peace for a while, and every answer decides about that. Asks unless the partner
 * rests; what was waiting for its turn when a rest begins is not put either. Who asks a resting partner on purpose
 * tries it, or waits for the try that is under way until that has been silent for a second.
 */
export function withCircuitBreaker({
  circuitBreaker,
  history,
  tellAdministrator,
  onSent,
}: CircuitBreakerOptions): Wrapper {
  return (inner) => async (query) => {
    const permit = await decisionFor(query, circuitBreaker);
    if (permit.may === 'rest') return answerWithout(restingNow(permit), { nextTryAt: permit.until });
    const recorder = history.startCall(circuitBreaker, permit);
    const isProbe = permit.may === 'probe';
    let isSent = false;

    /** Of an early answer and the one in the end, the first counts. */
    function recorded<Row>(answer: PartnerAnswer<Row>, failureClass: ReturnType<typeof classifyAnswer>) {
      if (failureClass === 'healthy') recorder.succeeded();
      else if (failureClass !== undefined) {
        recorder.failed(failureClass.kind, failureClass.reason, failureClass.retryAfterSeconds);
        if (failureClass.isForAdministrator) tellAdministrator(titleOf(failureClass.reason));
      }
      return { ...answer, nextTryAt: circuitBreaker.state().restingUntil };
    }

    function resting(): PartnerAnswer<never> {
      const { because = reason('failed'), restingUntil } = circuitBreaker.state();
      return answerWithout(restingNow({ because }), { nextTryAt: restingUntil });
    }

    const grace =
      isProbe && permit.isAfterTimeout && !query.isRetry
        ? setTimeout(() => query.resolveEarly(resting()), PROBE_WAIT_MS)
        : undefined;
    try {
      const answer = await inner({
        ...query,
        // A probe finds out for everybody, so it goes to its end whoever leaves.
        signal: isProbe ? new AbortController().signal : query.signal,
        beforeRequest: () => {
          if (!circuitBreaker.allows(permit)) throw new PartnerRests();
          recorder.began();
          if (!isSent) onSent?.(query.question.kind);
          isSent = true;
          query.beforeRequest();
        },
        resolveEarly: (early) => query.resolveEarly(recorded(early, classifyAnswer(early))),
      });
      return recorded(answer, classifyAnswer(answer));
    } catch (error) {
      if (!(error instanceof PartnerRests) || query.signal.aborted) throw error;
      return resting();
    } finally {
      clearTimeout(grace);
      recorder.released();
    }
  };
}

/** Undefined where it takes longer. */
async function withinTime(probe: Promise<boolean>, waitMs = 0): Promise<boolean | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  // A timer may go off a part of a millisecond early.
  const timeout = setTimeout(resolve, Math.ceil(waitMs) + 1, undefined);
  const outcome = await Promise.race([probe, promise]);
  clearTimeout(timeout);
  return outcome;
}

async function decisionFor({ isRetry, signal }: PartnerQuery, { decide, state }: CircuitBreaker): Promise<Decision> {
  const decision = decide(isRetry);
  if (!isRetry || decision.may !== 'rest' || decision.probe === undefined) return decision;
  const mayTry = await withinTime(decision.probe, decision.probeWaitMs);
  signal.throwIfAborted();
  // One that has been silent for a second may hang from before the partner recovered.
  if (mayTry !== false) return decide(isRetry);
  const { because = decision.because, restingUntil = decision.until } = state();
  return { may: 'rest', because, until: restingUntil };
}
