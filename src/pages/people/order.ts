/** The rows of an answer on the page, and their sort keys. */

import { NO_GENE, type OrderKey, personKey } from '../../domain/people/order.ts';
import type { PlacedRecord } from '../../domain/people/people.ts';
import { type AnsweredRecord, anonymousIdOf, isGeneRecord, ownerOf } from './found-record.ts';

/** Returns the place of an organism in this registry's order; null if this registry does not have it. */
export type PlaceOfTaxon = (taxonId: number) => number | null;

/** A record of an answer, with everything that its place depends on. */
export type Row<Content = AnsweredRecord> = PlacedRecord & {
  /** Unique among all rows that the page ever had. */
  readonly id: string;
  readonly content: Content;
};

/** What the order depends on besides the records. */
type Ordering = {
  placeOfTaxon: PlaceOfTaxon;
  /** The organism of the queried gene; undefined in a search for researchers. */
  queryTaxonId: number | undefined;
};

/** Converts the records of an answer to rows. @param batch unique among the answers of the page */
export function rowsOf(
  records: readonly AnsweredRecord[],
  { batch, originKey, placeOfTaxon, queryTaxonId }: Ordering & { batch: string; originKey: string },
): Row[] {
  return records.map((content, place) => {
    const order = orderOf(content, placeOfTaxon, queryTaxonId);
    return { id: `${batch}-${place}`, originKey, place, content, order };
  });
}

/**
 * Returns the sort key of a record; a search for researchers has no gene.
 *
 * @param queryTaxonId the organism of the queried gene; undefined in a search for researchers
 */
export function orderOf(
  record: AnsweredRecord,
  placeOfTaxon: PlaceOfTaxon,
  queryTaxonId: number | undefined,
): OrderKey {
  const person = personKey(ownerOf(record), anonymousIdOf(record) !== undefined);
  if (!isGeneRecord(record)) return { ...NO_GENE, ...person };
  const { geneId, symbol, taxon, tier } = record;
  const gene = { geneId: geneId ?? Number.MAX_SAFE_INTEGER, symbol, taxonOrdering: placeOfTaxon(taxon.id) };
  const isAskedGene = taxon.id === queryTaxonId;
  return { ...gene, taxonCommonName: taxon.commonName ?? '', tier, isAskedGene, ...person };
}
