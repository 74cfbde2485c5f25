/** The order of the rows on the page: the total order of merged answers, from what the records show. */

import { compareMerged, compareText, fullName, type OrderKey } from '../../../domain/record/ordering.ts';
import { type FoundRecord, isGeneRecord, ownerOf } from '../../parts/people/person.ts';

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

/** What a record is ordered by (rdp-protocol 3.8); a search for researchers is about no gene. */
export function orderOf(record: FoundRecord, placeOfTaxon: PlaceOfTaxon): OrderKey {
  const { name = null, lastName = null, id = null } = ownerOf(record);
  const user = { fullName: fullName(name, lastName), id: id ?? undefined };
  if (!isGeneRecord(record)) return { ...NO_GENE, ...user };
  const { geneId, symbol, taxon, tier } = record;
  const gene = { geneId: geneId ?? Number.MAX_SAFE_INTEGER, symbol, taxonOrdering: placeOfTaxon(taxon.id) };
  return { ...gene, taxonCommonName: taxon.commonName ?? '', tier, ...user };
}

/** Ties go by the key of the origin, then by the place in its answer: who answered first does not matter. */
export function compareRows(a: Row<unknown>, b: Row<unknown>): number {
  return compareMerged(a.order, b.order) || compareText(a.originKey, b.originKey) || a.place - b.place;
}

const NO_GENE = { geneId: 0, symbol: '', taxonOrdering: null, taxonCommonName: '', tier: '' };
