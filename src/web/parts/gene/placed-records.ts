/** Records as people at registries: what counts of people are made of. */

import type { PlacedRecord } from '../../../domain/federation/people-matrix.ts';
import { anonymousIdOf, type FoundRecord, isGeneRecord, ownerOf } from '../people/found-record.ts';

/** The taxon of a researcher who is found by name is that of no gene: 0. */
export function placedRecord(record: FoundRecord, originKey: string): PlacedRecord {
  const { id } = ownerOf(record);
  const isWithheld = anonymousIdOf(record) !== undefined;
  const userId = isWithheld || typeof id !== 'number' ? undefined : id;
  return { originKey, userId, taxonId: isGeneRecord(record) ? record.taxon.id : 0 };
}
