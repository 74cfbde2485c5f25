/** People found with a list of genes: on how many of them each works, an ortholog counting as the gene it was found for. */

import type { PlacedRecord } from './people.ts';

/** What one registry found for the gene at a place of the list. */
export type FoundForGene<Found extends PlacedRecord> = { gene: number; records: readonly Found[] };

/**
 * The records of all answers, each once, with the places of the genes that it was found for: one ortholog may be that of
 * several genes, and itself one that is asked for, whichever answer came first. A record without a name stays one of its
 * own, as nothing shows whether two of them are the same.
 */
export function recordsOfGenes<Found extends PlacedRecord>(
  answers: readonly FoundForGene<Found>[],
): ReadonlyMap<Found, ReadonlySet<number>> {
  const known = new Map<string, Found>();
  const genes = new Map<Found, Set<number>>();
  for (const { gene, records } of answers) {
    for (const record of records) {
      const key = keyOf(record);
      const before = key === undefined ? undefined : known.get(key);
      const one = before === undefined || (record.order.isAskedGene && !before.order.isAskedGene) ? record : before;
      const places = (before && genes.get(before)) ?? new Set();
      if (before !== undefined && one !== before) genes.delete(before);
      if (key !== undefined) known.set(key, one);
      genes.set(one, places.add(gene));
    }
  }
  return genes;
}

/** With blanks, which no key of an origin has. */
function keyOf({ originKey, order }: PlacedRecord): string | undefined {
  const { id, isWithheld, geneId, symbol, taxonCommonName } = order;
  return isWithheld || id === undefined ? undefined : `${originKey} ${id} ${geneId} ${taxonCommonName} ${symbol}`;
}

/** Who works on most of the genes first; of as many, in the order given. */
export function mostGenesFirst<Somebody extends { readonly covered: number }>(people: readonly Somebody[]): Somebody[] {
  return people.toSorted((a, b) => b.covered - a.covered);
}
