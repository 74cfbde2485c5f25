/** Authorise: with which credential a question travels, which the version of the partner decides, too. */

import { allReasons, type Reason, reason } from '../../domain/federation/reasons.ts';
import { withinTime } from '../../lib/within-time.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { classifyAnswer } from '../partner/failure-class.ts';
import type { TokenState } from '../partner/partner.ts';
import type { AskPartner, PartnerAnswer, PartnerQuery, Stage } from '../partner/partner-query.ts';
import type { SourceType } from '../partner/source-type.ts';
import type { VersionDiscovery } from '../partner/version-discovery.ts';
import { policy } from './policy.ts';

type AuthoriseOptions = TokenOptions &
  Pick<SourceType, 'dialectFor'> & {
    discovery: Pick<VersionDiscovery, 'version' | 'isRecent' | 'settled' | 'isThisRegistry' | 'refreshBehind'>;
    /** How long a question waits for the version, in milliseconds. */
    readTimeoutMs: number;
  };

const DOUBT = reason('as-to-the-public-perhaps');

/**
 * Learns the partner's version before the search token is sent, because the version decides where the token goes. Waits
 * for the version if it is unknown, or if it reads tokens in addresses only and was learned long ago: the partner may
 * have been upgraded, and no token may stand in an address for a version that reads headers. If the version stays
 * unknown, the token goes into the header, and the answer says that it may be the public one. A token that the partner
 * refuses is not sent for a while.
 */
export function authorise({ discovery, dialectFor, readTimeoutMs, ...ofToken }: AuthoriseOptions): Stage {
  function isCertain({ name, tokenIn }: Dialect): boolean {
    return name !== 'oldest' && (tokenIn === 'header' || discovery.isRecent());
  }

  return (next) => {
    const ask = tokenFallback(ofToken)(next);
    const askWhatItCanAnswer = policy({ discovery })(ask);

    return async (query) => {
      if (query.credential === 'none' || isCertain(query.dialect)) return ask(query);
      const discovered = discovery.isRecent() ? undefined : discovery.settled();
      if (discovered !== undefined) {
        // Other questions go on meanwhile; the first request takes a slot in order of arrival.
        query.underWay?.slots.giveBack();
        await withinTime(discovered, readTimeoutMs);
      }
      const version = discovery.version();
      const dialect = dialectFor(version);
      if (isCertain(dialect)) return askWhatItCanAnswer({ ...query, version, dialect });
      const answer = await ask({ ...query, dialect: { ...query.dialect, tokenIn: 'header' } });
      return answer.isWithoutToken ? answer : asToThePublic(answer, DOUBT);
    };
  };
}

type TokenOptions = {
  token: Omit<TokenState, 'isConfigured'>;
  /** The steady clock, in milliseconds. */
  now: () => number;
  /** Called when the token is refused; once for questions that are refused at the same time. */
  onRefused: () => void;
  /** Called for every answer for which the partner accepted the token. */
  onAccepted?: () => void;
};

/** For how long after a refusal questions go without the token. */
const TOKEN_SUSPENDED_MS = 600_000;

/**
 * Asks again as the public if the partner refuses the search token, because a public answer is better than none (quirk 48).
 * No token is sent for a while then, unless the public is refused in the same way, without a word of a token.
 */
export function tokenFallback({ token, now, onRefused, onAccepted }: TokenOptions): Stage {
  function noteRefusal(): void {
    const isNews = token.suspendedUntilMs <= now();
    token.suspendedUntilMs = now() + TOKEN_SUSPENDED_MS;
    token.wasRefused = true;
    if (isNews) onRefused();
  }

  async function askWithToken(next: AskPartner, query: PartnerQuery): Promise<PartnerAnswer> {
    const asPublic = { ...query, credential: 'none' as const };
    if (token.suspendedUntilMs > now()) return whileSuspended(withoutWordOfToken(await next(asPublic)));
    const answer = await next(query);
    if (answer.failure?.about !== 'token-refused') {
      if (classifyAnswer(answer) !== 'healthy') return answer;
      token.wasRefused = false;
      onAccepted?.();
      return answer;
    }
    // Other words may be of a firewall that does not like the text, which it refuses without the token, too.
    const isOfToken = answer.failure.reason.code === 'token-refused';
    if (isOfToken) noteRefusal();
    const publicly = ofQuestion(await next(asPublic));
    if (!isOfToken) {
      if (publicly.failure?.about === 'access-refused') return withoutWordOfToken(publicly);
      noteRefusal();
    }
    const limited = asToThePublic(publicly, reason('as-to-the-public'));
    return { ...limited, isWithoutToken: true, tokenRefusedWith: answer.failure.status };
  }

  return (next) => async (query) =>
    query.credential === 'none' ? withoutWordOfToken(await next(query)) : askWithToken(next, query);
}

function whileSuspended(answer: PartnerAnswer): PartnerAnswer {
  const limited = asToThePublic(answer, reason('as-to-the-public-for-now'));
  return answer.records === undefined ? limited : { ...limited, isWithoutToken: true };
}

/** Limits an answer to an administrator that may be the public one: there may be more records. */
function asToThePublic(answer: PartnerAnswer, limit: Reason): PartnerAnswer {
  const { records, failure } = answer;
  if (records !== undefined) return { ...answer, limits: [limit, ...answer.limits] };
  if (failure?.state !== 'empty') return answer;
  // The partner may have the record, and show it to administrators only.
  return { ...answer, failure: { ...failure, state: 'limited', reason: allReasons([failure.reason, limit]) } };
}

/** Marks a refusal of a question without a token as one of this question: it says nothing about the partner. */
function ofQuestion(answer: PartnerAnswer): PartnerAnswer {
  const { failure } = answer;
  return failure?.about === 'token-refused' ? { ...answer, failure: { ...failure, about: 'access-refused' } } : answer;
}

/** The same, without a reason that speaks of a token although none was sent. */
function withoutWordOfToken(answer: PartnerAnswer): PartnerAnswer {
  const marked = ofQuestion(answer);
  const { failure } = marked;
  if (failure?.about !== 'access-refused' || failure.reason.code !== 'token-refused') return marked;
  const because = reason('access-refused', { ...failure.reason.params, speaksOfToken: true });
  return { ...marked, failure: { ...failure, reason: because } };
}
