/** Collects the people of a list of genes and orders them for a page. */

import type { Response } from 'express';
import type { Part } from '../../domain/federation/federated-answer.ts';
import { LOCAL_ORIGIN } from '../../domain/federation/origin.ts';
import type { FoundRecord } from '../../domain/federation/source.ts';
import type { FoundForGene } from '../../domain/people/genes-covered.ts';
import { readRecord } from '../../domain/record/read-record.ts';
import { HUMAN_TAXON_ID } from '../../domain/resolve/gene-candidates.ts';
import type { PartOfGene } from '../../federation/use-cases/federated-batch.ts';
import { slicedInTurn, workedOut } from '../../lib/slices.ts';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import { type PeopleOfGenes, peopleOfGenes } from '../../web/parts/gene/people-of-genes.ts';
import type { AnsweredRecord } from '../../web/parts/people/found-record.ts';
import { orderOf, type Row } from '../../web/parts/people/order.ts';
import { bytesOf } from '../federated/export-routes.ts';
import { localsOf } from '../request/reply-locals.ts';

/** The memory of the objects behind one row of a page, however short its text is. */
const ROW_BYTES = 4096;
/** Room for two thousand rows. Each page reserves it at the start, or several that grow together would all be refused. */
const RESERVED_BYTES = 8 * 1024 * 1024;

/**
 * Returns a function that counts the people of partners part by part; those of this registry are counted before they
 * are read.
 *
 * @throws RegistryError `too-much-unread` if there is no room, also from the returned function
 */
export function countedPeople(res: Response): (part: Part) => void {
  const { memory } = localsOf(res);
  let reservedBytes = RESERVED_BYTES;
  memory?.reserve(0, reservedBytes);
  return ({ origin, records }) => {
    if (origin.key === LOCAL_ORIGIN) return;
    const bytes = Math.max(records.length * ROW_BYTES, bytesOf(records));
    const within = Math.min(bytes, reservedBytes);
    reservedBytes -= within;
    memory?.reserve(records.length, bytes - within);
  };
}

/** Orders the people in slices, as there may be many; undefined if the reader has disconnected. */
export async function collectPeople(
  parts: readonly PartOfGene[],
  { activeTaxa }: Pick<LocalRegistry, 'activeTaxa'>,
  reading: AbortSignal,
): Promise<PeopleOfGenes | undefined> {
  const taxa = await activeTaxa();
  const placeOfTaxon = (taxonId: number) => taxa.find((taxon) => taxon.id === taxonId)?.ordering ?? null;
  const answers: FoundForGene<Row<FoundRecord>>[] = [];
  const slices = await slicedInTurn();
  for (const [index, { gene, part }] of parts.entries()) {
    const originKey = part.origin.key;
    const rows: Row<FoundRecord>[] = [];
    for (const [place, content] of part.records.entries()) {
      await slices.next();
      if (reading.aborted) return undefined;
      const order = content.order ?? orderOf(readRecord<AnsweredRecord>(content), placeOfTaxon, HUMAN_TAXON_ID);
      rows.push({ id: `${originKey}-${index}-${place}`, originKey, place, content, order });
    }
    answers.push({ gene, records: rows });
  }
  const read = (row: Row<FoundRecord>): Row => ({ ...row, content: readRecord<AnsweredRecord>(row.content) });
  const people = await workedOut(peopleOfGenes(answers, read), slices, reading);
  // Making the page begins in a slice of its own.
  await slicedInTurn();
  return reading.aborted ? undefined : people;
}
