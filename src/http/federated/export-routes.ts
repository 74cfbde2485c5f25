/** `/export`: the whole answer of a search as a file, for whoever may see it, with or without JavaScript. */

import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Response, Router } from 'express';
import { RegistryError } from '../../domain/errors.ts';
import {
  EXPORT_FORMATS,
  type Exported,
  type ExportFormat,
  exportPieces,
} from '../../domain/federation/export-table.ts';
import { completenessOf, type Part } from '../../domain/federation/federated-answer.ts';
import { mergedPage } from '../../domain/federation/merging.ts';
import type { Question, Source } from '../../domain/federation/source.ts';
import { pairedTerms } from '../../domain/query/filters.ts';
import { parseGeneQuery } from '../../domain/query/gene-query.ts';
import { invalid, missing } from '../../domain/query/parameters.ts';
import { parseUserQuery } from '../../domain/query/user-query.ts';
import type { Viewer } from '../../domain/record/model.ts';
import type { FanOut } from '../../federation/fan-out.ts';
import type { limiter } from '../../limiter.ts';
import { type PageSearch, readSearch } from '../../web/parts/search-query.ts';
import { drainedOrClosed } from '../reply/replies.ts';
import { addHeader, headersOf } from '../reply/reply-headers.ts';
import { checkFeatures, type FeatureFlags } from '../request/features.ts';
import { refuseOtherMethods } from '../request/methods.ts';
import type { RequestPipeline } from '../request/request-pipeline.ts';
import type { Origins } from './federated-origins.ts';
import { signalOf } from './federated-route.ts';

export type ExportNeeds = {
  read: RequestPipeline['read'];
  features: FeatureFlags;
  origins: Origins;
  fanOut: FanOut;
  /** Every origin in its order. */
  sources: readonly Pick<Source, 'key'>[];
  /** The address of this registry, without a trailing slash. */
  host: string;
  now: () => Date;
  limiter: typeof limiter;
};

/** The records of each are held until it is out, which is some tens of megabytes in a large network. */
const MOST_AT_ONCE = 4;
/** Whoever takes nothing for so long is not waited for. */
const IDLE_MS = 30_000;
/** Some milliseconds of work. */
const RECORDS_AT_ONCE = 100;
const LONGEST_SYMBOL = 40;

const TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  tsv: 'text/tab-separated-values; charset=utf-8',
  json: 'application/json',
};

/** Takes the parameters of `/search`, and `format`; answers every record of every registry that was asked. */
export function exportRoutes(options: ExportNeeds): Router {
  const routes = Router();
  const limit = options.limiter(MOST_AT_ONCE);
  routes.get('/export', async (req, res) => {
    const { params, viewer } = await options.read(req);
    const format = readFormat(params);
    const search = readSearch(params);
    if (search.asked !== 'search') throw new RegistryError('search-criterion-missing');
    checkFeatures(`/api/federated/${search.kind}/search`, options.features);
    const signal = signalOf(res);
    try {
      await limit(async () => {
        await reply(res, viewer, await gather(search, viewer, options, signal), format);
      }, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  });
  routes.all('/export', refuseOtherMethods());
  return routes;
}

function readFormat(params: URLSearchParams): ExportFormat {
  const asked = params.get('format');
  const allowed = EXPORT_FORMATS.join(', ');
  if (asked === null || asked === '') throw missing('format', `Allowed: ${allowed}.`);
  const format = EXPORT_FORMATS.find((one) => one === asked.toLowerCase());
  if (format === undefined) throw invalid('format', asked, allowed);
  return format;
}

/** The file is made of what a search of the API finds, so the same is a mistake in both. */
function questionOf({ kind, params }: PageSearch): Question {
  const question: Question =
    kind === 'genes'
      ? { kind: 'genes-search', query: parseGeneQuery(params) }
      : { kind: 'users-search', query: parseUserQuery(params) };
  pairedTerms(question.query.filters);
  return question;
}

async function gather(
  search: PageSearch,
  viewer: Viewer,
  { origins, fanOut, sources, host, now }: ExportNeeds,
  signal: AbortSignal,
): Promise<Exported> {
  const question = questionOf(search);
  const asked = origins.named(search.params);
  const parts: Part[] = origins.leftOut(asked);
  const askedAt = now();
  const queries = asked.map((source) => ({ source, question }));
  for await (const part of fanOut(queries, viewer, signal)) parts.push(part);
  const inOrder = sources.flatMap(({ key }) => parts.filter(({ origin }) => origin.key === key));
  const lists = inOrder.map(({ origin: { key }, records }) => ({ key, records }));
  const { records } = mergedPage(lists, new Map(), Number.POSITIVE_INFINITY);
  const told = inOrder.map(({ origin }) => origin);
  const address = `${host}/search?${search.params}`;
  return { kind: search.kind, records, origins: told, completeness: completenessOf(told), askedAt, address };
}

/** Writes the file in portions, between which others have their turn; ends when nobody reads any more. */
async function reply(res: Response, viewer: Viewer, exported: Exported, format: ExportFormat): Promise<void> {
  if (res.destroyed) return;
  addHeader(res, 'Cache-Control', viewer.kind === 'public' ? 'no-store' : 'private, no-store');
  addHeader(res, 'Content-Disposition', `attachment; filename="${fileName(exported)}.${format}"`);
  addHeader(res, 'Content-Type', TYPES[format]);
  res.setTimeout(IDLE_MS, () => res.destroy());
  res.writeHead(200, headersOf(res));
  for (const piece of exportPieces(format, exported, RECORDS_AT_ONCE)) {
    const hasRoom = res.write(piece);
    if (!hasRoom) await drainedOrClosed(res, res);
    await nextTurn();
    if (res.destroyed) return;
  }
  const left = once(res, 'close');
  res.end();
  await left;
}

/** Such as `genes-BRCA1-2026-08-22`: of the symbol, signs that every system takes. */
function fileName({ kind, address, askedAt }: Exported): string {
  const symbol = new URL(address).searchParams
    .get('symbol')
    ?.replace(/[^A-Za-z0-9-]/g, '')
    .slice(0, LONGEST_SYMBOL);
  return [kind, symbol, askedAt.toISOString().slice(0, 10)].filter(Boolean).join('-');
}
