/** The people of a list of genes, collected and put in order for a page. */

import type { Response } from 'express';
import type { Part } from '../../domain/federation/federated-answer.ts';
import { LOCAL_ORIGIN } from '../../domain/federation/origin.ts';
import type { FoundForGene } from '../../domain/people/genes-covered.ts';
import { readRecord } from '../../domain/record/read-record.ts';
import { HUMAN_TAXON_ID } from '../../domain/resolve/gene-candidates.ts';
import type { PartOfGene } from '../../federation/use-cases/federated-batch.ts';
import { slicedInTurn, workedOut } from '../../lib/slices.ts';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import { type PersonOfGenes, peopleOfGenes } from '../../web/parts/gene/people-of-genes.ts';
import type { AnsweredRecord } from '../../web/parts/people/found-record.ts';
import { type Row, rowsOf } from '../../web/parts/people/order.ts';
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

/** Read in slices, as they may be many; undefined when the reader has left. */
export async function collectPeople(
  parts: readonly PartOfGene[],
  { activeTaxa }: Pick<LocalRegistry, 'activeTaxa'>,
  reading: AbortSignal,
): Promise<PersonOfGenes[] | undefined> {
  const taxa = await activeTaxa();
  const placeOfTaxon = (taxonId: number) => taxa.find((taxon) => taxon.id === taxonId)?.ordering ?? null;
  const answers: FoundForGene<Row>[] = [];
  const slices = await slicedInTurn();
  for (const [index, { gene, part }] of parts.entries()) {
    const { key } = part.origin;
    const found: AnsweredRecord[] = [];
    for (const record of part.records) {
      await slices.next();
      if (reading.aborted) return undefined;
      found.push(readRecord<AnsweredRecord>(record));
    }
    const records = rowsOf(found, {
      ...{ batch: `${key}-${index}`, originKey: key, placeOfTaxon, askedTaxonId: HUMAN_TAXON_ID },
    });
    answers.push({ gene, records });
  }
  const people = await workedOut(peopleOfGenes(answers), slices, reading);
  // Making the page of them is a slice of its own.
  await slicedInTurn();
  return reading.aborted ? undefined : people;
}
