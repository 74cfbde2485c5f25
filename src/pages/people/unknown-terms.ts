/** Sentences about which registries do not know which chosen ontology or term. */

import type { FederatedTermsAnswer } from '../../client/answers.ts';
import { nameInSentence } from '../../domain/shown-text.ts';
import { ontologyTitle } from '../parts/choices.ts';
import { type Html, html } from '../parts/html.ts';
import type { LaterWords } from '../words/words.ts';

/** The terms of one ontology in a search, as a question to the federated route of terms. */
export type TermsOfOntology = { ontologyName: string; params: URLSearchParams };
export type TermsLookup = {
  ontologyName: string;
  /** Undefined if the question could not be asked. */
  answer: FederatedTermsAnswer | undefined;
};
/** `key` is the key of the registry; undefined if the sentence is about all registries. */
export type Remark = { key: string | undefined; text: string };

/** The limit of ontologies, because each one is a question to every registry. */
const MOST_ONTOLOGIES = 10;
/** The limit of terms in one sentence, so that it stays readable. */
const MOST_NAMED = 5;

/**
 * Asks about the terms of a search, one question for each ontology. If `ask` throws, the lookup has no answer; nor do
 * ontologies after the first ten.
 *
 * @param params the parameters of a search in canonical form
 */
export function lookUpTerms(
  params: URLSearchParams,
  ask: (question: TermsOfOntology) => Promise<FederatedTermsAnswer | undefined>,
): Promise<TermsLookup[]> {
  return Promise.all(
    termsQuestions(params).map(async (question, index) => {
      const answer = index < MOST_ONTOLOGIES ? await ask(question).catch(() => undefined) : undefined;
      return { ontologyName: question.ontologyName, answer };
    }),
  );
}

function termsQuestions(params: URLSearchParams): TermsOfOntology[] {
  const termIds = params.getAll('ontologyTermIds');
  const byName = new Map<string, { ontologyName: string; termIds: Set<string> }>();
  for (const [index, ontologyName] of params.getAll('ontologyNames').entries()) {
    const key = ontologyName.toLowerCase();
    const own = byName.get(key) ?? { ontologyName, termIds: new Set() };
    own.termIds.add(termIds[index] ?? '');
    byName.set(key, own);
  }
  return [...byName.values()].map(({ ontologyName, termIds: own }) => {
    const [only = ''] = own;
    // A single value is split at commas, but repeated values are taken as they are.
    const ids = own.size === 1 && only.includes(',') ? [only, only] : [...own];
    const terms = ids.map((id) => ['ontologyTermIds', id]);
    const origins = params.getAll('origins').map((key) => ['origins', key]);
    return { ontologyName, params: new URLSearchParams([...terms, ...origins]) };
  });
}

/** Returns the remarks, registry by registry; empty if every registry knows every term. */
export function unknownTerms(words: LaterWords, lookups: readonly TermsLookup[]): Remark[] {
  const origins = new Map(
    lookups.flatMap(({ answer }) => answer?.origins ?? []).map(({ key, origin }) => [key, origin]),
  );
  const failed = lookups.filter(({ answer }) => answer === undefined);
  return [
    ...[...origins].flatMap(([key, name]) => remarksOf(words, key, name, lookups).map((text) => ({ key, text }))),
    ...failed.map(({ ontologyName }) => {
      return { key: undefined, text: words.termsLookupFailed(ontologyTitle(words, ontologyName)) };
    }),
  ];
}

function remarksOf(words: LaterWords, key: string, name: string, lookups: readonly TermsLookup[]): string[] {
  const lines = lookups.flatMap(({ ontologyName, answer }) => {
    const origin = answer?.origins.find((one) => one.key === key);
    return answer === undefined || origin === undefined ? [] : [{ ontologyName, origin, content: answer.content }];
  });
  const tooOld = lines.find(({ origin }) => origin.state === 'unsupported');
  // The status 404 distinguishes a registry without the ontology from one that has it, but none of the terms.
  const without = lines.filter(({ origin }) => origin.state === 'unknown-term' && origin.problem?.status === 404);
  const terms = lines
    .filter((one) => !without.includes(one))
    .flatMap(({ content }) => content.filter(({ unknownTo }) => unknownTo.includes(key)))
    .map((term) =>
      term.name === null ? words.termById(term.termId) : words.termByName(nameInSentence(term.name), term.termId),
    );
  const silent = lines
    .filter(({ origin }) => origin.state !== 'unsupported')
    .filter(({ content }) => content.some(({ unanswered }) => unanswered.includes(key)));
  return [
    ...(tooOld === undefined ? [] : [words.termsUnaskable(name, tooOld.origin.version)]),
    ...without.map(({ ontologyName }) => words.ontologyUnknown(name, ontologyTitle(words, ontologyName))),
    ...(terms.length === 0 ? [] : [words.termsUnknown(name, terms.slice(0, MOST_NAMED), restOf(terms))]),
    ...new Set(silent.map(({ origin }) => words.termsUnresolved(name, words.states[origin.state]))),
  ];
}

function restOf(terms: readonly string[]): number {
  return Math.max(0, terms.length - MOST_NAMED);
}

/** Returns the remarks as a block; undefined if there are none. */
export function unknownTermsBlock(words: LaterWords, remarks: readonly Remark[]): Html | undefined {
  if (remarks.length === 0) return undefined;
  return html`<p>${words.termsNotEverywhere}</p><ul>${remarks.map(({ text }) => html`<li dir="auto">${text}</li>`)}</ul>`;
}

/** Returns the same as text for screen readers. */
export function unknownTermsAloud(words: LaterWords, remarks: readonly Remark[]): string {
  return [words.termsNotEverywhere, ...remarks.map(({ text }) => text)].join(' ');
}
