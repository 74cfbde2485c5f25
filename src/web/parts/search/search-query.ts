/** A search as its address has it: what the form sends in any way is brought into the one form that is shared. */

import type { Filter } from '../../../domain/federation/origin.ts';
import type { ResultKind } from '../choices.ts';
import { HUMAN_TAXON_ID } from '../choices.ts';

export type PageSearch = {
  kind: ResultKind;
  /** `nothing`: the form was opened; `empty`: it was sent without any criterion. */
  submitted: 'nothing' | 'empty' | 'search';
  /** For the federated routes, in the one order: without language, rendering and cursor. */
  params: URLSearchParams;
  /** Names of terms that may mean several, or none; the reader is asked. */
  openTerms?: readonly OpenTerm[];
};

/** What somebody typed into a field of terms, and the terms that it may mean. */
export type OpenTerm = TypedTerm & { matches: readonly { termId: string; name: string }[] };
export type TypedTerm = { ontologyName: string; text: string };

/** Fields of ontologies, each with the name of one behind the prefix; their values are ids of its terms, or names. */
export const TERMS_PREFIX = 'terms-of-';
const TERM_NAMES = ['ontologyNames', 'ontologyTermIds'];
const SETS: readonly Filter[] = ['researcherPositions', 'researcherCategories', 'organUberonIds'];
/** What the deprecated `tier` says, in the words of `tiers` (rdp-protocol 2.7). */
const OLD_TIERS: Readonly<Record<string, string[]>> = {
  ANY: [],
  TIERS1_2: [],
  TIER1: ['TIER1'],
  TIER2: ['TIER2'],
  TIER3: ['TIER3'],
};
const BOTH_TIERS = 'TIER1,TIER2';

/**
 * Reads the search of an address, of this page, of the API, or of RDP, which says `iSearch` for its partners.
 *
 * @param first the kind of an address that says nothing of it
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
    // All researchers, then filtered.
    if (!hasCriterion)
      addFirst(params, [
        ['nameLike', ''],
        ['prefix', 'false'],
      ]);
    return { kind, submitted: 'search', params };
  }
  // It says nothing by itself, but the form keeps what was filled in.
  if (kind === 'users' && given.get('prefix') === 'true') params.append('prefix', 'true');
  const isSent = ['symbol', 'nameLike', 'descriptionLike'].some((name) => given.has(name)) || hasFilter;
  return { kind, submitted: isSent ? 'empty' : 'nothing', params };
}

function kindOf(given: URLSearchParams): ResultKind {
  if (given.has('symbol')) return 'genes';
  return given.has('nameLike') || given.has('descriptionLike') || given.get('by') === 'researcher' ? 'users' : 'genes';
}

function readGene(given: URLSearchParams, params: URLSearchParams): boolean {
  const symbol = (given.get('symbol') ?? '').trim();
  const taxonId = given.get('taxonId') || HUMAN_TAXON_ID;
  if (symbol !== '') params.append('symbol', symbol);
  params.append('taxonId', taxonId);
  for (const taxon of new Set(given.getAll('orthologTaxonId'))) if (taxon) params.append('orthologTaxonId', taxon);
  const tier = given.get('tier') ?? '';
  const named = OLD_TIERS[tier];
  // One that is none of them is kept, to be refused.
  if (tier !== '' && named === undefined) params.append('tier', tier);
  const tiers = named ?? valuesOf(given, 'tiers');
  if (tiers.toSorted().join() !== BOTH_TIERS) appendSet(params, 'tiers', tiers);
  return symbol !== '';
}

function readResearcher(given: URLSearchParams, params: URLSearchParams): boolean {
  const nameLike = (given.get('nameLike') ?? '').trim();
  const descriptionLike = (given.get('descriptionLike') ?? '').trim();
  if (nameLike !== '') {
    params.append('nameLike', nameLike);
    params.append('prefix', given.get('prefix') || 'false');
  }
  if (descriptionLike !== '') params.append('descriptionLike', descriptionLike);
  return params.size > 0;
}

function readFilters(given: URLSearchParams, params: URLSearchParams): boolean {
  const before = params.size;
  for (const name of SETS) appendSet(params, name, valuesOf(given, name));
  appendTerms(given, params);
  return params.size > before;
}

/** Lists that do not belong together are left as they are, for the route to refuse. */
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

/** What stands in the fields of terms, taken apart at semicolons and line breaks: names, or ids one after the other. */
export function typedTerms(given: URLSearchParams): TypedTerm[] {
  const fields = [...given].filter(([name]) => name.startsWith(TERMS_PREFIX));
  return fields.flatMap(([name, value]) =>
    value
      .split(/[;\r\n]/)
      .map((text) => ({ ontologyName: name.slice(TERMS_PREFIX.length), text: text.trim() }))
      .filter(({ text }) => text !== ''),
  );
}

/** Something typed, as ids one after the other. */
export function termIdsIn(text: string): string[] {
  return text.split(/[\s,]+/).filter((termId) => termId !== '');
}

/** Whether it cannot be taken for a name, such as `HP:0001250` and `R-HSA-109582`. */
export function isTermId(text: string): boolean {
  return /^[a-z][\w.-]*:[\w.:-]+$|^R-[A-Z]{3}-\d+$/i.test(text);
}

/** The same search with these terms in the place of what stands in the fields; not where its lists are uneven. */
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
  // Forms leave it out. Of an address that names nobody it is kept, to be refused: without it everybody would be asked.
  if (given.has('origins') && !params.has('origins')) params.append('origins', '');
}

/** A set: every value once. */
function valuesOf(given: URLSearchParams, name: string): string[] {
  return [...new Set(listOf(given, name))];
}

/** The values of a parameter that may be repeated or hold commas; empty ones, as forms send them, do not count. */
function listOf(given: URLSearchParams, name: string): string[] {
  const values = given.getAll(name);
  const all = values.length === 1 ? (values[0] ?? '').split(',') : values;
  return all.map((value) => value.trim()).filter((value) => value !== '');
}

function appendSet(params: URLSearchParams, name: string, values: readonly string[]): void {
  for (const value of doubledIfAlone(values, String)) params.append(name, value);
}

// Given once, a value is split at commas; repeated, it stands for itself. Twice in a set is as good as once.
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
