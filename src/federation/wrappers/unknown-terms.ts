/** What a search by terms finds is certain only where the partner knows the terms: it is asked where that is in doubt. */

import { reason } from '../../domain/federation/reasons.ts';
import {
  stateWithout,
  type TermsQuestion,
  termsQuestions,
  type Unknown,
  unknownAmong,
  unknownTermsReason,
} from '../../domain/federation/unknown-terms.ts';
import type { AnswerCache } from '../partner/answer-cache.ts';
import type { PartnerAnswer, PartnerQuery, Wrapper } from '../partner/partner-query.ts';
import { TERMS_WAIT_MS } from '../partner/times.ts';

type Options = {
  cache: Pick<AnswerCache<PartnerAnswer>, 'fresh'>;
  cacheKey: (query: PartnerQuery) => string;
};

/** Each is a request. */
const MOST_ONTOLOGIES = 10;
const NOTHING: Unknown = { termIds: [] };

export function unknownTerms({ cache, cacheKey }: Options): Wrapper {
  return (inner) => {
    /** The terms that the partner does not know; undefined where it did not tell. */
    async function unknownTo(query: PartnerQuery, question: TermsQuestion): Promise<Unknown | undefined> {
      const patience = AbortSignal.timeout(TERMS_WAIT_MS);
      // In no case needs it our token, and nobody who waits is told of its troubles.
      const about: PartnerQuery = {
        ...query,
        ...{ question, credential: 'none', resolveEarly: () => undefined },
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

    return async (query) => {
      const answer = await inner(query);
      const { question } = query;
      if (question.kind === 'terms') {
        const isOfNone = answer.records?.length === 0 && question.termIds.length > 0;
        return isOfNone ? withoutTerms(answer, [question], [{ termIds: question.termIds }]) : answer;
      }
      const asked = termsQuestions(question);
      if (!isInDoubt(query, asked, answer)) return answer;
      const told = await Promise.all(asked.slice(0, MOST_ONTOLOGIES).map((one) => unknownTo(query, one)));
      const isAllTold = told.length === asked.length && !told.includes(undefined);
      const judged = withoutTerms(
        answer,
        asked,
        told.map((unknown) => unknown ?? NOTHING),
      );
      if (isAllTold || judged.records === undefined) return judged;
      return { ...judged, limits: [...judged.limits, reason('terms-not-told')] };
    };
  };
}

function ofUnusedOntology({ termIds, ontologyName }: TermsQuestion): Unknown {
  return { termIds, unusedOntology: ontologyName };
}

/** Who is found by the only term of an ontology has it, so the partner knows it. */
function isInDoubt({ dialect }: PartnerQuery, asked: readonly TermsQuestion[], { records }: PartnerAnswer): boolean {
  if (asked.length === 0 || records === undefined || !dialect.answers.has('terms')) return false;
  return records.length === 0 || asked.some(({ termIds }) => termIds.length > 1);
}

function withoutTerms(
  answer: PartnerAnswer,
  asked: readonly TermsQuestion[],
  unknown: readonly Unknown[],
): PartnerAnswer {
  const state = stateWithout(asked, unknown, answer.records?.length ?? 0);
  if (state === undefined) return answer;
  if (state === 'limited') return { ...answer, limits: [...answer.limits, unknownTermsReason(unknown, false)] };
  const failure = { about: 'unknown-terms', state, reason: unknownTermsReason(unknown, true) } as const;
  const without = { error: undefined, status: undefined, retryAfterSeconds: undefined };
  return { ...answer, records: undefined, limits: [], failure: { ...failure, ...without } };
}
