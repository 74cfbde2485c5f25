/** A term that a registry does not know finds nobody there, and that is no certified zero. */

import { foldForEquality } from '../folding.ts';
import { pairedTerms } from '../query/filters.ts';
import { readRecord } from '../record/read-record.ts';
import { namesInSentence } from '../shown-text.ts';
import type { OriginState } from './origin.ts';
import type { FoundRecord, Question } from './source.ts';

/** Of one ontology: the terms asked about that the registry does not know; all of them where it does not use the ontology. */
export type Unknown = { termIds: readonly string[]; unusedOntology?: string };
export type TermsQuestion = Extract<Question, { kind: 'terms' }>;

/** What a registry has to be asked about the terms of a search, ontology by ontology. */
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

/** The terms asked about that are not among the records of an answer. */
export function unknownAmong({ termIds }: TermsQuestion, known: readonly FoundRecord[]): string[] {
  const ids = new Set(known.map((record) => foldForEquality(readRecord<{ termId: string }>(record).termId)));
  return termIds.filter((termId) => !ids.has(foldForEquality(termId)));
}

/**
 * What becomes of an answer that would be full: `unknown-term` where nothing can be found for want of terms, `limited`
 * where others of the same ontology were searched by; undefined where every term is known.
 *
 * @param unknown for each ontology, the terms that the registry does not know
 */
export function stateWithout(
  asked: readonly TermsQuestion[],
  unknown: readonly Unknown[],
  found: number,
): Extract<OriginState, 'unknown-term' | 'limited'> | undefined {
  if (unknown.every(({ termIds }) => termIds.length === 0)) return undefined;
  const findsNobody = asked.some(
    ({ termIds }, index) => termIds.length > 0 && termIds.length === unknown[index]?.termIds.length,
  );
  return findsNobody && found === 0 ? 'unknown-term' : 'limited';
}

/** Goes on after the name of the registry, such as `does not know the term HP:0001250`. */
export function unknownTitle(unknown: readonly Unknown[]): string {
  const unused = unknown.flatMap(({ unusedOntology }) => unusedOntology ?? []);
  return unused.length > 0 ? unusedTitle(unused) : unknownTermsTitle(unknown.flatMap(({ termIds }) => termIds));
}

/** Of an ontology that a registry has switched off, or does not have. */
export function unusedTitle(names: readonly string[]): string {
  return `does not use the ${names.length === 1 ? 'ontology' : 'ontologies'} ${namesInSentence(names)}`;
}

function unknownTermsTitle(termIds: readonly string[]): string {
  return `does not know the ${termIds.length === 1 ? 'term' : 'terms'} ${namesInSentence(termIds)}`;
}
