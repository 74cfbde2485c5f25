/** `/export`: the whole answer of a search as a file, with the viewer's rights, with or without JavaScript. */

import { Router } from 'express';
import { RegistryError } from '../../domain/errors.ts';
import type { Part } from '../../domain/federation/federated-answer.ts';
import { ASKED, parseOrigins, parseSearchQuestion } from '../../domain/federation/federated-query.ts';
import { mergedPage } from '../../domain/federation/merging.ts';
import { SET_FILTERS } from '../../domain/federation/origin.ts';
import type { FoundRecord } from '../../domain/federation/source.ts';
import { phrase } from '../../domain/phrases.ts';
import { booleanParameter, invalid, listParameter, missing, refuseOthers } from '../../domain/query/parameters.ts';
import {
  EXPORT_FORMATS,
  type Exported,
  type ExportFormat,
  exportMetadata,
  exportPieces,
} from '../../domain/tables/export-table.ts';
import type { FederatedPlan, WithOrigins } from '../../federation/use-cases/federated-plan.ts';
import type { UseCases } from '../../federation/use-cases/use-cases.ts';
import { type PageSearch, readSearch, TERMS_PREFIX } from '../../web/parts/search/search-query.ts';
import type { ExportLimiter } from '../limits/export-limiter.ts';
import { readerSignal } from '../reply/reader.ts';
import { endWith } from '../reply/replies.ts';
import { addHeader } from '../reply/reply-headers.ts';
import { checkSearchMode, type FeatureFlags } from '../request/features.ts';
import { refuseOtherMethods } from '../request/methods.ts';
import { localsOf } from '../request/reply-locals.ts';
import type { RequestPipeline } from '../request/request-pipeline.ts';
import { rightsCheck } from '../request/viewer.ts';
import {
  addCompleteness,
  bytesOf,
  type ReaderLimits,
  takenPortions,
  writeExport,
  writeExportHead,
} from './export-reply.ts';

export type ExportRouteOptions = {
  read: RequestPipeline['read'];
  viewerNow: RequestPipeline['viewerNow'];
  features: FeatureFlags;
  wholeSearch: UseCases['wholeSearch'];
  /** The address of this registry, without a trailing slash. */
  host: string;
  now: () => Date;
  limiter: ExportLimiter;
  readerLimits: ReaderLimits;
};

/** The parameters of `/search` and those of a file. Fields for terms are named by their ontologies. */
const KNOWN = [
  ...new Set([...ASKED.genes, ...ASKED.users]),
  'by',
  'kind',
  'iSearch',
  'lang',
  'format',
  'part',
  'bom',
  'auth',
];
const SETS = { genes: ['tier', 'tiers', ...SET_FILTERS], users: SET_FILTERS };

/** Limits for slow readers: the rate is half of what mobile networks offer when a data volume is used up. */
export const READER_LIMITS: ReaderLimits = { idleMs: 30_000, leastBytesPerSecond: 4 * 1024 };

