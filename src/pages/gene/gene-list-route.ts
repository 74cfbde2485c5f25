/** `/genes`: searches for a list of genes, which is sent in the body of a form, and returns a page or a file. */

import { type Request, type Response, Router } from 'express';
import { phrase, RegistryError } from '../../domain/errors.ts';
import type { Part } from '../../domain/federation/federated-answer.ts';
import type { FoundRecord } from '../../domain/federation/source.ts';
import { type ListAnswer, listTable } from '../../domain/gene-list/list-answer.ts';
import type { ListCell } from '../../domain/gene-list/list-cell.ts';
import { parseGeneList } from '../../domain/gene-list/list-question.ts';
import { MOST_GENES, readTypedList } from '../../domain/gene-list/typed-entries.ts';
import type { FoundForGene } from '../../domain/people/genes-covered.ts';
import { PUBLIC_VIEWER } from '../../domain/record/model.ts';
import { readRecord } from '../../domain/record/records.ts';
import { HUMAN_TAXON_ID } from '../../domain/resolve/gene-candidates.ts';
import { csvText, guardedCell, tsvText } from '../../domain/tables/delimited-text.ts';
import { type ExportFormat, exportFormat, type WorkbookWriter } from '../../domain/tables/export-table.ts';
import type { BatchPlan, FederatedBatch } from '../../federation/federated-batch.ts';
import { inSlices, slicedInTurn } from '../../lib/slices.ts';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import type { ListSlots } from '../../server/limits/work-in-flight.ts';
import { READ_AND_SENT, refuseOtherMethods } from '../../server/reply/methods.ts';
import { readerSignal } from '../../server/reply/reader.ts';
import { endWith } from '../../server/reply/replies.ts';
import { addHeader } from '../../server/reply/reply-headers.ts';
import { checkSearchMode, type FeatureFlags } from '../../server/request/features.ts';
import { localsOf } from '../../server/request/reply-locals.ts';
import { formFields, fromOwnPage } from '../../server/request/request-body.ts';
import { readAddress } from '../../server/request/request-context.ts';
import { FILE_TYPES } from '../../server/routes/export-routes.ts';
import { countedRows } from '../../server/routes/rows-of-list.ts';
import { ownNamesOf } from '../parts/choices.ts';
import type { Page } from '../parts/layout.ts';
import type { AnsweredRecord } from '../people/found-record.ts';
import { orderOf, type Row } from '../people/order.ts';
import { type RecordViewOptions, recordViewOf, replyWithPage } from '../server/page-replies.ts';
import { type GeneListPage, geneListPage } from './gene-list-page.ts';
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

/** Returns what is cached of a list, with its people; undefined if the reader has disconnected. @throws RegistryError `too-much-unread` */
export async function cachedPeople(
  { cached }: Pick<BatchPlan, 'cached'>,
  options: Pick<LocalRegistry, 'activeTaxa'>,
  res: Response,
): Promise<{ cells: ListCell[]; people: PeopleOfGenes } | undefined> {
  const count = countedRows(res);
  const parts: PartOfGene[] = [];
  const cells = await cached(({ gene }, part) => {
    count(part);
    parts.push({ gene, part });
  });
  const people = await orderedPeople(parts, options, readerSignal(res));
  return people && { cells, people };
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
  const people = await inSlices(peopleOfGenes(answers, read), reading, slices);
  // Making the page begins in a slice of its own.
  await slicedInTurn();
  return reading.aborted ? undefined : people;
}

export type GeneListRouteOptions = RecordViewOptions & {
  federatedBatch: FederatedBatch;
  lists: ListSlots;
  features: FeatureFlags;
  /** The public address of this registry. */
  host: string;
  script: () => Promise<Page['script']>;
  workbookWriter: () => Promise<WorkbookWriter>;
};

const PATH = '/genes';
/** How long a file may take, in milliseconds: its reader cannot ask for the rest of it. */
const FILE_LIMIT_MS = 25_000;

export function geneListRoutes(options: GeneListRouteOptions): Router {
  const show = geneListHandler(options);
  const routes = Router();
  routes.get(PATH, (req, res) => show(req, res, ''));
  routes.post(PATH, fromOwnPage(options.host), formFields(), (req, res) => {
    const { text, format } = (req.body ?? {}) as Record<string, unknown>;
    if (typeof text !== 'string') {
      throw new RegistryError('form-invalid', { allowed: phrase('form-in-utf-8') });
    }
    return typeof format === 'string' ? sendFile(options, { req, res, text, format }) : show(req, res, text);
  });
  routes.all(PATH, refuseOtherMethods(READ_AND_SENT));
  return routes;
}

