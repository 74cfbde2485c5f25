/** What one viewer has seen on one day: rows by the route that showed them, and what came out by asking for less. */

import type { Row, ShownGene, ShownMore } from './asking.ts';

/** Every route that shows rows of people or genes, and what is asked on it beyond rows. */
export const ROUTES = [
  '/api/users',
  '/api/genes',
  '/api/users/search',
  '/api/genes/search',
  '/api/federated/users',
  '/api/federated/genes',
  '/api/federated/genes/search',
  '/export',
  'facets',
] as const;
export type Route = (typeof ROUTES)[number];

export type Between = readonly [after: string, before: string];

/** Of the people behind a cell, as far as filters tell: whether all of them have it, or none. */
export type Narrowed = { isInvestigator?: boolean; terms: Map<string, boolean> };

export type Sight = {
  rows: ReadonlyMap<Route, readonly Row[]>;
  /** By {@link cellKey}. */
  narrowed: ReadonlyMap<string, Narrowed>;
  /** By the key of a class: the last names between which its withheld people stand, one pair for each. */
  between: ReadonlyMap<string, readonly Between[]>;
  /** Whether an id comes again in another answer. */
  hasStableIds: boolean;
  /** Names that a registry counts although it shows nobody of that name, `registry name`. */
  counted: ReadonlySet<string>;
};

export const NOTHING_SEEN: Sight = {
  rows: new Map(),
  narrowed: new Map(),
  between: new Map(),
  hasStableIds: false,
  counted: new Set(),
};

/** What all withheld rows of one person have in common. */
export function classKey({ registry, organs, categories }: Pick<Row, 'registry' | 'organs' | 'categories'>): string {
  return `${registry}|${organs}|${categories}`;
}

/** Rows of a gene that nothing distinguishes but their ids. */
export function cellKey(row: Pick<Row, 'registry' | 'organs' | 'categories'>, gene: ShownGene): string {
  return `${gene.geneId} ${gene.tier} ${classKey(row)}`;
}

/** Withheld rows that look the same. */
export type Cell = {
  registry: number;
  organs: string;
  categories: string;
  gene: ShownGene | undefined;
  count: number;
  ids: Set<string>;
  more: ShownMore;
};

/** The withheld rows of some routes, the same ones once: of each cell as many as the route has that shows most of them. */
export function withheldCells(sight: Sight, routes: readonly Route[]): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  for (const route of routes) {
    const ofRoute = new Map<string, number>();
    for (const row of sight.rows.get(route) ?? []) {
      if (row.anonymousId === undefined) continue;
      const { registry, organs, categories, gene, more } = row;
      const key = gene === undefined ? `person ${classKey(row)}` : cellKey(row, gene);
      const count = (ofRoute.get(key) ?? 0) + 1;
      ofRoute.set(key, count);
      const cell = cells.get(key) ?? { registry, organs, categories, gene, count: 0, ids: new Set<string>(), more: {} };
      cell.count = Math.max(cell.count, count);
      cell.ids.add(row.anonymousId);
      if (Object.keys(more).length > 0) cell.more = more;
      cells.set(key, cell);
    }
  }
  return cells;
}

/** Somebody who is named in one registry, with all that some routes show of her. */
export type Named = {
  registry: number;
  name: string;
  lastName: string;
  organization: string;
  organs: string;
  categories: string;
  isInvestigator: boolean;
  terms: ReadonlySet<string>;
  /** Tiers by gene. */
  genes: Map<number, string>;
};

export function namedPeople(sight: Sight, routes: readonly Route[]): Named[] {
  const people = new Map<string, Named>();
  for (const route of routes) {
    for (const { registry, person, gene, organs, categories } of sight.rows.get(route) ?? []) {
      if (person === undefined) continue;
      const { id, lastName, organization, isInvestigator } = person;
      const known = people.get(`${registry} ${id}`) ?? {
        ...{ registry, name: `${person.name} ${lastName}`, lastName, organization, organs, categories, isInvestigator },
        terms: new Set(person.terms),
        genes: new Map<number, string>(),
      };
      for (const { geneId, tier } of [...person.genes, ...(gene ? [gene] : [])]) known.genes.set(geneId, tier);
      people.set(`${registry} ${id}`, known);
    }
  }
  return [...people.values()];
}
