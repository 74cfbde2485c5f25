/** Collects the people of a list of genes and orders them for a page. */

import type { Response } from 'express';
import type { Part } from '../../domain/federation/federated-answer.ts';
import type { FoundRecord } from '../../domain/federation/source.ts';
import type { ListAnswer } from '../../domain/gene-list/list-answer.ts';
import type { FoundForGene } from '../../domain/people/genes-covered.ts';
import { readRecord } from '../../domain/record/records.ts';
import { HUMAN_TAXON_ID } from '../../domain/resolve/gene-candidates.ts';
import type { BatchPlan } from '../../federation/federated-batch.ts';
import { readerSignal } from '../../http/reply/reader.ts';
import { countedRows } from '../../http/routes/rows-of-list.ts';
import { slicedInTurn, workedOut } from '../../lib/slices.ts';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import type { AnsweredRecord } from '../people/found-record.ts';
import { orderOf, type Row } from '../people/order.ts';
import { type PeopleOfGenes, peopleOfGenes } from './people-of-genes.ts';

/** The part of one registry about the gene at a place of the list. */
type PartOfGene = { gene: number; part: Part };
type Collected = ListAnswer & { people: PeopleOfGenes };

/**
 * Collects the answer to a list with its people, who are counted as they come; undefined if the reader has disconnected.
 *
 * @throws RegistryError `too-much-unread` if there is no room
 */
export async function collectPeople(
  { collect }: Pick<BatchPlan, 'collect'>,
  options: Pick<LocalRegistry, 'activeTaxa'>,
  res: Response,
): Promise<Collected | undefined> {
  const count = countedRows(res);
  const parts: PartOfGene[] = [];
  const answer = await collect({
    cell({ gene }, part) {
      count(part);
      parts.push({ gene, part });
    },
  });
  const people = answer && (await orderedPeople(parts, options, readerSignal(res)));
  return people && { ...answer, people };
}

/** Orders the people in slices, as there may be many; undefined if the reader has disconnected. */
async function orderedPeople(
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
