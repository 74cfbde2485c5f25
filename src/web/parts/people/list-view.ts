/** How an answer is looked at, as the address has it: narrowed, as cards or as a table, sorted. It asks nobody. */

import { FACETS, type Facet, type FacetChoice } from '../../../domain/people/facets.ts';

export const COLUMNS = ['name', 'place', 'genes', 'work', 'organs', 'registry', 'act'] as const;
export type ListColumn = (typeof COLUMNS)[number];
export const SORTABLE = [
  'name',
  'place',
  'genes',
  'work',
  'organs',
  'registry',
] as const satisfies readonly ListColumn[];

export type ListView = {
  choice: FacetChoice;
  /** Only those of whom the page knows this text; empty for everybody. */
  text: string;
  isTable: boolean;
  /** Undefined: the order of the answer. */
  sorted: { column: ListColumn; isReversed: boolean } | undefined;
};

/** The parameter of a facet. */
export function facetParameter(facet: Facet): string {
  return `only-${facet}`;
}

/** The parameter of the text. */
export const TEXT_PARAMETER = 'within';

const NAMES: ReadonlySet<string> = new Set(['view', 'sort', TEXT_PARAMETER, ...FACETS.map(facetParameter)]);
const LONGEST_TEXT = 200;
/** More than anybody ticks; an address may hold thousands. */
const MOST_VALUES = 50;

/** Parameters that are of no view are left alone, and values that mean nothing are as if they were not there. */
export function readListView(params: URLSearchParams): ListView {
  const choice = FACETS.flatMap((facet) => {
    const values = [...new Set(params.getAll(facetParameter(facet)))].filter((value) => value !== '');
    return values.length === 0 ? [] : [[facet, values.slice(0, MOST_VALUES)] as const];
  });
  const isTable = params.get('view') === 'table';
  const [, minus, name] = /^(-?)(\w+)$/.exec(params.get('sort') ?? '') ?? [];
  const column = SORTABLE.find((one) => one === name);
  const sorted = isTable && column !== undefined ? { column, isReversed: minus === '-' } : undefined;
  const text = (params.get(TEXT_PARAMETER) ?? '').trim().slice(0, LONGEST_TEXT).trim();
  return { choice: Object.fromEntries(choice), text, isTable, sorted };
}

/** The inverse of {@link readListView}. */
export function listViewParams({ choice, text, isTable, sorted }: ListView): URLSearchParams {
  const chosen = FACETS.flatMap((facet) => (choice[facet] ?? []).map((value) => [facetParameter(facet), value]));
  const params = new URLSearchParams(chosen);
  if (text !== '') params.append(TEXT_PARAMETER, text);
  if (isTable) params.append('view', 'table');
  if (sorted !== undefined) params.append('sort', `${sorted.isReversed ? '-' : ''}${sorted.column}`);
  return params;
}

/** What of several genes of one symbol was chosen: all that the other pages of an answer keep of how it is looked at. */
export function geneParams({ choice }: ListView): URLSearchParams {
  return new URLSearchParams((choice.gene ?? []).map((value) => [facetParameter('gene'), value]));
}

/** Those of an address that are about the view alone, in its order; the `view=sheet` of another page is none. */
export function isOfListView(name: string): boolean {
  return NAMES.has(name);
}

/** Nobody is left out. */
export function ofEverybody(listView: ListView): ListView {
  return { ...listView, choice: {}, text: '' };
}

export function isNarrowed({ choice, text }: ListView): boolean {
  return text !== '' || FACETS.some((facet) => (choice[facet] ?? []).length > 0);
}
