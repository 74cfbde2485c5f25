/** Genes by organism: what all registries together answer for each gene, as far as they have answered. */

import { hasAnswered, isFull } from '../federation/completeness.ts';
import type { ListCell } from './list-cell.ts';
import type { ListedGene } from './list-question.ts';

/**
 * `people`: there are some; `nobody`: a zero, certified by every registry that knows the gene; `no-ortholog`: a zero, and
 * this registry knows no ortholog of the gene in the organism; `unknown`: no registry knows the symbol; `silent`: a zero,
 * but not all registries answered in full; `waiting`: some registries have not answered yet.
 */
export type HeatKind = 'people' | 'nobody' | 'no-ortholog' | 'unknown' | 'silent' | 'waiting';

type CountedGene = Pick<ListedGene, 'taxonId' | 'orthologTaxonIds'>;

export type HeatCell = {
  kind: HeatKind;
  count: number;
  anonymized: number;
  /** Whether there may be more people. */
  isAtLeast: boolean;
  /** Whether part of the count comes from a stale answer. */
  isFromBefore: boolean;
  /** The people of each registry with at least one, by its key. */
  byOrigin: { key: string; count: number }[];
};

/**
 * @param cells those of the gene
 * @param registries how many registries were queried
 * @param taxonId the organism
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

/** Returns the strength of colour for a number of people, from 0 to 4. */
export function heatOf(count: number): number {
  if (count === 0) return 0;
  return count === 1 ? 1 : count < 4 ? 2 : count < 10 ? 3 : 4;
}

/** Whether the gene, or an ortholog that this registry knows, belongs to the organism; true also for an unknown gene. */
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
