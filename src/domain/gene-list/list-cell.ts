/** What one registry answers for one gene of a list: how many people, and for which organisms. */

import type { Part } from '../federation/federated-answer.ts';
import type { Origin, OriginState } from '../federation/origin.ts';
import type { FoundRecord } from '../federation/source.ts';

/** The people of one registry: each named person counts once, and each withheld record counts as one person. */
type PeopleCount = {
  count: number;
  /** How many of `count` have a withheld name. */
  anonymized: number;
};

export type ListCell = PeopleCount & {
  /** The place of the gene in the list, from 0. */
  gene: number;
  /** The key of the registry. */
  origin: string;
  state: OriginState;
  /** Whether the count is exact. */
  exact: boolean;
  /** The organisms of the gene and its orthologs; a person who works on several counts in each. */
  organisms: (PeopleCount & { taxonId: number })[];
} & Pick<Origin, 'elapsedMs' | 'retrievedAt' | 'cache' | 'askedAs' | 'problem'>;

/** Returns the cell from the answer of a registry. @param gene the place of the gene in the list, from 0 */
export function listCell(gene: number, { origin, records }: Part): ListCell {
  const { key, state, exact, elapsedMs, retrievedAt, cache, askedAs, problem } = origin;
  const taxonIds = [...new Set(records.flatMap(({ taxonId }) => taxonId ?? []))].toSorted((a, b) => a - b);
  return {
    ...{ gene, origin: key, state, exact },
    ...peopleOf(records),
    organisms: taxonIds.map((taxonId) => ({ taxonId, ...peopleOf(records.filter((one) => one.taxonId === taxonId)) })),
    ...{ elapsedMs, retrievedAt, cache, askedAs, problem },
  };
}

function peopleOf(records: readonly FoundRecord[]): PeopleCount {
  const named = new Set<number>();
  let alone = 0;
  let anonymized = 0;
  for (const { order, isAnonymised } of records) {
    if (isAnonymised) anonymized++;
    else if (order?.id === undefined) alone++;
    else named.add(order.id);
  }
  return { count: named.size + alone + anonymized, anonymized };
}

/** Returns the places of the genes of a list, those with most people first; equal ones in the order of the list. */
export function mostPeopleFirst(cells: readonly Pick<ListCell, 'gene' | 'count'>[], geneCount: number): number[] {
  const counts = new Array<number>(geneCount).fill(0);
  for (const { gene, count } of cells) counts[gene] = (counts[gene] ?? 0) + count;
  return counts.map((_, place) => place).sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0) || a - b);
}
