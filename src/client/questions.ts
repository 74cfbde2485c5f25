/** Questions in the terms of the field, and their parameters (rdp-protocol 2.3, 2.6 to 2.8). */

import type { ResearcherCategory, ResearcherPosition, TermRef, Tier } from '../domain/record/model.ts';
import { ownError } from './fetch-json.ts';

/** Filters. A record must match every filter, with one of the values of each. No record matches an empty list. */
export type Narrowing = {
  researcherPositions?: readonly ResearcherPosition[] | undefined;
  researcherCategories?: readonly ResearcherCategory[] | undefined;
  organUberonIds?: readonly string[] | undefined;
  /** A record must have, in each ontology that is named, one of the terms or a more specific one. An empty list is no filter. */
  terms?: readonly TermRef[] | undefined;
};

export type GeneSearch = Narrowing & {
  symbol: string;
  taxonId: number;
  orthologTaxonId?: number | undefined;
  /** TIER1 and TIER2 if omitted; searches never find TIER3, and with it no answer is complete. */
  tiers?: readonly Tier[] | undefined;
};

/** A search by name, by description, or by both. */
export type UserSearch = Narrowing &
  (
    | { nameLike: string; prefix: boolean; descriptionLike?: string | undefined }
    | { descriptionLike: string; nameLike?: undefined; prefix?: undefined }
  );

export type PageOption = { page?: number | undefined; size?: number | undefined };
/** The order of a listing, such as `id,desc`. */
export type SortOption = { sort?: readonly string[] | undefined };

/** A federated search may ask for orthologs in several organisms. */
export type FederatedGeneSearch = Omit<GeneSearch, 'orthologTaxonId'> & {
  orthologTaxonId?: number | readonly number[] | undefined;
};

const OF_NARROWING = Object.keys({
  researcherPositions: true,
  researcherCategories: true,
  organUberonIds: true,
  terms: true,
} satisfies Record<keyof Narrowing, true>);
const OF_GENE_SEARCH = ['symbol', 'taxonId', 'orthologTaxonId', 'tiers', ...OF_NARROWING];
const OF_USER_SEARCH = ['nameLike', 'prefix', 'descriptionLike', ...OF_NARROWING];

/** @throws ClientError `unknown-parameter` */
export function geneSearchParams(search: FederatedGeneSearch): URLSearchParams {
  refuseUnknown(search, OF_GENE_SEARCH);
  const params = new URLSearchParams({ symbol: search.symbol, taxonId: String(search.taxonId) });
  for (const taxonId of [search.orthologTaxonId ?? []].flat()) append(params, 'orthologTaxonId', taxonId);
  appendSet(params, 'tiers', search.tiers);
  appendNarrowing(params, search);
  return params;
}

/** @throws ClientError `unknown-parameter` */
export function userSearchParams(search: UserSearch): URLSearchParams {
  refuseUnknown(search, OF_USER_SEARCH);
  const params = new URLSearchParams();
  append(params, 'nameLike', search.nameLike);
  append(params, 'prefix', search.prefix);
  append(params, 'descriptionLike', search.descriptionLike);
  appendNarrowing(params, search);
  return params;
}

function appendNarrowing(params: URLSearchParams, narrowing: Narrowing): void {
  appendSet(params, 'researcherPositions', narrowing.researcherPositions);
  appendSet(params, 'researcherCategories', narrowing.researcherCategories);
  appendSet(params, 'organUberonIds', narrowing.organUberonIds);
  const { terms = [] } = narrowing;
  const pairs = terms.every(({ ontologyName, termId }) => isSafeAlone(ontologyName) && isSafeAlone(termId))
    ? terms
    : doubledIfAlone(terms);
  for (const { ontologyName, termId } of pairs) {
    params.append('ontologyNames', ontologyName);
    params.append('ontologyTermIds', termId);
  }
}

/**
 * Refuses unknown members of a question or its options: without the check, a misspelt member would be ignored, which
 * changes the question.
 *
 * @throws ClientError `unknown-parameter`
 */
export function refuseUnknown(given: object, known: readonly string[]): void {
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw ownError('unknown-parameter', `There is no '${unknown}' here. Allowed: ${known.join(', ')}.`);
}

/** Appends a parameter, unless the value is undefined. */
export function append(params: URLSearchParams, name: string, value: string | number | boolean | undefined): void {
  if (value !== undefined) params.append(name, String(value));
}

/** Appends a set by repeating its parameter: nothing for undefined, one empty value for an empty set. */
export function appendSet(params: URLSearchParams, name: string, values: readonly string[] | undefined): void {
  if (values === undefined) return;
  if (values.length === 0) params.append(name, '');
  for (const value of values.every(isSafeAlone) ? values : doubledIfAlone(values)) params.append(name, value);
}

// Registries split a single value at commas and trim it, but take repeated values as they are. A set may hold a value
// twice.
function doubledIfAlone<Value>(values: readonly Value[]): readonly Value[] {
  return values.length === 1 ? [...values, ...values] : values;
}

function isSafeAlone(value: string): boolean {
  return value !== '' && !value.includes(',') && value === value.trim();
}
