/** The order of the rows on the page: that of merged answers, from what the records show. */

import { compareRecords, NO_GENE, type OrderKey, personKey } from '../../../domain/people/order.ts';
import { compareText } from '../../../domain/record/ordering.ts';
import { anonymousIdOf, type FoundRecord, isGeneRecord, ownerOf } from '../../parts/people/person.ts';

/** Where an organism stands in this registry's order; null for one that it does not know. */
export type PlaceOfTaxon = (taxonId: number) => number | null;

/** One row, and all that its place depends on. */
export type Row<Content = FoundRecord> = {
  /** Unlike that of every other row of the page, those gone included. */
  readonly id: string;
  readonly originKey: string;
  /** In the answer of its origin, from 0. */
  readonly place: number;
  readonly order: OrderKey;
  readonly content: Content;
};

/**
 * What a record is ordered by; a search for researchers is about no gene.
 *
 * @param askedTaxonId the organism of the gene that was asked for; undefined in a search for researchers
 */
export function orderOf(record: FoundRecord, placeOfTaxon: PlaceOfTaxon, askedTaxonId: number | undefined): OrderKey {
  const person = personKey(ownerOf(record), anonymousIdOf(record) !== undefined);
  if (!isGeneRecord(record)) return { ...NO_GENE, ...person };
  const { geneId, symbol, taxon, tier } = record;
  const gene = { geneId: geneId ?? Number.MAX_SAFE_INTEGER, symbol, taxonOrdering: placeOfTaxon(taxon.id) };
  const isAskedGene = taxon.id === askedTaxonId;
  return { ...gene, taxonCommonName: taxon.commonName ?? '', tier, isAskedGene, ...person };
}

/** Ties go by the key of the origin, then by the place in its answer: who answered first does not matter. */
export function compareRows(a: Row<unknown>, b: Row<unknown>): number {
  return compareRecords(a.order, b.order) || compareText(a.originKey, b.originKey) || a.place - b.place;
}
