/** Puts the withheld rows of one person together again, as far as what they show allows. */

import type { ShownMore } from './asking.ts';
import { type Between, type Cell, cellKey, classKey, type Route, type Sight, withheldCells } from './sight.ts';

/** Rows that are of one withheld person, or of a few whom nothing distinguishes. */
export type Group = {
  registry: number;
  key: string;
  /** How many people there may be behind them; 0: no withheld person shows this, so a public one has private genes. */
  size: number;
  organs: string;
  categories: string;
  /** Tiers by gene; undefined where no route told genes. */
  genes: ReadonlyMap<number, string> | undefined;
  isInvestigator: boolean | undefined;
  terms: ReadonlyMap<string, boolean>;
  more: ShownMore;
  between: readonly Between[] | undefined;
};

export function groupsOf(sight: Sight, routes: readonly Route[]): Map<string, Group> {
  const cells = [...withheldCells(sight, routes).values()];
  if (sight.hasStableIds) return groupsById(cells, sight);
  const classes = Map.groupBy(cells, classKey);
  const knowsPeople = cells.some(({ gene }) => gene === undefined);
  const groups = new Map<string, Group>();
  for (const [key, ofClass] of classes) {
    const genes = ofClass.filter(({ gene }) => gene !== undefined);
    const size = knowsPeople ? peopleIn(ofClass) : 1;
    groups.set(key, groupOf(key, size, ofClass, sight));
    if (size < 2) continue;
    const signed = Map.groupBy(genes, (cell) => signatureOf(cell, sight) ?? '');
    signed.delete('');
    for (const [signature, some] of signed) {
      const part = `${key}#${signature}`;
      groups.set(part, groupOf(part, Math.max(1, size - signed.size + 1), some, sight));
    }
  }
  return groups;
}

function peopleIn(cells: readonly Cell[]): number {
  return cells.filter(({ gene }) => gene === undefined).reduce((sum, { count }) => sum + count, 0);
}

/** What filters told of the person behind a cell of one row; undefined where they told nothing certain. */
function signatureOf(cell: Cell, sight: Sight): string | undefined {
  const told = cell.gene && sight.narrowed.get(cellKey(cell, cell.gene));
  const { organization } = cell.more;
  if (told === undefined) return organization && signature(undefined, new Map(), organization);
  return signature(told.isInvestigator, told.terms, organization);
}

/** Ends the key of a part of a class. */
export function signature(
  isInvestigator: boolean | undefined,
  terms: ReadonlyMap<string, boolean>,
  organization: string | undefined,
): string {
  const have = [...terms].filter(([, has]) => has).map(([term]) => term);
  return [isInvestigator ?? '', have.toSorted().join(' '), organization ?? ''].join('/');
}

function groupOf(key: string, size: number, cells: readonly Cell[], sight: Sight): Group {
  const [first] = cells;
  if (first === undefined) throw new Error('A group has a row.');
  const ofGenes = cells.filter(({ gene }) => gene !== undefined);
  const isOne = size === 1 || key.includes('#');
  const told = isOne ? ofGenes.map((cell) => cell.gene && sight.narrowed.get(cellKey(cell, cell.gene))) : [];
  const known = told.find((one) => one !== undefined);
  return {
    registry: first.registry,
    key,
    size,
    organs: first.organs,
    categories: first.categories,
    genes: ofGenes.length > 0 ? genesOf(ofGenes) : undefined,
    isInvestigator: known?.isInvestigator,
    terms: known?.terms ?? new Map(),
    more: isOne ? (cells.find(({ more }) => Object.keys(more).length > 0)?.more ?? {}) : {},
    between: sight.between.get(classKey(first)),
  };
}

function genesOf(cells: readonly Cell[]): Map<number, string> {
  return new Map(cells.flatMap(({ gene }) => (gene ? [[gene.geneId, gene.tier] as const] : [])));
}

/** With ids that come again, all rows of one person are known to be hers. */
function groupsById(cells: readonly Cell[], sight: Sight): Map<string, Group> {
  const byId = new Map<string, Cell[]>();
  for (const cell of cells) {
    for (const id of cell.ids) byId.set(id, [...(byId.get(id) ?? []), cell]);
  }
  return new Map([...byId].map(([id, some]) => [`id ${id}`, groupOf(`id ${id}`, 1, some, sight)]));
}
