/** Converts records to people at registries, for counting. */

import type { RecordOfOrganism } from '../../../domain/federation/people-matrix.ts';
import { type AnsweredRecord, anonymousIdOf, isGeneRecord, ownerOf } from '../people/found-record.ts';
import { headingOf } from '../record-names.ts';
import type { View } from '../view.ts';

/** Returns the registry, person and organism of a record. A researcher who was found by name has taxon 0. */
export function placedRecord(record: AnsweredRecord, originKey: string): RecordOfOrganism {
  const { id } = ownerOf(record);
  const isWithheld = anonymousIdOf(record) !== undefined;
  const userId = isWithheld || typeof id !== 'number' ? undefined : id;
  return { originKey, userId, taxonId: isGeneRecord(record) ? record.taxon.id : 0 };
}

/** Returns the organisms of genes, each once, with headings for people of several registries. */
export function taxaOf(
  records: readonly AnsweredRecord[],
  { words }: Pick<View, 'words'>,
): { id: number; commonName: string }[] {
  const given = new Map(records.filter(isGeneRecord).map(({ taxon }) => [taxon.id, taxon.commonName]));
  return [...given].map(([id, name]) => ({ id, commonName: headingOf(words, 'taxa', String(id), name) }));
}
