/** Puts the withheld rows of one person together again, as far as what they show allows. */

import type { ShownMore } from './asking.ts';
import {
  type Between,
  type Cell,
  cellKey,
  classKey,
  NOT_SHOWN,
  type Route,
  type Sight,
  withheldCells,
} from './sight.ts';

/** What an attacker looks at; what is left out shows what it is worth. */
export const DETAILS = ['organs', 'categories', 'genes', 'tier', 'position', 'terms'] as const;
export type Detail = (typeof DETAILS)[number];

/** Rows that are of one withheld person, or of a few whom nothing distinguishes. */
export type Group = {
  registry: number;
  key: string;
  /** How many people there may be behind them; 0: no withheld person shows this, so a public one has private genes. */
  size: number;
  /** Undefined: the rows do not show them. */
  organs: string | undefined;
  categories: string | undefined;
  /** Tiers by gene; undefined where no route told genes. */
  genes: ReadonlyMap<number, string> | undefined;
  /** How many people the genes are of: more than the group has, where rows of genes do not show whose they are. */
  genePeople: number;
  isInvestigator: boolean | undefined;
  terms: ReadonlyMap<string, boolean>;
  more: ShownMore;
  between: readonly Between[] | undefined;
};

export type Looking = { routes: readonly Route[]; details: readonly Detail[] };

export function groupsOf(sight: Sight, looking: Looking): Map<string, Group> {
  const cells = [...withheldCells(sight, looking.routes).values()];
  if (sight.hasStableIds) return groupsById(cells, sight, looking);
  const classes = Map.groupBy(cells, (cell) => shownClass(cell, looking.details));
  const knowsPeople = cells.some(({ gene }) => gene === undefined);
  const groups = new Map<string, Group>();
  const bare = bareGenes(cells);
  for (const [key, ofClass] of classes) {
    const genes = ofClass.filter(({ gene }) => gene !== undefined);
    const ofRegistry = bare.get(ofClass[0]?.registry ?? 0);
    const isBare = ofRegistry?.cells.includes(ofClass[0] as Cell) === true;
    const size = !knowsPeople ? 1 : isBare ? ofRegistry.people : peopleIn(ofClass);
    const group = groupOf(key, size, ofClass, sight, looking);
    groups.set(key, group);
    if (genes.length === 0 && ofRegistry !== undefined && looking.details.includes('genes')) {
      groups.set(key, { ...group, genes: genesOf(ofRegistry.cells), genePeople: ofRegistry.people });
    }
    if (size < 2) continue;
    const signed = Map.groupBy(genes, (cell) => signatureOf(cell, sight, looking) ?? '');
    signed.delete('');
    for (const [signature, some] of signed) {
      const part = `${key}#${signature}`;
      groups.set(part, groupOf(part, Math.max(1, size - signed.size + 1), some, sight, looking));
    }
  }
  return groups;
}

function peopleIn(cells: readonly Cell[]): number {
  return cells.filter(({ gene }) => gene === undefined).reduce((sum, { count }) => sum + count, 0);
}

/** Of registries where rows of people show details and rows of genes do not: these, and how many people they may be of. */
function bareGenes(cells: readonly Cell[]): Map<number, { cells: readonly Cell[]; people: number }> {
  const isBare = ({ organs, categories }: Cell) => organs === NOT_SHOWN && categories === NOT_SHOWN;
  const bare = new Map<number, { cells: readonly Cell[]; people: number }>();
  for (const [registry, some] of Map.groupBy(cells, (cell) => cell.registry)) {
    const [people, genes] = [
      some.filter(({ gene }) => gene === undefined),
      some.filter(({ gene }) => gene !== undefined),
    ];
    if (people.some(isBare) || !genes.some(isBare)) continue;
    bare.set(registry, { cells: genes.filter(isBare), people: peopleIn(people) });
  }
  return bare;
}

/** The class of a row by what is looked at. */
export function shownClass(row: Pick<Cell, 'registry' | 'organs' | 'categories'>, details: readonly Detail[]): string {
  const organs = details.includes('organs') ? row.organs : '';
  return classKey({ ...row, organs, categories: details.includes('categories') ? row.categories : '' });
}

/** What filters told of the person behind a cell of one row; undefined where they told nothing certain. */
function signatureOf(cell: Cell, sight: Sight, { details }: Looking): string | undefined {
  const told = cell.gene && sight.narrowed.get(cellKey(cell, cell.gene));
  const { organization } = cell.more;
  if (told === undefined) return organization && signature(undefined, new Map(), organization);
  const isInvestigator = details.includes('position') ? told.isInvestigator : undefined;
  return signature(isInvestigator, details.includes('terms') ? told.terms : new Map(), organization);
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

function groupOf(key: string, size: number, cells: readonly Cell[], sight: Sight, { details }: Looking): Group {
  const [first] = cells;
  if (first === undefined) throw new Error('A group has a row.');
  const ofGenes = cells.filter(({ gene }) => gene !== undefined);
  const isOne = size === 1 || key.includes('#');
  const told = isOne ? ofGenes.map((cell) => cell.gene && sight.narrowed.get(cellKey(cell, cell.gene))) : [];
  const known = told.find((one) => one !== undefined);
  const shows = (detail: Detail) => details.includes(detail);
  return {
    registry: first.registry,
    key,
    size,
    organs: shows('organs') && first.organs !== NOT_SHOWN ? first.organs : undefined,
    categories: shows('categories') && first.categories !== NOT_SHOWN ? first.categories : undefined,
    genes: ofGenes.length > 0 && shows('genes') ? genesOf(ofGenes) : undefined,
    genePeople: size,
    isInvestigator: shows('position') ? known?.isInvestigator : undefined,
    terms: (shows('terms') && known?.terms) || new Map(),
    more: isOne ? (cells.find(({ more }) => Object.keys(more).length > 0)?.more ?? {}) : {},
    between: sight.between.get(classKey(first)),
  };
}

function genesOf(cells: readonly Cell[]): Map<number, string> {
  return new Map(cells.flatMap(({ gene }) => (gene ? [[gene.geneId, gene.tier] as const] : [])));
}

/** With ids that come again, all rows of one person are known to be hers. */
function groupsById(cells: readonly Cell[], sight: Sight, looking: Looking): Map<string, Group> {
  const byId = new Map<string, Cell[]>();
  for (const cell of cells) {
    for (const id of cell.ids) byId.set(id, [...(byId.get(id) ?? []), cell]);
  }
  return new Map([...byId].map(([id, some]) => [`id ${id}`, groupOf(`id ${id}`, 1, some, sight, looking)]));
}
