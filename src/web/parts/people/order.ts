/** The rows of an answer on the page, and what each is ordered by. */

import { NO_GENE, type OrderKey, personKey } from '../../../domain/people/order.ts';
import type { PlacedRecord } from '../../../domain/people/people.ts';
import { type AnsweredRecord, anonymousIdOf, isGeneRecord, ownerOf } from './found-record.ts';

/** Where an organism stands in this registry's order; null for one that it does not know. */
export type PlaceOfTaxon = (taxonId: number) => number | null;

/** One record of an answer, and all that its place depends on. */
export type Row<Content = AnsweredRecord> = PlacedRecord & {
  /** Unlike that of every other row of the page, those gone included. */
  readonly id: string;
  readonly content: Content;
};

/** What the order of a search depends on, beside its records. */
type Ordering = {
  placeOfTaxon: PlaceOfTaxon;
  /** The organism of the gene that was asked for; undefined in a search for researchers. */
  queryTaxonId: number | undefined;
};

/** The records of one answer as rows. @param batch unlike that of every other answer of the page */
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
 * What a record is ordered by; a search for researchers is about no gene.
 *
 * @param queryTaxonId the organism of the gene that was asked for; undefined in a search for researchers
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
