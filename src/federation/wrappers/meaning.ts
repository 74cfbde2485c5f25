/** What a partner's answer means: its version, our token, its terms, names of genes and organisms, what it has switched off. */

import { allReasons, type Reason, reason } from '../../domain/federation/reasons.ts';
import {
  stateWithout,
  type TermsQuestion,
  termsQuestions,
  type Unknown,
  unknownAmong,
  unknownTermsReason,
} from '../../domain/federation/unknown-terms.ts';
import { isAbout, type KnownGene, otherNames, type ResolveGene } from '../../domain/query/gene-names.ts';
import type { GeneQuery } from '../../domain/query/gene-query.ts';
import { withinTime } from '../../lib/within-time.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { AnswerCache } from '../partner/answer-cache.ts';
import { classifyAnswer } from '../partner/failure-class.ts';
import type { TokenState } from '../partner/partner.ts';
import type { PartnerClient } from '../partner/partner-client.ts';
import type { AskPartner, Failure, PartnerAnswer, PartnerQuery, Wrapper } from '../partner/partner-query.ts';
import { sharedLook } from '../partner/shared-look.ts';
import type { SourceType } from '../partner/source-type.ts';
import { TERMS_WAIT_MS } from '../partner/times.ts';
import { withoutEarlyAnswer } from '../partner/under-way.ts';
import type { VersionDiscovery } from '../partner/version-discovery.ts';
import { answerable } from './admission.ts';

type VersionFirstOptions = Pick<SourceType, 'dialectFor'> & {
  discovery: Pick<VersionDiscovery, 'version' | 'isRecent' | 'settled' | 'isThisRegistry' | 'refreshBehind'>;
  /** How long the version is waited for. */
  readTimeoutMs: number;
};

const DOUBT = reason('as-to-the-public-perhaps');

/**
 * Where a search token travels depends on the version of the partner, so that is learned before the token is sent.
 * Waits for the version that is being asked for where it is unknown, or where it is one that reads tokens in addresses
 * only and was learned long ago: the partner may have been upgraded, and no token goes into the address of a version
 * that reads headers. When it is not known, the token goes into the header, and the answer is not exact.
 */