/**
 * Sends the page of a list, whichever address the list was posted to.
 *
 * @param read set if the list was extracted from another text
 */
export type ShowGeneList = (req: Request, res: Response, text: string, read?: ReadOutOfText) => Promise<void>;
type ReadOutOfText = {
  /** How many genes the text has, if these are too many to be looked up; otherwise 0. */
  count: number;
  toConfirm: readonly string[];
  /** What else the text has. */
  leftOut: readonly string[];
};

/**
 * Makes the handler of the page. With scripts, which the form reports, the page is sent at once and collects by itself;
 * without them, it is sent when everything is collected.
 */
export function geneListHandler(options: GeneListRouteOptions): ShowGeneList {
  const { features, activeTaxa, searchChoices, script } = options;
  return async (req, res, text, read) => {
    const isScripted = req.body?.scripted === 'yes';
    const { params } = readAddress(req.originalUrl);
    checkSearchMode('genes', features);
    const view = await recordViewOf(req, params, options);
    const { entries, leftOut } = readTypedList(text);
    const { toConfirm = [] } = read ?? {};
    const [taxa, { organs }] = await Promise.all([activeTaxa(), searchChoices()]);
    const names = ownNamesOf({ taxa, organs });
    const about: GeneListPage = {
      ...{ text, toConfirm, leftOut: read?.leftOut ?? leftOut },
      ...{ taxa, names, script: await script() },
    };
    const reply = (status: number, page: Partial<GeneListPage>) =>
      replyWithPage(req, res, status, geneListPage({ ...view, path: PATH.slice(1) }, { ...about, ...page }));
    const { geneList } = view.words;
    const all = read?.count || entries.length;
    if (all > MOST_GENES) return reply(400, { problem: geneList.tooMany(all, MOST_GENES) });
    if (entries.length === 0)
      return req.method === 'POST' ? reply(400, { problem: geneList.nothingGiven }) : reply(200, {});
    if (isScripted) return reply(200, {});
    const list = { text: entries, fields: 'row' };
    const answer = await collected(options, { req, res, list }, (plan) => collectPeople(plan, options, res));
    if (answer !== undefined) await reply(200, { answer, people: answer.people });
  };
}

type ListRequest = { req: Request; res: Response; list: object; limitMs?: number };

/** Collects while the list has its place among those under way. */
async function collected<Found>(
  { federatedBatch, lists }: GeneListRouteOptions,
  { req, res, list, limitMs }: ListRequest,
  collect: (plan: BatchPlan) => Promise<Found>,
): Promise<Found> {
  using _ = await lists.enter(req.ip ?? '');
  // A reader sees nothing meanwhile, so it takes as long as a search. The rest is collected when the list is put again.
  return await collect(await federatedBatch(parseGeneList(list), PUBLIC_VIEWER, readerSignal(res), limitMs));
}

type FileRequest = { req: Request; res: Response; text: string; format: string };

/** Sends the file of a list, whose name has only the date. */
async function sendFile(options: GeneListRouteOptions, { req, res, text, format: given }: FileRequest): Promise<void> {
  const format = exportFormat(given);
  checkSearchMode('genes', options.features);
  // Only numbers are held, and the number of lists under way is bounded already.
  localsOf(res).memory?.refuseNothing();
  const list = { text: readTypedList(text).entries };
  const answer = await collected(options, { req, res, list, limitMs: FILE_LIMIT_MS }, (plan) => plan.collect());
  if (answer === undefined) return;
  const day = new Date().toISOString().slice(0, 10);
  const rows = listTable(answer, await options.activeTaxa());
  const body = format === 'json' ? Buffer.from(JSON.stringify(answer)) : await fileOf(options, format, rows);
  addHeader(res, 'Cache-Control', 'no-store');
  addHeader(res, 'Content-Disposition', `attachment; filename="genes-${day}.${format}"`);
  endWith(res, 200, FILE_TYPES[format], body);
}

async function fileOf(
  { workbookWriter }: Pick<GeneListRouteOptions, 'workbookWriter'>,
  format: Exclude<ExportFormat, 'json'>,
  rows: readonly (readonly string[])[],
): Promise<Buffer> {
  if (format !== 'xlsx') return Buffer.from((format === 'csv' ? csvText : tsvText)(rows, rows[0]?.length ?? 0));
  const write = await workbookWriter();
  return Buffer.concat([...write([{ name: 'genes', portions: [rows.map((row) => row.map(guardedCell))] }])]);
}
