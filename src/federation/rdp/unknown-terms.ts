/** Looks up the terms of a search where a registry may not know one of them: what it finds is certain only if it knows them all. */

import { reason } from '../../domain/federation/reasons.ts';
import {
  stateWithout,
  type TermsQuestion,
  termsQuestions,
  type Unknown,
  unknownAmong,
  unknownTermsReason,
} from '../../domain/federation/unknown-terms.ts';
import type { AskPartner, PartnerAnswer, PartnerQuery } from '../partner/partner-query.ts';
import { TERMS_WAIT_MS } from '../partner/times.ts';

/** The largest number of ontologies that are looked up; each takes one request. */
const MOST_ONTOLOGIES = 10;
const NOTHING: Unknown = { termIds: [] };

/**
 * Returns the answer with what its terms say of it.
 *
 * @param ask puts a question about terms, or finds its answer in the cache
 */
export async function withKnownTerms(
  query: PartnerQuery,
  answer: PartnerAnswer,
  ask: AskPartner,
): Promise<PartnerAnswer> {
  const { question } = query;
  if (question.kind === 'terms') {
    const isOfNone = answer.records?.length === 0 && question.termIds.length > 0;
    return isOfNone ? withoutTerms(answer, [question], [{ termIds: question.termIds }]) : answer;
  }
  const questions = termsQuestions(question);
  if (!isInDoubt(query, questions, answer)) return answer;
  const known = await Promise.all(questions.slice(0, MOST_ONTOLOGIES).map((one) => unknownTo(query, one, ask)));
  const judged = withoutTerms(
    answer,
    questions,
    known.map((unknown) => unknown ?? NOTHING),
  );
  if (judged.records === undefined) return judged;
  const limits = [
    ...(known.includes(undefined) ? [reason('terms-not-told')] : []),
    ...(known.length < questions.length ? [reason('not-asked-for-all')] : []),
  ];
  return limits.length === 0 ? judged : { ...judged, limits: [...judged.limits, ...limits] };
}

/** Returns the terms that the partner does not know; undefined if it gave no usable answer. */
async function unknownTo(query: PartnerQuery, question: TermsQuestion, ask: AskPartner): Promise<Unknown | undefined> {
  const patience = AbortSignal.timeout(TERMS_WAIT_MS);
  const signal = AbortSignal.any([query.signal, patience]);
  try {
    // The lookup needs no token, and its failures are not shown to callers.
    const { records, failure } = await ask({ ...query, question, credential: 'none', onEarly: undefined, signal });
    if (failure?.state === 'unknown-term') return ofUnusedOntology(question);
    // A partner that knows no terms does not filter by them; its records are filtered here.
    if (failure?.state === 'unsupported') return NOTHING;
    return records && { termIds: unknownAmong(question, records) };
  } catch (error) {
    if (patience.aborted && !query.signal.aborted) return undefined;
    throw error;
  }
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