export function versionFirst({ discovery, dialectFor, readTimeoutMs }: VersionFirstOptions): Wrapper {
  return (inner) => {
    const askWhatItCanAnswer = answerable({ discovery })(inner);

    async function learnFirst(query: PartnerQuery): Promise<PartnerAnswer> {
      const discovered = discovery.isRecent() ? undefined : discovery.settled();
      if (discovered !== undefined) {
        // Others go on meanwhile: its first request takes another turn, before questions that have not begun.
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
  /** Called for a refusal; of questions that are refused at the same time, for the first. */
  onRefused: () => void;
  /** Called for every answer that it was good for. */
  onAccepted?: () => void;
};

/** How long after a refusal the token is left at home. */
const TOKEN_RESTS_MS = 600_000;

/** Where the partner refuses our search token, what the public may see is better than nothing (quirk 48). */
export function tokenFallback({ token, now, onRefused, onAccepted }: TokenOptions): Wrapper {
  async function askWithToken(inner: AskPartner, query: PartnerQuery): Promise<PartnerAnswer> {
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
  }

  return (inner) => (query) => {
    return query.credential === 'none' ? inner(query).then(withoutWordOfToken) : askWithToken(inner, query);
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
function asToThePublic(answer: PartnerAnswer, limit: Reason): PartnerAnswer {
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

type TermsOptions = {
  cache: Pick<AnswerCache<PartnerAnswer>, 'fresh'>;
  cacheKey: (query: PartnerQuery) => string;
};

/** Each is a request. */
const MOST_ONTOLOGIES = 10;
const NOTHING: Unknown = { termIds: [] };

/** What a search by terms finds is certain only where the partner knows the terms: it is asked where that is in doubt. */
export function unknownTerms({ cache, cacheKey }: TermsOptions): Wrapper {
  return (inner) => {
    /** The terms that the partner does not know; undefined where it did not say. */
    async function unknownTo(query: PartnerQuery, question: TermsQuestion): Promise<Unknown | undefined> {
      const patience = AbortSignal.timeout(TERMS_WAIT_MS);
      // It never needs our token, and its troubles are not shown to whoever waits.
      const about: PartnerQuery = {
        ...query,
        ...{ question, credential: 'none', underWay: withoutEarlyAnswer(query.underWay) },
        signal: AbortSignal.any([query.signal, patience]),
      };
      try {
        const { records, failure } = cache.fresh(cacheKey(about))?.answer ?? (await inner(about));
        if (failure?.state === 'unknown-term') return ofUnusedOntology(question);
        // What knows no terms at all is not narrowed by them, and its records are looked at here.
        if (failure?.state === 'unsupported') return NOTHING;
        return records && { termIds: unknownAmong(question, records) };
      } catch (error) {
        if (patience.aborted && !query.signal.aborted) return undefined;
        throw error;
      }
    }

    async function withKnownTerms(query: PartnerQuery, answer: PartnerAnswer, questions: readonly TermsQuestion[]) {
      const known = await Promise.all(questions.slice(0, MOST_ONTOLOGIES).map((one) => unknownTo(query, one)));
      const isAllKnown = known.length === questions.length && !known.includes(undefined);
      const judged = withoutTerms(
        answer,
        questions,
        known.map((unknown) => unknown ?? NOTHING),
      );
      if (isAllKnown || judged.records === undefined) return judged;
      return { ...judged, limits: [...judged.limits, reason('terms-not-told')] };
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

function ofUnusedOntology({ termIds, ontologyName }: TermsQuestion): Unknown {
  return { termIds, unusedOntology: ontologyName };
}

/** Who is found by the only term of an ontology has it, so the partner knows it. */
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

/**
 * Whether a kind of question is switched off at the partner, or everything (rdp-protocol 2.2): `/api` says which.
 * Questions that came before it was looked at share the look at `/api`.
 */
export function closedFeature({ call }: Pick<PartnerClient, 'call'>): Wrapper<unknown> {
  const look = sharedLook<boolean | undefined>();

  /** Undefined where the partner rests by now, and is not looked at. */
  async function isOpen(query: PartnerQuery): Promise<boolean | undefined> {
    // It needs no token.
    const api = await call('/api', { ...query, credential: 'none' });
    if ('reply' in api) return api.reply.status === 200;
    return api.failure.state === 'resting' ? undefined : false;
  }

  async function lookedAt(
    query: PartnerQuery,
    answer: PartnerAnswer<unknown>,
    failure: Failure,
  ): Promise<PartnerAnswer<unknown>> {
    const other = look.for(query.cameMs);
    const isElseOpen = (other === undefined ? undefined : await other) ?? (await look.begin(isOpen(query)));
    if (isElseOpen === undefined) return { ...answer, failure: query.restNow?.() ?? failure };
    if (isElseOpen) return { ...answer, failure: { ...failure, about: 'feature-closed', state: 'unsupported' } };
    const because = reason('switched-off', { status: failure.status ?? 503 });
    return { ...answer, failure: { ...failure, about: 'switched-off', reason: because } };
  }

  return (inner) => (query) =>
    inner(query).then((answer) => {
      const { failure } = answer;
      return failure?.about === 'closed' ? lookedAt(query, answer, failure) : answer;
    });
}

/** A gene that the partner does not know by its symbol is asked for by its other names. */
export function aliases(resolveGene: ResolveGene): Wrapper<unknown> {
  return (inner) => (query) =>
    inner(query).then((answer) => {
      return answer.failure?.about === 'unknown-symbol' ? underOtherNames(inner, query, answer, resolveGene) : answer;
    });
}

/**
 * Asks once more under the present symbol, and where that brings nobody under every other name the partner may know the
 * gene by, and takes the first answer that is about it. Where a name stands for another gene there, its answer counts for
 * nothing. A partner that answers with an error is asked no further.
 */
async function underOtherNames(
  inner: AskPartner<unknown>,
  query: PartnerQuery,
  unknown: PartnerAnswer<unknown>,
  resolveGene: ResolveGene,
): Promise<PartnerAnswer<unknown>> {
  const { question } = query;
  if (question.kind !== 'genes-search') return unknown;
  const [known, ...namesakes] = await resolveGene(question.query.symbol, question.query.taxonId);
  // Nobody knows which of several genes is meant.
  if (known === undefined || namesakes.length > 0) return unknown;
  const askAs = async (symbol: string): Promise<Named> => {
    const all = await inner({ ...query, question: { ...question, query: { ...question.query, symbol } } });
    const answer = { ...all, records: all.records?.filter((record) => isOf(record, known)), askedAs: [symbol] };
    return { answer, isOfOtherGene: answer.records?.length === 0 && all.records?.length !== 0 };
  };
  const [present, ...others] = otherNames(known, question.query.symbol);
  if (present === undefined) return unknown;
  const first = await askAs(present);
  const isEnough = hasRecords(first) || first.answer.failure?.about === 'server-error';
  return bestOf([first, ...(isEnough ? [] : await Promise.all(others.map(askAs)))]) ?? unknown;
}

type Named = { answer: PartnerAnswer<unknown>; isOfOtherGene: boolean };

function bestOf(answers: readonly Named[]): PartnerAnswer<unknown> | undefined {
  const best = answers.find(hasRecords);
  if (best !== undefined) return best.answer;
  // It may know the gene by the very name that it could not be asked for.
  const failed = answers.find(({ answer }) => answer.failure !== undefined && !isUnknown(answer.failure));
  if (failed !== undefined) return { ...failed.answer, askedAs: [] };
  return answers.find(({ answer, isOfOtherGene }) => answer.records !== undefined && !isOfOtherGene)?.answer;
}

function hasRecords({ answer }: Named): boolean {
  return answer.records !== undefined && answer.records.length > 0;
}

/** A name may also be one that the partner does not accept at all. */
function isUnknown({ about }: Failure): boolean {
  return about === 'unknown-symbol' || about === 'rejected';
}

function isOf(record: unknown, known: KnownGene): boolean {
  const { geneId } = (record ?? {}) as { geneId?: unknown };
  return isAbout(known, typeof geneId === 'number' ? geneId : undefined);
}

/** A partner that searches all organisms, because it does not know the one it was asked for, has no answer. */
export function postFilter(): Wrapper<unknown> {
  return (inner) => (query) => {
    const { question } = query;
    if (question.kind !== 'genes-search') return inner(query);
    return inner(query).then((answer) => ofOrganism(question.query, answer));
  };
}

/**
 * A partner that does not know the organism of `orthologTaxonId` searches all of them (quirk 12): what it then answers
 * is not what was asked for.
 */
function ofOrganism({ orthologTaxonId }: GeneQuery, answer: PartnerAnswer<unknown>): PartnerAnswer<unknown> {
  if (orthologTaxonId === undefined || answer.records === undefined) return answer;
  const isKnown = answer.records.some((record) => taxonIdOf(record) === orthologTaxonId);
  if (isKnown || answer.records.length === 0) return answer;
  const because = reason('unknown-taxon', { taxonId: orthologTaxonId, searchedInstead: 'all' });
  const failure = { about: 'unknown-taxon', state: 'unknown-term', reason: because } as const;
  return {
    ...answer,
    records: undefined,
    failure: { ...failure, error: undefined, status: undefined, retryAfterSeconds: undefined },
  };
}

function taxonIdOf(record: unknown): unknown {
  return (record as { taxon?: { id?: unknown } | null } | null)?.taxon?.id;
}
