/** Terms that a registry does not know: a search by them finds nobody there, but that is no certified zero. */

import { foldForEquality } from '../folding.ts';
import { pairedTerms } from '../query/filters.ts';
import { readRecord } from '../record/records.ts';
import type { OriginState } from './origin.ts';
import { firstNames, type Reason, reason } from './reasons.ts';
import type { FoundRecord, Question } from './source.ts';

/** The terms of one ontology that the registry does not know: all of them where it does not use the ontology. */
export type Unknown = { termIds: readonly string[]; unusedOntology?: string };
export type TermsQuestion = Extract<Question, { kind: 'terms' }>;

/** Returns the questions that show which terms of a search a registry knows: one for each ontology. */
export function termsQuestions(question: Question): TermsQuestion[] {
  if (question.kind !== 'genes-search' && question.kind !== 'users-search') return [];
  const byOntology = Map.groupBy(pairedTerms(question.query.filters) ?? [], (term) =>
    foldForEquality(term.ontologyName),
  );
  return [...byOntology.values()].map(([first, ...others]) => ({
    kind: 'terms',
    ontologyName: first?.ontologyName ?? '',
    termIds: [...new Set([first, ...others].flatMap((term) => (term === undefined ? [] : [term.termId])))],
  }));
}

/** Returns the terms of the question that are not among the records of its answer. */
export function unknownAmong({ termIds }: TermsQuestion, known: readonly FoundRecord[]): string[] {
  const ids = new Set(known.map((record) => foldForEquality(readRecord<{ termId: string }>(record).termId)));
  return termIds.filter((termId) => !ids.has(foldForEquality(termId)));
}

/**
 * Returns the state that an otherwise full answer gets: `unknown-term` where nothing can be found without the unknown
 * terms, `limited` where other terms of the same ontology were searched; undefined where every term is known.
 *
 * @param unknown for each ontology, the terms that the registry does not know
 */
export function stateWithout(
  questions: readonly TermsQuestion[],
  unknown: readonly Unknown[],
  found: number,
): Extract<OriginState, 'unknown-term' | 'limited'> | undefined {
  if (unknown.every(({ termIds }) => termIds.length === 0)) return undefined;
  const findsNobody = questions.some(
    ({ termIds }, index) => termIds.length > 0 && termIds.length === unknown[index]?.termIds.length,
  );
  return findsNobody && found === 0 ? 'unknown-term' : 'limited';
}

/** Returns the organs that a search is narrowed to, each once. */
export function organsAsked(question: Question): readonly string[] {
  if (question.kind !== 'genes-search' && question.kind !== 'users-search') return [];
  return [...new Set(question.query.filters.organUberonIds)];
}

/** Returns the reason for unknown terms or unused ontologies. @param findsNobody whether the search finds nobody because of them */
export function unknownTermsReason(unknown: readonly Unknown[], findsNobody: boolean): Reason {
  const unused = unknown.flatMap(({ unusedOntology }) => unusedOntology ?? []);
  if (unused.length > 0) return unusedReason(unused, findsNobody);
  return reason('unknown-terms', { ...firstNames(unknown.flatMap(({ termIds }) => termIds)), findsNobody });
}

/** Returns the reason for ontologies that a registry has switched off or does not have. */
export function unusedReason(names: readonly string[], findsNobody: boolean): Reason {
  return reason('unused-ontologies', { ...firstNames(names), findsNobody });
}
