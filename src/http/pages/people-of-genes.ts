/** The people of a list of genes, collected and put in order for a page. */

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
import { bytesOf } from '../federated/export-reply.ts';
import { localsOf } from '../request/reply-locals.ts';

/** The objects behind a row of a page take so much, however short its text is. */
const ROW_BYTES = 4096;
/** Two thousand rows. Each page has so much room from its beginning, or several that grow together would all be refused. */
const RESERVED_BYTES = 8 * 1024 * 1024;

/**
 * Counts people of partners while they are collected: those of this registry were counted before they were read.
 * Answers what is called with each part.
 *
 * @throws RegistryError `too-much-unread` where there is no room for them, also when it is called with a part
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

/** Put in order in slices, as they may be many; undefined when the reader has left. */
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
  // Making the page of them is a slice of its own.
  await slicedInTurn();
  return reading.aborted ? undefined : people;
}
