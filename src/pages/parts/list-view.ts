/** The view of an answer, as its address has it: facets, cards or table, sorting. Changing it sends no request to registries. */

import { FACETS, type Facet, type FacetChoice } from '../../domain/people/facets.ts';

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
  /** Only people whose texts on the page contain this are shown; empty for all people. */
  text: string;
  isTable: boolean;
  /** Undefined for the order of the answer. */
  sorted: { column: ListColumn; isReversed: boolean } | undefined;
};

/** Returns the parameter of a facet. */
export function facetParameter(facet: Facet): string {
  return `only-${facet}`;
}

export const TEXT_PARAMETER = 'within';

const NAMES: ReadonlySet<string> = new Set(['view', 'sort', TEXT_PARAMETER, ...FACETS.map(facetParameter)]);
const LONGEST_TEXT = 200;
/** The limit of values per facet; readers choose fewer, but an address may hold thousands. */
const MOST_VALUES = 50;

/** Reads the list view of an address. Other parameters and invalid values are ignored. */
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

/** Returns the choice among genes with the same symbol, the only part of the list view that other pages of an answer preserve. */
export function geneParams({ choice }: ListView): URLSearchParams {
  return new URLSearchParams((choice.gene ?? []).map((value) => [facetParameter('gene'), value]));
}

/** Whether a parameter belongs to the list view only. `view=sheet` of the printed page does not. */
export function isOfListView(name: string): boolean {
  return NAMES.has(name);
}

/** Returns the view without facets and text, which shows all people. */
export function ofEverybody(listView: ListView): ListView {
  return { ...listView, choice: {}, text: '' };
}

/** Whether facets or a text filter the people. */
export function isNarrowed({ choice, text }: ListView): boolean {
  return text !== '' || FACETS.some((facet) => (choice[facet] ?? []).length > 0);
}
