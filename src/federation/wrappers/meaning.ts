/** Interprets a partner's answers: its version, the search token, and which terms it knows. */

import { allReasons, type Reason, reason } from '../../domain/federation/reasons.ts';
import {
  organsAsked,
  stateWithout,
  type TermsQuestion,
  termsQuestions,
  type Unknown,
  unknownAmong,
  unknownTermsReason,
} from '../../domain/federation/unknown-terms.ts';
import { withinTime } from '../../lib/within-time.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { AnswerCache } from '../partner/answer-cache.ts';
import { classifyAnswer } from '../partner/failure-class.ts';
import type { TokenState } from '../partner/partner.ts';
import {
  type AskPartner,
  type PartnerAnswer,
  type PartnerQuery,
  type Wrapper,
  withoutEarlyAnswer,
} from '../partner/partner-query.ts';
import type { SourceType } from '../partner/source-type.ts';
import { TERMS_WAIT_MS } from '../partner/times.ts';
import type { VersionDiscovery } from '../partner/version-discovery.ts';
import { answerable } from './admission.ts';

type VersionFirstOptions = Pick<SourceType, 'dialectFor'> & {
  discovery: Pick<VersionDiscovery, 'version' | 'isRecent' | 'settled' | 'isThisRegistry' | 'refreshBehind'>;
  /** How long a question waits for the version, in milliseconds. */
  readTimeoutMs: number;
};

const DOUBT = reason('as-to-the-public-perhaps');

/**
 * Learns the partner's version before the search token is sent, because the version decides where the token goes. Waits
 * for the version if it is unknown, or if it reads tokens in addresses only and was learned long ago: the partner may
 * have been upgraded, and no token may stand in an address for a version that reads headers. If the version stays
 * unknown, the token goes into the header, and the answer says that it may be the public one.
 */
