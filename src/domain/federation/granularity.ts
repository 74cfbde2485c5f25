/** How much of a search is wanted: whether anybody is there, how many, or the records; and what else is counted. */

import { RegistryError } from '../errors.ts';
import { FACETS, type Facet } from '../people/facets.ts';
import { phrase } from '../phrases.ts';
import { invalid, listParameter } from '../query/parameters.ts';
import type { RecordForm } from '../record/row.ts';

const GRANULARITIES = ['boolean', 'count', 'record'] as const;
type Granularity = (typeof GRANULARITIES)[number];

export type Counting = {
  granularity: Granularity;
  /** In the order of {@link FACETS}. */
  facets: readonly Facet[];
};

/** The parameters of {@link parseCounting}. */
export const OF_COUNTING = ['granularity', 'facets'];
/** Of a page of records, and of what they hold: without records there is none of it. */
const OF_RECORDS = ['page', 'size', 'cursor', 'fields'];

/** @throws RegistryError `parameter-invalid`; `paging-conflict` for a page of an answer without records */
export function parseCounting(params: URLSearchParams): Counting {
  const given = params.get('granularity') || 'record';
  const granularity = GRANULARITIES.find((one) => one === given);
  if (granularity === undefined) throw invalid('granularity', given, GRANULARITIES.join(', '));
  const names = listParameter(params, 'facets') ?? [];
  const unknown = names.find((name) => !FACETS.some((facet) => facet === name));
  if (unknown !== undefined) throw invalid('facets', unknown, FACETS.join(', '));
  const found = granularity === 'record' ? undefined : OF_RECORDS.find((name) => params.has(name));
  if (found !== undefined) {
    const hint = phrase('no-records-no-pages', { granularity });
    throw new RegistryError('paging-conflict', { found, hint });
  }
  return { granularity, facets: FACETS.filter((facet) => names.includes(facet)) };
}

/** @throws RegistryError `paging-conflict`, as a streamed search answers the records themselves */
export function refuseCounting(params: URLSearchParams): void {
  const found = OF_COUNTING.find((name) => params.has(name));
  if (found === undefined) return;
  const hint = phrase('stream-counts-nothing');
  throw new RegistryError('paging-conflict', { found, hint });
}

/** A form in which records hold whatever is counted. */
export const COUNTED_FORM: RecordForm = 'row';

export type Existence = {
  /** Null: nobody was found, and not every registry answered in full, so there may be somebody. */
  exists: boolean | null;
};

export type Count = Existence & {
  /** Records. */
  totalElements: number;
  /** `gte`: there are at least so many, as not every registry answered in full. */
  totalRelation: 'eq' | 'gte';
  /** Entries of the list: a named person once at each registry, each record without a name by itself. */
  people: number;
  /** How many people they are at least: a name may stand in several registries, and a record without one may be of anybody. */
  peopleAtLeast: number;
};

export function existenceIn(records: number, complete: boolean): Existence {
  return { exists: records > 0 ? true : complete ? false : null };
}
