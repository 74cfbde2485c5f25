/**
 * Instances of one registry ask a partner once (decision 39): what another has kept is given, who comes while another
 * asks waits for its answer, and what is kept here is put where the others find it, behind the reply.
 */

import type { AnswerCache } from '../partner/answer-cache.ts';
import type { Clock } from '../partner/clock.ts';
import type { Freshness } from '../partner/freshness.ts';
import type { AskPartner, PartnerAnswer, PartnerQuery, Wrapper } from '../partner/partner-query.ts';
import type { SharedClaim, SharedPlace, SharedTexts } from '../partner/shared-texts.ts';
import { readAnswer, writtenAnswer } from '../partner/written-answer.ts';
import { mayBeKept } from './kept-answers.ts';

type Options = {
  shared: Pick<SharedTexts, 'claim' | 'set'>;
  cache: Pick<AnswerCache<PartnerAnswer>, 'fresh' | 'stale' | 'adopt'>;
  rules: Pick<Freshness, 'endsAtMs'>;
  clock: Clock;
  /** The same for every instance. */
  cacheKey: (query: PartnerQuery) => string;
};

type MyClaim = Extract<SharedClaim, { whose: 'mine' }>;

/** Of who waited and was told nothing: another turn is not waited for, so that no server can keep a reader going from turn to turn. */
const NO_TURN: MyClaim = { whose: 'mine', text: undefined, end: () => undefined };

/** What may not be kept is neither looked for nor waited for. */
export function sharedAnswers({ shared, cache, rules, clock, cacheKey }: Options): Wrapper {
  return (inner) => async (query) => {
    if (!mayBeKept(query)) return inner(query);
    const key = cacheKey(query);
    const place = { kind: 'answer', credential: query.credential, key } as const;
    for (let hasWaited = false; ; hasWaited = true) {
      const claim = await shared.claim(place);
      if (claim.text !== undefined) cache.adopt(key, readAnswer(claim.text, clock));
      const kept = cache.fresh(key);
      if (kept !== undefined) {
        if (claim.whose === 'mine') claim.end();
        return hasWaited ? asShared(kept.answer) : { ...kept.answer, cacheStatus: 'hit', keptAtMs: kept.keptAtMs };
      }
      if (claim.whose === 'mine') return ask(inner, query, { key, place, claim });
      if (hasWaited) return ask(inner, query, { key, place, claim: NO_TURN });
      query.observer?.onJoined();
      const outcome = await claim.ended(query.signal);
      if (outcome !== undefined) return asShared(readAnswer(outcome, clock).answer);
    }
  };

  async function ask(
    inner: AskPartner,
    query: PartnerQuery,
    { key, place, claim }: { key: string; place: SharedPlace; claim: MyClaim },
  ): Promise<PartnerAnswer> {
    const beganMs = clock.now();
    function endWith(answer: PartnerAnswer): void {
      // What is our own trouble is not that of the others.
      const isOurs = answer.failure === undefined || answer.failure.about === 'ours';
      const outcome = { answer, keptAtMs: clock.now(), holdsAnonymised: false };
      claim.end(isOurs ? undefined : writtenAnswer(outcome, clock));
    }
    try {
      const answer = await inner({
        ...query,
        resolveEarly: (early) => {
          endWith(early);
          query.resolveEarly(early);
        },
      });
      const kept = cache.stale(key);
      if (kept === undefined || kept.keptAtMs < beganMs) endWith(answer);
      else {
        const endsAtMs = clock.toWall(rules.endsAtMs(kept));
        void shared.set(place, writtenAnswer(kept, clock), endsAtMs).then(() => claim.end());
      }
      return answer;
    } catch (error) {
      claim.end();
      throw error;
    }
  }
}

function asShared(answer: PartnerAnswer): PartnerAnswer {
  return { ...answer, cacheStatus: 'shared' };
}
