/** Where the partner refuses our search token, what the public may see is better than nothing (quirk 48). */

import { allReasons, type Reason, reason } from '../../domain/federation/reasons.ts';
import { classifyAnswer } from '../partner/failure-class.ts';
import type { TokenState } from '../partner/partner.ts';
import type { PartnerAnswer, Wrapper } from '../partner/partner-query.ts';

type Options = {
  token: Omit<TokenState, 'isConfigured'>;
  /** The steady clock, in milliseconds. */
  now: () => number;
  /** Called for a refusal; of questions that are refused at the same time, for the first. */
  onRefused: () => void;
  /** Called for every answer that it was good for. */
  onAccepted?: () => void;
};

/** How long after a refusal the token is left at home. */
const TOKEN_RESTS_MS = 600_000;

export function tokenFallback({ token, now, onRefused, onAccepted }: Options): Wrapper {
  return (inner) => async (query) => {
    if (query.credential === 'none') return withoutWordOfToken(await inner(query));
    const asPublic = { ...query, credential: 'none' as const };
    if (token.restsUntilMs > now()) return whileTokenRests(withoutWordOfToken(await inner(asPublic)));
    const answer = await inner(query);
    if (answer.failure?.about !== 'token-refused') {
      if (classifyAnswer(answer) !== 'healthy') return answer;
      token.wasRefused = false;
      onAccepted?.();
      return answer;
    }
    noteRefusal();
    const { limits, ...rest } = await inner(asPublic);
    return { ...rest, limits: [reason('as-to-the-public'), ...limits], isWithoutToken: true };
  };

  function noteRefusal(): void {
    const isNews = token.restsUntilMs <= now();
    token.restsUntilMs = now() + TOKEN_RESTS_MS;
    token.wasRefused = true;
    if (isNews) onRefused();
  }
}

function whileTokenRests(answer: PartnerAnswer): PartnerAnswer {
  const limited = asToThePublic(answer, reason('as-to-the-public-for-now'));
  return answer.records === undefined ? limited : { ...limited, isWithoutToken: true };
}

/** An answer to an administrator that may be what the public gets: there may be more. */
export function asToThePublic(answer: PartnerAnswer, limit: Reason): PartnerAnswer {
  const { records, failure } = answer;
  if (records !== undefined) return { ...answer, limits: [...answer.limits, limit] };
  if (failure?.state !== 'empty') return answer;
  // It may have the record, and show it to an administrator.
  return { ...answer, failure: { ...failure, state: 'limited', reason: allReasons([failure.reason, limit]) } };
}

/** A partner may speak of a token even where none was sent. */
function withoutWordOfToken(answer: PartnerAnswer): PartnerAnswer {
  const { failure } = answer;
  if (failure?.about !== 'token-refused') return answer;
  const { code, params } = failure.reason;
  if (code !== 'token-refused') return answer;
  const because = reason('access-refused', { ...params, speaksOfToken: true });
  return { ...answer, failure: { ...failure, reason: because } };
}
