/** How much of a search the caller wants: whether there are records, how many, or the records; and which facets to count. */

import { FACETS, type Facet, GRANULARITIES, type Granularity } from '../../api/words.ts';
import { RegistryError } from '../errors.ts';
import { phrase } from '../phrases.ts';
import { invalid, listParameter } from '../query/parameters.ts';
import type { RecordForm } from '../record/row.ts';

export type Counting = {
  granularity: Granularity;
  /** In the order of {@link FACETS}. */
  facets: readonly Facet[];
};

/** The parameters that {@link parseCounting} reads. */
export const OF_COUNTING = ['granularity', 'facets'];
/** What stands for no parameter at all: programs that are made of the OpenAPI document send every default. */
const DEFAULTS: ReadonlyMap<string, string> = new Map([
  ['granularity', 'record'],
  ['fields', 'record'],
]);
/** The parameters of pages and of the form of records; an answer without records takes none of them. */
const OF_RECORDS = ['page', 'size', 'cursor', 'fields'];

/** @throws RegistryError `parameter-invalid`; `paging-conflict` for a page of an answer without records */
export function parseCounting(params: URLSearchParams): Counting {
  const given = params.get('granularity') || 'record';
  const granularity = GRANULARITIES.find((one) => one === given);
  if (granularity === undefined) throw invalid('granularity', given, GRANULARITIES.join(', '));
  const names = listParameter(params, 'facets') ?? [];
  const unknown = names.find((name) => !FACETS.some((facet) => facet === name));
  if (unknown !== undefined) throw invalid('facets', unknown, FACETS.join(', '));
  const found = granularity === 'record' ? undefined : OF_RECORDS.find((name) => asksFor(params, name));
  if (found !== undefined) {
    const hint = phrase('no-records-no-pages', { granularity });
    throw new RegistryError('paging-conflict', { found, hint });
  }
  return { granularity, facets: FACETS.filter((facet) => names.includes(facet)) };
}

function asksFor(params: URLSearchParams, name: string): boolean {
  const value = params.get(name) ?? '';
  return value !== '' && value !== DEFAULTS.get(name);
}

/** Refuses these parameters for a streamed search, which always answers records. @throws RegistryError `paging-conflict` */
export function refuseCounting(params: URLSearchParams): void {
  const found = OF_COUNTING.find((name) => asksFor(params, name));
  if (found === undefined) return;
  const hint = phrase('stream-counts-nothing');
  throw new RegistryError('paging-conflict', { found, hint });
}

/** The shortest form of records that holds everything that is counted. */
export const COUNTED_FORM: RecordForm = 'row';

export type Existence = {
  /** Null: no record was found, but some registry did not answer in full, so there may be one. */
  exists: boolean | null;
};

export type Count = Existence & {
  /** How many records there are. */
  totalElements: number;
  /** `gte`: the total is a minimum, as not every registry answered in full. */
  totalRelation: 'eq' | 'gte';
  /** Entries in the list of people: a named person counts once in each registry, and each record without a name counts once. */
  people: number;
  /** The smallest possible number of people: a name may be in several registries, and an unnamed record may be of any person. */
  peopleAtLeast: number;
};

/** Returns whether there are records; null if none was found and not every registry answered in full. */
export function existenceIn(records: number, complete: boolean): Existence {
  return { exists: records > 0 ? true : complete ? false : null };
}
