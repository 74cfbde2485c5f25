/** Guards that no registry has, put on what was seen: what each would cost, and what it would gain. */

import type { Row } from './asking.ts';
import { cellKey, classKey, type Narrowed, NOT_SHOWN, type Route, type Sight } from './sight.ts';

export const GUARDS = ['details of few', 'rows of few', 'both', 'genes without details', 'no details'] as const;
/** Guards that do not depend on a number. */
export const WITHOUT_NUMBER: readonly Guard[] = ['genes without details', 'no details'];
export type Guard = (typeof GUARDS)[number];

type Guarded = {
  sight: Sight;
  /** What becomes of the class of a row. */
  classInstead(key: string): string;
  cost: {
    /** Of withheld rows of people, those that lose organs or categories. */
    peopleWithoutDetails: number;
    people: number;
    /** Of withheld rows of genes, the same, and those that are not shown. */
    genesWithoutDetails: number;
    genesHidden: number;
    genes: number;
    /** Of counts of withheld people by gene and registry that are not 0, those below the minimum. */
    countsBelow: number;
    counts: number;
  };
};

/**
 * *Details of few*: organs and categories are shown where at least k withheld people of the registry show the same, else without
 * organs, else without both. *Rows of few*: withheld rows of a gene are shown where the registry has at least k of them. *Genes
 * without details*: only withheld rows of people show organs and categories.
 */
export function guarded(sight: Sight, guard: Guard, k: number): Guarded {
  const details = WITHOUT_NUMBER.includes(guard) ? Infinity : guard === 'rows of few' ? 0 : k;
  const instead = classesInstead(sight.rows.get('/api/users') ?? [], details);
  const classInstead = (key: string) => instead(key).key;
  const counts = geneCounts(sight.rows.get('/api/genes') ?? []);
  const rowsAtLeast = guard === 'rows of few' || guard === 'both' ? k : 0;
  const isShown = (row: Row) =>
    row.gene === undefined || row.anonymousId === undefined || countOf(row, counts) >= rowsAtLeast;
  const keepsDetails = ({ gene }: Row) => guard === 'genes without details' && gene === undefined;
  const isLost = (row: Row) => !keepsDetails(row) && classInstead(classKey(row)) !== classKey(row);
  const withheld = (route: Route) =>
    (sight.rows.get(route) ?? []).filter(({ anonymousId }) => anonymousId !== undefined);
  const [people, genes] = [withheld('/api/users'), withheld('/api/genes')];
  const rows = new Map<Route, readonly Row[]>();
  for (const [route, all] of sight.rows) {
    const asShown = (row: Row) =>
      row.anonymousId === undefined || keepsDetails(row) ? row : { ...row, ...instead(classKey(row)).shown };
    rows.set(route, all.filter(isShown).map(asShown));
  }
  return {
    sight: { ...sight, rows, narrowed: narrowedInstead(sight, instead) },
    classInstead,
    cost: {
      peopleWithoutDetails: people.filter(isLost).length,
      people: people.length,
      genesWithoutDetails: genes.filter((row) => isShown(row) && isLost(row)).length,
      genesHidden: genes.filter((row) => !isShown(row)).length,
      genes: genes.length,
      countsBelow: [...counts.values()].filter((count) => count < k).length,
      counts: counts.size,
    },
  };
}

type Shown = Pick<Row, 'organs' | 'categories'>;
type Instead = { key: string; shown: Shown };

function classesInstead(people: readonly Row[], least: number): (key: string) => Instead {
  const withheld = people.filter(({ anonymousId }) => anonymousId !== undefined);
  const full = counted(withheld.map(classKey));
  const isFew = (row: Row) => (full.get(classKey(row)) ?? 0) < least;
  const withoutOrgans = counted(withheld.filter(isFew).map((row) => classKey({ ...row, organs: NOT_SHOWN })));
  const known = new Map<string, Instead>();
  return (key) => {
    const instead = known.get(key) ?? choose(key);
    known.set(key, instead);
    return instead;
  };

  function choose(key: string): Instead {
    const [registry = '', organs = '', categories = ''] = key.split('|');
    const forms: Shown[] = [
      { organs, categories },
      { organs: NOT_SHOWN, categories },
      { organs: NOT_SHOWN, categories: NOT_SHOWN },
    ];
    const keys = forms.map((shown) => classKey({ registry: Number(registry), ...shown }));
    const enough = [(full.get(key) ?? 0) >= least, (withoutOrgans.get(keys[1] ?? '') ?? 0) >= least, true];
    const form = enough.indexOf(true);
    return { key: keys[form] ?? '', shown: forms[form] as Shown };
  }
}

function counted(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function geneCounts(rows: readonly Row[]): Map<string, number> {
  return counted(rows.filter(({ anonymousId }) => anonymousId !== undefined).map(geneOf));
}

function countOf(row: Row, counts: ReadonlyMap<string, number>): number {
  return counts.get(geneOf(row)) ?? 0;
}

function geneOf({ registry, gene }: Row): string {
  return `${registry} ${gene?.geneId}`;
}

/** What filters tell once rows look alike: nothing where some of them have it and others have not. */
function narrowedInstead(sight: Sight, instead: (key: string) => Instead): Map<string, Narrowed> {
  const told = new Map<string, (Narrowed | undefined)[]>();
  const done = new Set<string>();
  for (const row of sight.rows.get('/api/genes') ?? []) {
    if (row.anonymousId === undefined || row.gene === undefined || done.has(cellKey(row, row.gene))) continue;
    done.add(cellKey(row, row.gene));
    const one = sight.narrowed.get(cellKey(row, row.gene));
    const key = cellKey({ ...row, ...instead(classKey(row)).shown }, row.gene);
    told.set(key, [...(told.get(key) ?? []), one]);
  }
  return new Map([...told].flatMap(([key, all]) => (all.length === 1 && all[0] ? [[key, all[0]] as const] : [])));
}
