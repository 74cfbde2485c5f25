/** `/genes`: a list of genes, which comes in the body of a form, and goes out as a page or as a file. */

import { type Request, type Response, Router } from 'express';
import { RegistryError } from '../../domain/errors.ts';
import { parseGeneList } from '../../domain/gene-list/list-question.ts';
import { listTable } from '../../domain/gene-list/list-table.ts';
import { MOST_GENES, typedEntries } from '../../domain/gene-list/typed-entries.ts';
import { phrase } from '../../domain/phrases.ts';
import { PUBLIC_VIEWER } from '../../domain/record/model.ts';
import { csvText, tsvText } from '../../domain/tables/delimited-text.ts';
import type { BatchPlan, FederatedBatch } from '../../federation/use-cases/federated-batch.ts';
import { type GeneListPage, geneListPage } from '../../web/pages/gene-list-page.ts';
import type { Page } from '../../web/pages/layout.ts';
import type { ListPlaces } from '../limits/list-places.ts';
import { readerSignal } from '../reply/reader.ts';
import { endWith } from '../reply/replies.ts';
import { addHeader } from '../reply/reply-headers.ts';
import { checkSearchMode, type FeatureFlags } from '../request/features.ts';
import { formFields, fromOwnPage } from '../request/form-body.ts';
import { localsOf } from '../request/reply-locals.ts';
import { readAddress } from '../request/request-context.ts';
import { type RecordViewOptions, recordViewOf, replyWithPage } from './page-replies.ts';
import { collectPeople, countedPeople } from './people-of-genes.ts';

export type GeneListRouteOptions = RecordViewOptions & {
  federatedBatch: FederatedBatch;
  lists: ListPlaces;
  features: FeatureFlags;
  /** The address of this registry as others know it. */
  host: string;
  script: () => Promise<Page['script']>;
};

const PATH = '/genes';
/** As long as somebody waits for a page that shows nothing meanwhile. What is missing then comes when they go on. */
const LIMIT_MS = 25_000;
const FORMATS: Readonly<Record<string, [type: string, write: (rows: string[][], width: number) => string]>> = {
  csv: ['text/csv; charset=utf-8', csvText],
  tsv: ['text/tab-separated-values; charset=utf-8', tsvText],
};

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
  return routes;
}

/**
 * Answers the page of a list, wherever that was posted to.
 *
 * @param read of a list that was read out of another text
 */
export type ShowGeneList = (req: Request, res: Response, text: string, read?: ReadOutOfText) => Promise<void>;
type ReadOutOfText = {
  /** How many genes stand there, where the list has not all of them; else 0. */
  count: number;
  toConfirm: readonly string[];
  /** Whether other words stand there. */
  isShortened: boolean;
};

const NOT_READ: ReadOutOfText = { count: 0, toConfirm: [], isShortened: false };

/**
 * With scripts, which say so in the form, the page comes at once and collects by itself; without, it comes when all is
 * there.
 */
export function geneListHandler(options: GeneListRouteOptions): ShowGeneList {
  const { features, activeTaxa, script } = options;
  return async (req, res, text, { count, toConfirm, isShortened } = NOT_READ) => {
    const isScripted = req.body?.scripted === 'yes';
    const { params } = readAddress(req.originalUrl);
    checkSearchMode('genes', features);
    const view = await recordViewOf(req, params, options);
    const about: GeneListPage = { text, toConfirm, isShortened, taxa: await activeTaxa(), script: await script() };
    const reply = (status: number, page: Partial<GeneListPage>) =>
      replyWithPage(req, res, status, geneListPage({ ...view, path: PATH.slice(1) }, { ...about, ...page }));
    const entries = typedEntries(text);
    const { geneList } = view.words;
    const all = Math.max(entries.length, count);
    if (all > MOST_GENES) return reply(400, { problem: geneList.tooMany(all, MOST_GENES) });
    if (entries.length === 0)
      return req.method === 'POST' ? reply(400, { problem: geneList.nothingGiven }) : reply(200, {});
    if (isScripted) return reply(200, {});
    const found = await collected(options, { req, res, texts: entries }, (plan) =>
      plan.collectPeople(countedPeople(res)),
    );
    if (found === undefined) return;
    const { parts, ...answer } = found;
    const people = await collectPeople(parts, options, readerSignal(res));
    if (people !== undefined) await reply(200, { answer, people });
  };
}

type ListRequest = { req: Request; res: Response; texts: readonly string[] };

/** What is collected while the list has its place among those under way. */
async function collected<Found>(
  { federatedBatch, lists }: GeneListRouteOptions,
  { req, res, texts }: ListRequest,
  collect: (plan: BatchPlan) => Promise<Found>,
): Promise<Found> {
  using _ = lists.enter(req.ip ?? '');
  return await collect(
    await federatedBatch(parseGeneList({ text: texts }), PUBLIC_VIEWER, readerSignal(res), LIMIT_MS),
  );
}

type FileRequest = { req: Request; res: Response; text: string; format: string };

/** Its name holds the day alone. */
async function sendFile(options: GeneListRouteOptions, { req, res, text, format }: FileRequest): Promise<void> {
  checkSearchMode('genes', options.features);
  // Numbers alone are held, and as many lists as may be under way are bounded already.
  localsOf(res).memory?.refuseNothing();
  const answer = await collected(options, { req, res, texts: typedEntries(text) }, (plan) => plan.collect());
  if (answer === undefined) return;
  const day = new Date().toISOString().slice(0, 10);
  const [type, write] = FORMATS[format] ?? ['application/json', undefined];
  const rows = listTable(answer, await options.activeTaxa());
  const body = write === undefined ? JSON.stringify(answer) : write(rows, rows[0]?.length ?? 0);
  addHeader(res, 'Cache-Control', 'no-store');
  addHeader(res, 'Content-Disposition', `attachment; filename="genes-${day}.${write === undefined ? 'json' : format}"`);
  endWith(res, 200, type, Buffer.from(body));
}
