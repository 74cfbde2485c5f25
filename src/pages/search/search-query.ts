/** Reads the search of an address. All variants that the forms send become one canonical form, which can be shared. */

import { SET_FILTERS } from '../../domain/federation/origin.ts';
import { SEARCHABLE_TIERS, tiersNamed } from '../../domain/query/gene-query.ts';
import { LONGEST_TEXT } from '../../domain/query/parameters.ts';
import { seenText } from '../../domain/query/unseen-characters.ts';
import { termIdOf } from '../../domain/record/database-ids.ts';
import type { ResultKind } from '../parts/choices.ts';
import { HUMAN_TAXON_ID } from '../parts/choices.ts';

export type PageSearch = {
  kind: ResultKind;
  /** `nothing`: the form was opened; `empty`: it was sent without any criterion. */
  submitted: 'nothing' | 'empty' | 'search';
  /** The parameters of the federated route in canonical order, without language, rendering and cursor. */
  params: URLSearchParams;
  /** Names that match several terms, or none; the reader has to decide. */
  openTerms?: readonly OpenTerm[];
};

/** A text in a field of terms, and the terms that it may mean. */
export type OpenTerm = TypedTerm & { matches: readonly { termId: string; name: string }[] };
export type TypedTerm = { ontologyName: string; text: string };

/** The prefix of fields of terms; the name of the ontology follows. Their values are ids or names of its terms. */
export const TERMS_PREFIX = 'terms-of-';
const TERM_NAMES = ['ontologyNames', 'ontologyTermIds'];

/**
 * Reads the search of an address of this page, of the API, or of RDP, which says `iSearch` for its partners.
 *
 * @param first the kind if the address does not determine it
 */
export function readSearch(given: URLSearchParams, first: ResultKind = 'genes'): PageSearch {
  const search = searchOf(kindOf(given), given);
  const isUnsaid = search.submitted === 'nothing' && !given.has('by') && !given.has('taxonId');
  return isUnsaid ? searchOf(first, given) : search;
}

function searchOf(kind: ResultKind, given: URLSearchParams): PageSearch {
  const params = new URLSearchParams();
  const hasCriterion = kind === 'genes' ? readGene(given, params) : readResearcher(given, params);
  const hasFilter = readFilters(given, params);
  readOrigins(given, params);
  if (hasCriterion || (hasFilter && kind === 'users')) {
    // Filters alone apply to all researchers.
    if (!hasCriterion)
      addFirst(params, [
        ['nameLike', ''],
        ['prefix', 'false'],
      ]);
    return { kind, submitted: 'search', params };
  }
  // It is no criterion, but the form keeps its value.
  if (kind === 'users' && given.get('prefix') === 'true') params.append('prefix', 'true');
  const isSent = ['symbol', 'nameLike', 'descriptionLike'].some((name) => given.has(name)) || hasFilter;
  return { kind, submitted: isSent ? 'empty' : 'nothing', params };
}

function kindOf(given: URLSearchParams): ResultKind {
  if (given.has('symbol')) return 'genes';
  return given.has('nameLike') || given.has('descriptionLike') || given.get('by') === 'researcher' ? 'users' : 'genes';
}

/** Returns a typed text as it is searched; one that is too long to be searched stays as it is, and is refused later. */
function textOf(given: URLSearchParams, name: string): string {
  const text = given.get(name) ?? '';
  return text.length > LONGEST_TEXT ? text : seenText(text);
}

function readGene(given: URLSearchParams, params: URLSearchParams): boolean {
  const symbol = textOf(given, 'symbol');
  const taxonId = given.get('taxonId') || HUMAN_TAXON_ID;
  if (symbol !== '') params.append('symbol', symbol);
  params.append('taxonId', taxonId);
  for (const taxon of new Set(given.getAll('orthologTaxonId'))) if (taxon) params.append('orthologTaxonId', taxon);
  const tier = given.get('tier') ?? '';
  const named = tiersNamed(tier);
  // An unknown value stays, so that the route refuses it.
  if (tier !== '' && named === undefined) params.append('tier', tier);
  const tiers = named ?? valuesOf(given, 'tiers');
  if (tiers.toSorted().join() !== SEARCHABLE_TIERS.join()) appendSet(params, 'tiers', tiers);
  return symbol !== '';
}

function readResearcher(given: URLSearchParams, params: URLSearchParams): boolean {
  const nameLike = textOf(given, 'nameLike');
  const descriptionLike = textOf(given, 'descriptionLike');
  if (nameLike !== '') {
    params.append('nameLike', nameLike);
    params.append('prefix', given.get('prefix') || 'false');
  }
  if (descriptionLike !== '') params.append('descriptionLike', descriptionLike);
  return params.size > 0;
}

function readFilters(given: URLSearchParams, params: URLSearchParams): boolean {
  const before = params.size;
  for (const name of SET_FILTERS) appendSet(params, name, valuesOf(given, name));
  appendTerms(given, params);
  return params.size > before;
}