/** Makes the route, which takes the parameters of `/search` and `format`, and sends all records of all queried registries. */
export function exportRoutes(options: ExportRouteOptions): Router {
  const { limiter, readerLimits, wholeSearch, now } = options;
  const routes = Router();
  routes.get('/export', async (req, res) => {
    const signal = readerSignal(res);
    const { params, viewer } = await options.read(req);
    const named = [...new Set(params.keys())].filter((name) => name.startsWith(TERMS_PREFIX));
    refuseOthers(params, [...KNOWN, ...named]);
    const isMetadata = readPart(params) === 'metadata';
    const format = isMetadata ? 'json' : readFormat(params);
    const hasMark = booleanParameter(params, 'bom') === true;
    const search = readSearch(params);
    appendEmptySets(search, params);
    if (search.submitted !== 'search') throw new RegistryError('search-criterion-missing');
    refuseOtherKind(params, search.kind);
    checkSearchMode(search.kind, options.features);
    const query = { question: parseSearchQuestion(search.kind, search.params), origins: parseOrigins(search.params) };
    const plan = wholeSearch(query, viewer, signal);
    const checkRights = rightsCheck(options, viewer);
    const about = { kind: search.kind, address: `${options.host}/search?${search.params}` };
    if (req.method === 'HEAD') {
      if (isMetadata) addHeader(res, 'Content-Type', 'application/json');
      else writeExportHead(res, viewer, { ...about, askedAt: now() }, format);
      res.end();
      return;
    }
    try {
      using place = await limiter.enter(req.ip ?? '', signal);
      // A stopping server destroys all connections at once, but their `close` events follow one by one.
      if (req.socket.destroyed) return;
      await checkRights();
      const askedAt = now();
      const collected = await collectRecords(plan);
      if (collected === undefined) return;
      const { records } = collected;
      const exported = { ...about, ...collected.found, askedAt };
      if (isMetadata) {
        await checkRights();
        addHeader(res, 'Cache-Control', viewer.kind === 'public' ? 'no-store' : 'private, no-store');
        endWith(res, 200, 'application/json', Buffer.from(exportMetadata(exported)));
        return;
      }
      await place.hold(bytesOf(records));
      await checkRights();
      addCompleteness(res, exported);
      writeExportHead(res, viewer, exported, format);
      const portions = takenPortions(records, (bytes) => {
        place.letGo(bytes);
        localsOf(res).memory?.reserve(0, -bytes);
      });
      await writeExport(res, exportPieces(format, exported, portions, hasMark), readerLimits);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  });
  routes.all('/export', refuseOtherMethods());
  return routes;
}

/** Adds the filters that are empty: the page ignores a field that was not filled in, but a file has what the API answers. */
function appendEmptySets({ kind, params }: PageSearch, given: URLSearchParams): void {
  for (const name of SETS[kind]) {
    const isEmpty = listParameter(given, name)?.every((value) => value.trim() === '') === true;
    if (isEmpty) for (const value of given.getAll(name)) params.append(name, value);
  }
}

/** Reads whether the request wants only the metadata of the file, without its rows. */
function readPart(params: URLSearchParams): 'metadata' | undefined {
  const part = params.get('part') ?? '';
  if (part !== '' && part !== 'metadata') throw invalid('part', part, 'metadata');
  return part === '' ? undefined : part;
}

/** The rest of the address says the kind of the search; `kind` may repeat it. */
function refuseOtherKind(params: URLSearchParams, kind: string): void {
  const given = params.get('kind') || kind;
  if (given !== kind) throw invalid('kind', given, kind);
}

function readFormat(params: URLSearchParams): ExportFormat {
  const given = params.get('format');
  const allowed = EXPORT_FORMATS.join(', ');
  if (given === null || given === '') throw missing('format', phrase('one-of-formats', { formats: allowed }));
  const format = EXPORT_FORMATS.find((one) => one === given.toLowerCase());
  if (format === undefined) throw invalid('format', given, allowed);
  return format;
}

type Collected = { found: Pick<Exported, 'total' | 'origins' | 'completeness'>; records: FoundRecord[] };

/** Collects the records in the merged order, in a list that may be emptied: no other variable refers to them. */
async function collectRecords({ collect }: FederatedPlan<WithOrigins<object>>): Promise<Collected | undefined> {
  const collected = await collect();
  if (collected === undefined) return undefined;
  const { origins, complete, summary } = collected.answer;
  const records = mergedRecords(collected.parts);
  return { found: { total: records.length, origins, completeness: { complete, summary } }, records };
}

function mergedRecords(parts: readonly Part[]): FoundRecord[] {
  const lists = parts.map(({ origin: { key }, records }) => ({ key, records }));
  return [...mergedPage(lists, new Map(), Number.POSITIVE_INFINITY).records];
}
