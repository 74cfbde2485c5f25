/** A partner that fails is left in peace for a while, and every answer decides about that. */

import { classifyAnswer } from '../partner/failure-class.ts';
import { restingNow } from '../partner/no-answer-reasons.ts';
import type { Partner } from '../partner/partner.ts';
import { answerWithout, type PartnerAnswer, type Wrapper } from '../partner/partner-query.ts';

type Options = Pick<Partner, 'circuitBreaker' | 'history'> & {
  /** Called with failures that do not pass by themselves. */
  tellAdministrator: (what: string) => void;
};

/** The turn of a request came when the partner rested already. */
class PartnerRests extends Error {
  override readonly name = 'PartnerRests';
}

/** Asks unless the partner rests; what was waiting for its turn when a rest begins is not put either. */
export function withCircuitBreaker({ circuitBreaker, history, tellAdministrator }: Options): Wrapper {
  return (inner) => async (query) => {
    const permit = circuitBreaker.decide();
    if (permit.may === 'rest') return answerWithout(restingNow(permit), { nextTryAt: permit.until });
    const recorder = history.startCall(circuitBreaker, permit);

    /** Of an early answer and the one in the end, the first counts. */
    function recorded<Row>(answer: PartnerAnswer<Row>, failureClass: ReturnType<typeof classifyAnswer>) {
      if (failureClass === 'healthy') recorder.succeeded();
      else if (failureClass !== undefined) {
        recorder.failed(failureClass.kind, failureClass.title, failureClass.retryAfterSeconds);
        if (failureClass.isForAdministrator) tellAdministrator(failureClass.title);
      }
      return { ...answer, nextTryAt: circuitBreaker.state().restingUntil };
    }

    try {
      const answer = await inner({
        ...query,
        beforeRequest: () => {
          if (permit.may !== 'probe' && circuitBreaker.state().restingUntil !== undefined) throw new PartnerRests();
          query.beforeRequest();
        },
        resolveEarly: (early) => query.resolveEarly(recorded(early, classifyAnswer(early))),
      });
      return recorded(answer, classifyAnswer(answer));
    } catch (error) {
      if (!(error instanceof PartnerRests) || query.signal.aborted) throw error;
      const { because = 'failed', restingUntil } = circuitBreaker.state();
      return answerWithout(restingNow({ because }), { nextTryAt: restingUntil });
    } finally {
      recorder.released();
    }
  };
}
