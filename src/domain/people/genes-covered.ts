/** Counts for each person how many genes of a list they work on; an ortholog counts as the gene for which it was found. */

import type { PlacedRecord } from './people.ts';

/** The records of one registry for the gene at a place of the list. */
export type FoundForGene<Found extends PlacedRecord> = { gene: number; records: readonly Found[] };

/**
 * Returns the records of all answers, each once, with the places of the genes for which it was found. An ortholog may
 * belong to several genes, and be a gene of the list itself, whichever answer comes first. Records without a name stay
 * apart, as nothing shows whether two of them are the same.
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

/** Returns a key with blanks, as no key of an origin contains one. */
function keyOf({ originKey, order }: PlacedRecord): string | undefined {
  const { id, isWithheld, geneId, symbol, taxonCommonName } = order;
  return isWithheld || id === undefined ? undefined : `${originKey} ${id} ${geneId} ${taxonCommonName} ${symbol}`;
}

/**
 * Returns the people with most genes first; of those with as many, who works on more of them now; equal ones stay in the
 * given order.
 */
export function mostGenesFirst<Somebody extends { readonly covered: number; readonly now?: number }>(
  people: readonly Somebody[],
): Somebody[] {
  return people.toSorted((a, b) => b.covered - a.covered || (b.now ?? 0) - (a.now ?? 0));
}
