/** `/export`: the whole answer of a search as a file, for whoever may see it, with or without JavaScript. */

import { Router } from 'express';
import { RegistryError } from '../../domain/errors.ts';
import {
  EXPORT_FORMATS,
  type Exported,
  type ExportFormat,
  exportPieces,
} from '../../domain/federation/export-table.ts';
import { completenessOf, type Part } from '../../domain/federation/federated-answer.ts';
import { mergedPage } from '../../domain/federation/merging.ts';
import type { FoundRecord, Question, Source } from '../../domain/federation/source.ts';
import { pairedTerms } from '../../domain/query/filters.ts';
import { parseGeneQuery } from '../../domain/query/gene-query.ts';
import { invalid, missing } from '../../domain/query/parameters.ts';
import { parseUserQuery } from '../../domain/query/user-query.ts';
import type { Viewer } from '../../domain/record/model.ts';
import type { FanOut, SourceQuery } from '../../federation/fan-out.ts';
import { type PageSearch, readSearch } from '../../web/parts/search-query.ts';
import { checkFeatures, type FeatureFlags } from '../request/features.ts';
import { refuseOtherMethods } from '../request/methods.ts';
import type { RequestPipeline } from '../request/request-pipeline.ts';
import type { ExportLimiter, ExportLimits } from './export-limiter.ts';
import { bytesOf, type ReaderLimits, takenPortions, writeExport, writeExportHead } from './export-reply.ts';
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
  limiter: ExportLimiter;
  readerLimits: ReaderLimits;
};

const BYTES_PER_MEBIBYTE = 1024 * 1024;

/** A file of a large network is some tens of megabytes. */
export const EXPORT_LIMITS: ExportLimits = {
  mostGathering: 4,
  mostWaitingForRoom: 2,
  mostPerAddress: 2,
  mostWaiting: 200,
  mostWaitingPerAddress: 8,
  mostWaitMs: 10_000,
  mostBytes: 64 * BYTES_PER_MEBIBYTE,
  mostBytesPerAddress: 32 * BYTES_PER_MEBIBYTE,
};

/** Half of what mobile networks leave to those whose volume is used up. */
export const READER_LIMITS: ReaderLimits = { idleMs: 30_000, leastBytesPerSecond: 4 * 1024 };

/** Takes the parameters of `/search`, and `format`; answers every record of every registry that was asked. */
export function exportRoutes(options: ExportNeeds): Router {
  const { limiter, readerLimits } = options;
  const routes = Router();
  routes.get('/export', async (req, res) => {
    const signal = signalOf(res);
    const { params, viewer } = await options.read(req);
    const format = readFormat(params);
    const search = readSearch(params);
    if (search.asked !== 'search') throw new RegistryError('search-criterion-missing');
    checkFeatures(`/api/federated/${search.kind}/search`, options.features);
    const plan = planOf(search, options);
    if (req.method === 'HEAD') {
      writeExportHead(res, viewer, { ...plan, askedAt: options.now() }, format);
      res.end();
      return;
    }
    try {
      using place = await limiter.enter(req.ip ?? '', signal);
      // A server that stops closes all connections at once, and tells of it one by one.
      if (req.socket.destroyed) return;
      const { exported, records } = await gather(plan, viewer, options, signal);
      await place.hold(bytesOf(records));
      writeExportHead(res, viewer, exported, format);
      await writeExport(res, exportPieces(format, exported, takenPortions(records, place.letGo)), readerLimits);
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

/** What to ask whom, before anything of it is asked. */
type Plan = Pick<Exported, 'kind' | 'address'> & { queries: readonly SourceQuery[]; leftOut: readonly Part[] };

/** @throws RegistryError what the asker has to mend */
function planOf(search: PageSearch, { origins, host }: ExportNeeds): Plan {
  const question = questionOf(search);
  const asked = origins.named(search.params);
  return {
    kind: search.kind,
    address: `${host}/search?${search.params}`,
    queries: asked.map((source) => ({ source, question })),
    leftOut: origins.leftOut(asked),
  };
}

async function gather(
  { kind, address, queries, leftOut }: Plan,
  viewer: Viewer,
  { fanOut, sources, now }: ExportNeeds,
  signal: AbortSignal,
): Promise<{ exported: Exported; records: FoundRecord[] }> {
  const parts = [...leftOut];
  const askedAt = now();
  for await (const part of fanOut(queries, viewer, signal)) parts.push(part);
  signal.throwIfAborted();
  const inOrder = sources.flatMap(({ key }) => parts.filter(({ origin }) => origin.key === key));
  const lists = inOrder.map(({ origin: { key }, records }) => ({ key, records }));
  const { records } = mergedPage(lists, new Map(), Number.POSITIVE_INFINITY);
  const origins = inOrder.map(({ origin }) => origin);
  const completeness = completenessOf(origins);
  const exported = { kind, total: records.length, origins, completeness, askedAt, address };
  return { exported, records: [...records] };
}