/** Appends the terms. Lists of different lengths are passed on unchanged, so that the route refuses them. */
function appendTerms(given: URLSearchParams, params: URLSearchParams): void {
  if (isUneven(given)) {
    for (const name of TERM_NAMES) for (const value of given.getAll(name)) params.append(name, value);
    return;
  }
  appendPairs(params, [...pairedTerms(given), ...fieldTerms(given)]);
}

export type Pair = [ontologyName: string, termId: string];

function appendPairs(params: URLSearchParams, given: readonly Pair[]): void {
  const pairs = new Map(given.map((pair) => [pair.join('\n'), pair]));
  for (const [ontologyName, termId] of doubledIfAlone([...pairs.values()], (pair) => pair.join(' '))) {
    params.append('ontologyNames', ontologyName);
    params.append('ontologyTermIds', termId);
  }
}

function pairedTerms(given: URLSearchParams): Pair[] {
  const termIds = listOf(given, 'ontologyTermIds');
  return listOf(given, 'ontologyNames').map((name, index) => [name, termIds[index] ?? '']);
}

function isUneven(given: URLSearchParams): boolean {
  return listOf(given, 'ontologyNames').length !== listOf(given, 'ontologyTermIds').length;
}

function fieldTerms(given: URLSearchParams): Pair[] {
  return typedTerms(given).flatMap(({ ontologyName, text }) =>
    termIdsIn(text).map((termId): Pair => [ontologyName, termId]),
  );
}

/** Returns the texts in the fields of terms, split at semicolons and line breaks; each is a name, or a sequence of ids. */
export function typedTerms(given: URLSearchParams): TypedTerm[] {
  const fields = [...given].filter(([name]) => name.startsWith(TERMS_PREFIX));
  return fields.flatMap(([name, value]) =>
    value
      .split(/[;\r\n]/)
      .map((text) => ({ ontologyName: name.slice(TERMS_PREFIX.length), text: text.trim() }))
      .filter(({ text }) => text !== ''),
  );
}

/** Splits a text into ids, as their ontologies write them. */
export function termIdsIn(text: string): string[] {
  return text
    .split(/[\s,]+/)
    .filter((termId) => termId !== '')
    .map(termIdOf);
}

/** Whether the text must be an id and cannot be a name, such as `HP:0001250` and `R-HSA-109582`. */
export function isTermId(text: string): boolean {
  return /^[a-z][\w.-]*:[\w.:-]+$|^R-[A-Z]{3}-\d+$/i.test(text);
}

/** Returns the same search with these terms in place of the fields; unchanged if its lists have different lengths. */
export function withTerms(given: URLSearchParams, terms: readonly Pair[]): URLSearchParams {
  if (isUneven(given)) return given;
  const isListed = (name: string) => name.startsWith(TERMS_PREFIX) || TERM_NAMES.includes(name);
  const params = new URLSearchParams([...given].filter(([name]) => !isListed(name)));
  appendPairs(params, [...pairedTerms(given), ...terms]);
  return params;
}

function readOrigins(given: URLSearchParams, params: URLSearchParams): void {
  const origins = valuesOf(given, 'origins');
  const isLocalOnly = origins.length === 0 && ['false', 'off', 'no', '0'].includes(given.get('iSearch') ?? '');
  appendSet(params, 'origins', isLocalOnly ? ['local'] : origins);
  // Forms omit an empty `origins`. In an address it stays, so that the route refuses it; without it, all registries would
  // be asked.
  if (given.has('origins') && !params.has('origins')) params.append('origins', '');
}

/** Returns the values of a set, each once. */
function valuesOf(given: URLSearchParams, name: string): string[] {
  return [...new Set(listOf(given, name))];
}

/** Returns the values of a parameter that may be repeated or hold commas; empty values, which forms send, are ignored. */
function listOf(given: URLSearchParams, name: string): string[] {
  const values = given.getAll(name);
  const all = values.length === 1 ? (values[0] ?? '').split(',') : values;
  return all.map((value) => value.trim()).filter((value) => value !== '');
}

function appendSet(params: URLSearchParams, name: string, values: readonly string[]): void {
  for (const value of doubledIfAlone(values, String)) params.append(name, value);
}

// Registries split a single value at commas, but take repeated values as they are. A set may hold a value twice.
function doubledIfAlone<Value>(values: readonly Value[], textOf: (value: Value) => string): readonly Value[] {
  const [only] = values;
  const isSplit = only !== undefined && values.length === 1 && textOf(only).includes(',');
  return isSplit ? [only, only] : values;
}

function addFirst(params: URLSearchParams, first: readonly [string, string][]): void {
  const rest = [...params];
  for (const name of [...params.keys()]) params.delete(name);
  for (const [name, value] of [...first, ...rest]) params.append(name, value);
}