export function versionFirst({ discovery, dialectFor, readTimeoutMs }: VersionFirstOptions): Wrapper {
  return (inner) => {
    const askWhatItCanAnswer = answerable({ discovery })(inner);

    async function learnFirst(query: PartnerQuery): Promise<PartnerAnswer> {
      const discovered = discovery.isRecent() ? undefined : discovery.settled();
      if (discovered !== undefined) {
        // Other questions go on meanwhile: the first request takes another slot, before questions that have not begun.
        query.underWay?.end();
        await withinTime(discovered, readTimeoutMs);
      }
      const version = discovery.version();
      const dialect = dialectFor(version);
      if (isCertain(dialect)) return askWhatItCanAnswer({ ...query, version, dialect });
      const answer = await inner({ ...query, dialect: { ...query.dialect, tokenIn: 'header' } });
      return answer.isWithoutToken ? answer : asToThePublic(answer, DOUBT);
    }

    return (query) => {
      return query.credential === 'none' || isCertain(query.dialect) ? inner(query) : learnFirst(query);
    };
  };

  function isCertain({ name, tokenIn }: Dialect): boolean {
    return name !== 'oldest' && (tokenIn === 'header' || discovery.isRecent());
  }
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
export function tokenFallback({ token, now, onRefused, onAccepted }: TokenOptions): Wrapper {
  async function askWithToken(inner: AskPartner, query: PartnerQuery): Promise<PartnerAnswer> {
    const asPublic = { ...query, credential: 'none' as const };
    if (token.suspendedUntilMs > now()) return whileSuspended(withoutWordOfToken(await inner(asPublic)));
    const answer = await inner(query);
    if (answer.failure?.about !== 'token-refused') {
      if (classifyAnswer(answer) !== 'healthy') return answer;
      token.wasRefused = false;
      onAccepted?.();
      return answer;
    }
    // Other words may be of a firewall that does not like the text, which it refuses without the token, too.
    const isOfToken = answer.failure.reason.code === 'token-refused';
    if (isOfToken) noteRefusal();
    const publicly = ofQuestion(await inner(asPublic));
    if (!isOfToken) {
      if (publicly.failure?.about === 'access-refused') return withoutWordOfToken(publicly);
      noteRefusal();
    }
    const limited = asToThePublic(publicly, reason('as-to-the-public'));
    return { ...limited, isWithoutToken: true, tokenRefusedWith: answer.failure.status };
  }

  return (inner) => (query) => {
    return query.credential === 'none' ? inner(query).then(withoutWordOfToken) : askWithToken(inner, query);
  };

  function noteRefusal(): void {
    const isNews = token.suspendedUntilMs <= now();
    token.suspendedUntilMs = now() + TOKEN_SUSPENDED_MS;
    token.wasRefused = true;
    if (isNews) onRefused();
  }
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

type TermsOptions = {
  cache: Pick<AnswerCache<PartnerAnswer>, 'fresh'>;
  cacheKey: (query: PartnerQuery) => string;
};

/** The largest number of ontologies that are looked up; each takes one request. */
const MOST_ONTOLOGIES = 10;
const NOTHING: Unknown = { termIds: [] };

/** Looks up the terms of a search where the partner may not know one of them: what it finds is certain only if it knows them all. */
export function unknownTerms({ cache, cacheKey }: TermsOptions): Wrapper {
  return (inner) => {
    /** Returns the terms that the partner does not know; undefined if it gave no usable answer. */
    async function unknownTo(query: PartnerQuery, question: TermsQuestion): Promise<Unknown | undefined> {
      const patience = AbortSignal.timeout(TERMS_WAIT_MS);
      // The lookup needs no token, and its failures are not shown to callers.
      const about: PartnerQuery = {
        ...query,
        ...{ question, credential: 'none', underWay: withoutEarlyAnswer(query.underWay) },
        signal: AbortSignal.any([query.signal, patience]),
      };
      try {
        const { records, failure } = cache.fresh(cacheKey(about))?.answer ?? (await inner(about));
        if (failure?.state === 'unknown-term') return ofUnusedOntology(question);
        // A partner that knows no terms does not filter by them; its records are filtered here.
        if (failure?.state === 'unsupported') return NOTHING;
        return records && { termIds: unknownAmong(question, records) };
      } catch (error) {
        if (patience.aborted && !query.signal.aborted) return undefined;
        throw error;
      }
    }

    async function withKnownTerms(query: PartnerQuery, answer: PartnerAnswer, questions: readonly TermsQuestion[]) {
      const known = await Promise.all(questions.slice(0, MOST_ONTOLOGIES).map((one) => unknownTo(query, one)));
      const isAllKnown = !known.includes(undefined);
      const isAllAsked = known.length === questions.length;
      const judged = withoutTerms(
        answer,
        questions,
        known.map((unknown) => unknown ?? NOTHING),
      );
      if (judged.records === undefined) return judged;
      const limits = [
        ...(isAllKnown ? [] : [reason('terms-not-told')]),
        ...(isAllAsked ? [] : [reason('not-asked-for-all')]),
      ];
      return limits.length === 0 ? judged : { ...judged, limits: [...judged.limits, ...limits] };
    }

    return (query) =>
      inner(query).then((answer) => {
        const { question } = query;
        if (question.kind === 'terms') {
          const isOfNone = answer.records?.length === 0 && question.termIds.length > 0;
          return isOfNone ? withoutTerms(answer, [question], [{ termIds: question.termIds }]) : answer;
        }
        const questions = termsQuestions(question);
        return isInDoubt(query, questions, answer) ? withKnownTerms(query, answer, questions) : answer;
      });
  };
}

/**
 * Takes the certainty from a zero by organs of which this registry does not know one: no registry of RDP can be asked
 * which organs it has.
 */
export function unknownOrgans(among: (uberonIds: readonly string[]) => Promise<readonly string[]>): Wrapper {
  async function inDoubt(answer: PartnerAnswer, asked: readonly string[]): Promise<PartnerAnswer> {
    if (answer.records?.length !== 0 || (await among(asked)).length === 0) return answer;
    return { ...answer, limits: [...answer.limits, reason('terms-not-told')] };
  }

  return (inner) => (query) => {
    const asked = organsAsked(query.question);
    return asked.length === 0 ? inner(query) : inner(query).then((answer) => inDoubt(answer, asked));
  };
}

function ofUnusedOntology({ termIds, ontologyName }: TermsQuestion): Unknown {
  return { termIds, unusedOntology: ontologyName };
}

/** Whether the partner may not know a term. It knows the only term of an ontology if that term finds somebody. */
function isInDoubt(
  { dialect }: PartnerQuery,
  questions: readonly TermsQuestion[],
  { records }: PartnerAnswer,
): boolean {
  if (questions.length === 0 || records === undefined || !dialect.answers.has('terms')) return false;
  return records.length === 0 || questions.some(({ termIds }) => termIds.length > 1);
}

function withoutTerms(
  answer: PartnerAnswer,
  questions: readonly TermsQuestion[],
  unknown: readonly Unknown[],
): PartnerAnswer {
  const state = stateWithout(questions, unknown, answer.records?.length ?? 0);
  if (state === undefined) return answer;
  if (state === 'limited') return { ...answer, limits: [...answer.limits, unknownTermsReason(unknown, false)] };
  const failure = { about: 'unknown-terms', state, reason: unknownTermsReason(unknown, true) } as const;
  const without = { error: undefined, status: undefined, retryAfterSeconds: undefined };
  return { ...answer, records: undefined, limits: [], failure: { ...failure, ...without } };
}
