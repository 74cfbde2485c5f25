/** What one registry says of one gene of a list: how many people, and in which organisms they work on it. */

import type { Part } from '../federation/federated-answer.ts';
import type { Origin, OriginState } from '../federation/origin.ts';
import type { FoundRecord } from '../federation/source.ts';

/**
 * People of one registry: each once, and whose name is withheld once for every record, as nobody can distinguish them.
 */
type PeopleCount = {
  count: number;
  /** How many of `count` are withheld. */
  anonymized: number;
};

export type ListCell = PeopleCount & {
  /** The place of the gene in the list, from 0. */
  gene: number;
  /** The key of the registry. */
  origin: string;
  state: OriginState;
  /** Whether it is all there is. */
  exact: boolean;
  /** Where they work on the gene or an ortholog; whoever does so in several counts in each. */
  organisms: (PeopleCount & { taxonId: number })[];
} & Pick<Origin, 'elapsedMs' | 'retrievedAt' | 'cache' | 'askedAs' | 'problem'>;

/** The answer of a registry about the gene at a place of the list. */
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

/** The places of the genes of a list, those with most people first; of as many, as the list has them. */
export function mostPeopleFirst(cells: readonly Pick<ListCell, 'gene' | 'count'>[], geneCount: number): number[] {
  const counts = new Array<number>(geneCount).fill(0);
  for (const { gene, count } of cells) counts[gene] = (counts[gene] ?? 0) + count;
  return counts.map((_, place) => place).sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0) || a - b);
}
