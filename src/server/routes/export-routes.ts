/** `/export`: the whole answer of a search as a file, with the viewer's rights, with or without JavaScript. */

import { type Response, Router } from 'express';
import { phrase, RegistryError } from '../../domain/errors.ts';
import type { Part } from '../../domain/federation/federated-answer.ts';
import { ASKED, parseOrigins, parseSearchQuestion } from '../../domain/federation/federated-query.ts';
import { mergedPage } from '../../domain/federation/merging.ts';
import { SET_FILTERS } from '../../domain/federation/origin.ts';
import type { FoundRecord } from '../../domain/federation/source.ts';
import { booleanParameter, invalid, listParameter, missing, refuseOthers } from '../../domain/query/parameters.ts';
import type { Viewer } from '../../domain/record/model.ts';
import {
  EXPORT_FORMATS,
  type Exported,
  type ExportFormat,
  exportFormat,
  exportMetadata,
  exportPieces,
  exportSheets,
  type WorkbookWriter,
} from '../../domain/tables/export-table.ts';
import type { FederatedPlan, WithOrigins } from '../../federation/federated-plan.ts';
import type { UseCases } from '../../federation/use-cases.ts';
import { sliced } from '../../lib/slices.ts';
import { type PageSearch, readSearch, TERMS_PREFIX } from '../../pages/search/search-query.ts';
import type { FileSlots } from '../limits/work-in-flight.ts';
import { addDeprecation } from '../reply/deprecation.ts';
import { refuseOtherMethods } from '../reply/methods.ts';
import { drained, isOver, over, readerSignal } from '../reply/reader.ts';
import { endWith } from '../reply/replies.ts';
import { addHeader, headersOf } from '../reply/reply-headers.ts';
import { checkSearchMode, type FeatureFlags } from '../request/features.ts';
import { localsOf } from '../request/reply-locals.ts';
import type { RequestPipeline } from '../request/request-context.ts';
import { rightsCheck } from '../request/viewer.ts';
import { readOrFaults } from '../request/wrong-parameters.ts';

export type ExportRouteOptions = {
  read: RequestPipeline['read'];
  viewerNow: RequestPipeline['viewerNow'];
  features: FeatureFlags;
  wholeSearch: UseCases['wholeSearch'];
  /** The address of this registry, without a trailing slash. */
  host: string;
  now: () => Date;
  limiter: FileSlots;
  /** Loads the writer of workbooks. */
  workbookWriter: () => Promise<WorkbookWriter>;
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
    const context = await options.read(req);
    const { params, viewer } = context;
    addDeprecation(res, context);
    const { search, query, isMetadata, format, hasMark } = await readOrFaults(params, (given) =>
      readExport(given, options.features),
    );
    const plan = wholeSearch(query, viewer, signal);
    const checkRights = rightsCheck(options, viewer);
    const about = { kind: search.kind, address: `${options.host}/search?${search.params}` };
    if (req.method === 'HEAD') {
      if (isMetadata) writeHead(res, viewer, 'application/json');
      else writeExportHead(res, viewer, { ...about, askedAt: now() }, format);
      res.end();
      return;
    }
    try {
      using slot = await limiter.enter(req.ip ?? '', signal);
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
      await slot.hold(bytesOf(records));
      await checkRights();
      // Loaded before the first byte is sent.
      const write =
        format === 'xlsx'
          ? workbookOf(await options.workbookWriter(), exported)
          : (portions: Portions) => exportPieces(format, exported, portions, hasMark);
      addCompleteness(res, exported);
      writeExportHead(res, viewer, exported, format);
      const portions = takenPortions(records, (bytes) => {
        slot.letGo(bytes);
        localsOf(res).memory?.reserve(0, -bytes);
      });
      await writeExport(res, write(portions), readerLimits);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  });
  routes.all('/export', refuseOtherMethods());
  return routes;
}

/** Reads the question. @throws RegistryError of its first fault */
function readExport(params: URLSearchParams, features: FeatureFlags) {
  const named = [...new Set(params.keys())].filter((name) => name.startsWith(TERMS_PREFIX));
  refuseOthers(params, [...KNOWN, ...named]);
  const isMetadata = readPart(params) === 'metadata';
  const format = isMetadata ? 'json' : readFormat(params);
  const hasMark = booleanParameter(params, 'bom') === true;
  const search = readSearch(params);
  appendEmptySets(search, params);
  if (search.submitted !== 'search') throw new RegistryError('search-criterion-missing');
  refuseOtherKind(params, search.kind);
  checkSearchMode(search.kind, features);
  const query = { question: parseSearchQuestion(search.kind, search.params), origins: parseOrigins(search.params) };
  return { search, query, isMetadata, format, hasMark };
}

type Portions = Iterable<readonly FoundRecord[]>;

