/** The number of people who work on a suggested gene: a placeholder, which scripts fill as registries answer. */

import { isFull } from '../../domain/federation/completeness.ts';
import type { ListCell } from '../../domain/gene-list/list-cell.ts';
import { type Html, html } from '../parts/html.ts';
import type { Words } from '../words/words.ts';

type CountedGene = { symbol: string; taxonId: number };
/** The cells of each gene, by {@link countKey}. */
export type CellsOfGenes = ReadonlyMap<string, readonly CountedCell[]>;
export type CountedCell = Pick<ListCell, 'state' | 'count'>;

/** Returns the key of a placeholder, for scripts: the organism, a space, and the symbol. */
export function countKey({ symbol, taxonId }: CountedGene): string {
  return `${taxonId} ${symbol}`;
}

/** The inverse of {@link countKey}. */
export function countedGene(key: string): CountedGene {
  const blank = key.indexOf(' ');
  return { symbol: key.slice(blank + 1), taxonId: Number(key.slice(0, blank)) };
}

/** @param count the number in words; undefined if it is not known yet */
export function countPlace(gene: CountedGene, count: string | undefined): Html {
  return html` <span class="people-of" data-count-of="${countKey(gene)}">${count}</span>`;
}

/**
 * @param registries how many registries are asked
 * @param isOver whether no further registry will answer
 */
export function peopleCounted(
  { gene }: Pick<Words, 'gene'>,
  cells: readonly CountedCell[],
  { registries, isOver }: { registries: number; isOver: boolean },
): string {
  const count = cells.reduce((sum, cell) => sum + cell.count, 0);
  const isWhole = cells.length >= registries && cells.every(({ state }) => isFull(state) || state === 'unknown-term');
  if (isWhole) return count === 0 ? gene.nobody : gene.people(count);
  return count === 0 && !isOver ? gene.outstanding : gene.atLeast(count);
}
