/** The terms of a search: names that were typed into a form become ids, and the registries that do not know a term are looked up. */

import { phrase, RegistryError } from '../../domain/errors.ts';
import { parseTermsQuery } from '../../domain/federation/federated-query.ts';
import { foldForEquality } from '../../domain/folding.ts';
import { invalid } from '../../domain/query/parameters.ts';
import { PUBLIC_VIEWER } from '../../domain/record/model.ts';
import type { UseCases } from '../../federation/use-cases.ts';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import { lookUpTerms, type TermsLookup } from '../people/unknown-terms.ts';
import {
  isTermId,
  type OpenTerm,
  type Pair,
  TERMS_PREFIX,
  type TypedTerm,
  termIdsIn,
  typedTerms,
  withTerms,
} from './search-query.ts';

type TypedTermsOptions = Pick<LocalRegistry, 'terms' | 'suggestTerms' | 'termsCalled'>;
type Read = { terms: readonly Pair[]; open: readonly OpenTerm[] };

/** How many names are looked up: each needs a lookup of its own, and so may each part between commas. */
const MOST_NAMES = 100;
/** The same number as suggestions while somebody types. */
const MOST_OFFERED = 20;

/**
 * Returns the search with ids in place of names, and the names that have several terms or none. A text in the format of
 * an id is an id, and so is any text for an ontology that is not known here but may be known to a partner.
 *
 * @throws RegistryError `parameter-invalid` for more names than are looked up
 */
export async function readTypedTerms(
  given: URLSearchParams,
  options: TypedTermsOptions,
): Promise<{ params: URLSearchParams; open: readonly OpenTerm[] }> {
  const typed = typedTerms(given);
  const names = typed.filter(({ text }) => !termIdsIn(text).every(isTermId));
  const [first] = names;
  if (first === undefined) return { params: given, open: [] };
  const parts = names.flatMap(({ text }) => partsOf(text));
  if (parts.length > MOST_NAMES) {
    throw invalid(
      `${TERMS_PREFIX}${first.ontologyName}`,
      phrase('names', { names: parts.length }),
      phrase('most-names', { names: MOST_NAMES }),
    );
  }
  const read = await Promise.all(typed.map((one) => readTyped(one, options)));
  const params = withTerms(
    given,
    read.flatMap(({ terms }) => terms),
  );
  return { params, open: read.flatMap(({ open }) => open) };
}

async function readTyped(typed: TypedTerm, options: TypedTermsOptions): Promise<Read> {
  const termIds = termIdsIn(typed.text);
  if (termIds.every(isTermId)) return found(typed, termIds);
  try {
    return await lookedUp(typed, termIds, options);
  } catch (error) {
    if (error instanceof RegistryError && error.code === 'unknown-ontology') return found(typed, termIds);
    throw error;
  }
}

async function lookedUp(typed: TypedTerm, termIds: readonly string[], options: TypedTermsOptions): Promise<Read> {
  const { ontologyName, text } = typed;
  const known = await options.terms.named(ontologyName, [text, ...termIds]);
  const isKnown = (id: string) => known.some(({ termId }) => foldForEquality(termId) === foldForEquality(id));
  if (isKnown(text)) return found(typed, [text]);
  if (termIds.every((id) => isTermId(id) || isKnown(id))) return found(typed, termIds);
  const records = await options.terms.named(ontologyName, await options.termsCalled(ontologyName, text));
  const called = records.filter((record) => isCalled(record, text));
  const [exact] = called;
  if (exact !== undefined && called.length === 1) return found(typed, [exact.termId]);
  const matches = eachOnce([...called, ...(await options.suggestTerms(ontologyName, text))]).slice(0, MOST_OFFERED);
  if (matches.length > 0 || !text.includes(',')) return { terms: [], open: [{ ...typed, matches }] };
  // The comma may separate several names.
  const parts = partsOf(text).map((part) => ({ ontologyName, text: part }));
  const read = await Promise.all(parts.map((part) => readTyped(part, options)));
  return { terms: read.flatMap(({ terms }) => terms), open: read.flatMap(({ open }) => open) };
}

function eachOnce<Term extends { termId: string }>(terms: readonly Term[]): Term[] {
  return [...new Map(terms.map((term) => [term.termId, term])).values()];
}

function partsOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function found({ ontologyName }: TypedTerm, termIds: readonly string[]): Read {
  return { terms: termIds.map((termId): Pair => [ontologyName, termId]), open: [] };
}

function isCalled({ name, synonyms }: { name: string; synonyms: readonly string[] }, text: string): boolean {
  return [name, ...synonyms].some((one) => foldForEquality(one) === foldForEquality(text));
}

type TermsLookupsOptions = Pick<UseCases, 'federatedTerms'> & { reportFault: (error: unknown) => void };

/** Looks up the terms. It never rejects: a failed lookup is part of the result. */
export function termsLookups(
  params: URLSearchParams,
  signal: AbortSignal,
  { federatedTerms, reportFault }: TermsLookupsOptions,
): Promise<TermsLookup[]> {
  return lookUpTerms(params, async ({ ontologyName, params: termsParams }) => {
    try {
      const collected = await federatedTerms(
        parseTermsQuery(ontologyName, termsParams),
        PUBLIC_VIEWER,
        signal,
      ).collect();
      return collected?.answer;
    } catch (error) {
      if (!(error instanceof RegistryError)) reportFault(error);
      throw error;
    }
  });
}
