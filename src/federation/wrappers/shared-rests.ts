/**
 * That a partner rests is told to the other instances of this registry, for which it is a hint: the circuit breaker of
 * each decides whether to believe it (decision 39).
 */

import type { CircuitBreaker, HintedRest } from '../partner/circuit-breaker.ts';
import { classifyAnswer } from '../partner/failure-class.ts';
import type { PartnerQuery, Wrapper } from '../partner/partner-query.ts';
import type { SharedPlace, SharedTexts } from '../partner/shared-texts.ts';

type Options = {
  shared: Pick<SharedTexts, 'get' | 'set' | 'delete'>;
  circuitBreaker: Pick<CircuitBreaker, 'rest' | 'rests' | 'hinted'>;
  /** The same for every instance. */
  partnerName: string;
};

/** What was found out with a credential is told to those who ask with the same. */
export function sharedRests({ shared, circuitBreaker, partnerName }: Options): Wrapper {
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