function workbookOf(write: WorkbookWriter, exported: Exported): (portions: Portions) => Iterable<Uint8Array> {
  return (portions) => write(exportSheets(exported, portions));
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

/** The other parameters say the kind of the search; `kind` may repeat it. */
function refuseOtherKind(params: URLSearchParams, kind: string): void {
  const given = params.get('kind') || kind;
  if (given !== kind) throw invalid('kind', given, kind);
}

function readFormat(params: URLSearchParams): ExportFormat {
  const given = params.get('format');
  if (given) return exportFormat(given);
  throw missing('format', phrase('one-of-formats', { formats: EXPORT_FORMATS.join(', ') }));
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

export type ReaderLimits = {
  /** A reader who takes nothing for this long is cut off. */
  idleMs: number;
  /** So is a reader who is slower than this over the whole file, with `idleMs` not counted. */
  leastBytesPerSecond: number;
};

/** The parts of a file's name. */
type Named = Pick<Exported, 'kind' | 'address' | 'askedAt'>;

/** Takes less time than a slice of work. */
const RECORDS_AT_ONCE = 25;
/** Memory of a record besides its text: its place in the order, and its objects. */
const RECORD_BYTES = 400;
const LONGEST_SYMBOL = 40;

export const FILE_TYPES: Readonly<Record<ExportFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  tsv: 'text/tab-separated-values; charset=utf-8',
  json: 'application/json',
};

/** Returns the memory of these records, if their text has one byte per character. */
export function bytesOf(records: readonly FoundRecord[]): number {
  return records.reduce((bytes, { json }) => bytes + json.length + RECORD_BYTES, 0);
}

/** Adds headers that say how complete the file is (RFC 9651): `?1` for yes, and the sentence with UTF-8 escaped. */
function addCompleteness(res: Response, { total, completeness }: Pick<Exported, 'total' | 'completeness'>): void {
  addHeader(res, 'Isearch-Proxy-Complete', completeness.complete ? '?1' : '?0');
  addHeader(res, 'Isearch-Proxy-Summary', `%"${displayText(completeness.summary)}"`);
  addHeader(res, 'Isearch-Proxy-Records', String(total));
}

function displayText(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replace(/%(?:20|2C|3A|3B|2F|3D)/g, decodeURIComponent)
    .replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
}

/** Sends the head of the response, which is all of it for HEAD. */
function writeExportHead(res: Response, viewer: Viewer, named: Named, format: ExportFormat): void {
  const metadata = new URLSearchParams(new URL(named.address).searchParams);
  metadata.set('part', 'metadata');
  addHeader(res, 'Link', `<?${metadata}>; rel="describedby"; type="application/json"`);
  addHeader(res, 'Content-Disposition', `attachment; filename="${fileName(named)}.${format}"`);
  writeHead(res, viewer, FILE_TYPES[format]);
}

function writeHead(res: Response, viewer: Viewer, type: string): void {
  addHeader(res, 'Cache-Control', viewer.kind === 'public' ? 'no-store' : 'private, no-store');
  addHeader(res, 'Content-Type', type);
  res.writeHead(200, headersOf(res));
}

/** Yields the records in portions and removes them from their list; calls `letGo` with the bytes of a portion when the next is requested. */
function* takenPortions(records: FoundRecord[], letGo: (bytes: number) => void): Generator<FoundRecord[]> {
  while (records.length > 0) {
    const portion = records.splice(0, RECORDS_AT_ONCE);
    yield portion;
    letGo(bytesOf(portion));
  }
}

/**
 * Writes the pieces, each after the reader took the one before; other requests run in between. It ends when the reader
 * has all or disconnects. A reader beyond the limits is cut off, which shows that the file is incomplete.
 */
async function writeExport(
  res: Response,
  pieces: Iterable<string | Uint8Array>,
  { idleMs, leastBytesPerSecond }: ReaderLimits,
): Promise<void> {
  const began = performance.now();
  const slices = sliced();
  let written = 0;
  res.setTimeout(idleMs, () => res.destroy());

  async function waitFor(taken: Promise<unknown>): Promise<void> {
    const endMs = began + idleMs + (written / leastBytesPerSecond) * 1000;
    const tooSlow = setTimeout(() => res.destroy(), Math.max(0, endMs - performance.now()));
    await taken.finally(() => clearTimeout(tooSlow));
  }

  for (const piece of pieces) {
    written += piece.length;
    if (!res.write(piece)) await waitFor(drained(res, res));
    await slices.next();
    if (isOver(res)) return;
  }
  res.end();
  await waitFor(over(res));
}

/** Returns a name such as `genes-BRCA1-2026-08-22`; of the symbol it has only characters that every system allows. */
function fileName({ kind, address, askedAt }: Named): string {
  const symbol = new URL(address).searchParams
    .get('symbol')
    ?.replace(/[^A-Za-z0-9-]/g, '')
    .slice(0, LONGEST_SYMBOL);
  return [kind, symbol, askedAt.toISOString().slice(0, 10)].filter(Boolean).join('-');
}
