/** Genes by organism: what all registries together say of each, as far as they have answered. */

import { hasAnswered, isFull } from '../federation/completeness.ts';
import type { ListCell } from './list-cell.ts';
import type { ListedGene } from './listed-genes.ts';

/**
 * `people`: there are some; `nobody`: a zero that every registry certifies that knows the gene; `no-ortholog`: nobody, as
 * this registry knows no ortholog of the gene in the organism; `unknown`: no registry knows the gene by this symbol; `silent`: nobody was found where they answered, and not all did; `waiting`: answers are
 * still to come.
 */
export type HeatKind = 'people' | 'nobody' | 'no-ortholog' | 'unknown' | 'silent' | 'waiting';

type CountedGene = Pick<ListedGene, 'taxonId' | 'orthologTaxonIds'>;

export type HeatCell = {
  kind: HeatKind;
  count: number;
  anonymized: number;
  /** Whether there may be more. */
  isAtLeast: boolean;
  /** Whether some of it was kept from before, as a registry did not answer now. */
  isFromBefore: boolean;
  /** The people of each registry that has some, by its key. */
  byOrigin: { key: string; count: number }[];
};

/**
 * @param cells of the gene
 * @param registries how many registries were asked
 * @param taxonId of the organism
 */
export function heatCell(gene: CountedGene, cells: readonly ListCell[], registries: number, taxonId: number): HeatCell {
  const counted = cells.map((cell) => ({ cell, ...peopleIn(cell, taxonId) }));
  const count = sum(counted.map((one) => one.count));
  const kind = kindOf(cells, registries, count);
  return {
    kind: kind === 'nobody' && !isIn(gene, taxonId) ? 'no-ortholog' : kind,
    count,
    anonymized: sum(counted.map((one) => one.anonymized)),
    isAtLeast: cells.length < registries || cells.some(({ state }) => !isFull(state) && state !== 'unknown-term'),
    isFromBefore: cells.some(({ state }) => state === 'stale'),
    byOrigin: counted.filter((one) => one.count > 0).map((one) => ({ key: one.cell.origin, count: one.count })),
  };
}

/** How much colour a number of people has, from 0 to 4. */
export function heatOf(count: number): number {
  if (count === 0) return 0;
  return count === 1 ? 1 : count < 4 ? 2 : count < 10 ? 3 : 4;
}

/** Whether the gene, or an ortholog that is known here, is one of the organism. */
function isIn({ taxonId, orthologTaxonIds }: CountedGene, organism: number): boolean {
  return taxonId === organism || orthologTaxonIds === null || orthologTaxonIds.includes(organism);
}

function peopleIn(cell: ListCell, taxonId: number): { count: number; anonymized: number } {
  return cell.organisms.find((one) => one.taxonId === taxonId) ?? { count: 0, anonymized: 0 };
}

function kindOf(cells: readonly ListCell[], registries: number, count: number): HeatKind {
  if (count > 0) return 'people';
  if (cells.length < registries) return 'waiting';
  if (cells.some(({ state }) => !hasAnswered(state) || state === 'limited')) return 'silent';
  return cells.some(({ state }) => isFull(state)) ? 'nobody' : 'unknown';
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, one) => all + one, 0);
}
