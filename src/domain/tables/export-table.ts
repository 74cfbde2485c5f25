/**
 * Writes a federated answer as a file. CSV and TSV hold only a line of column names and rows, as simple programs expect;
 * HTTP headers and a metadata file say how complete they are. JSON and workbooks contain this themselves.
 */

import { EXPORT_FORMATS, type ExportFormat } from '../../api/words.ts';
import { type Completeness, jsonList } from '../federation/federated-answer.ts';
import type { Origin, OriginNotice } from '../federation/origin.ts';
import type { FoundRecord } from '../federation/source.ts';
import { ownMember } from '../own-member.ts';
import { invalid } from '../query/parameters.ts';
import { readRecord } from '../record/records.ts';
import { csvText, guardedCell, tsvText } from './delimited-text.ts';

export { EXPORT_FORMATS, type ExportFormat };

/** Reads the format of a file, in any case. @throws RegistryError `parameter-invalid` */
export function exportFormat(given: string): ExportFormat {
  const format = EXPORT_FORMATS.find((one) => one === given.toLowerCase());
  if (format === undefined) throw invalid('format', given, EXPORT_FORMATS.join(', '));
  return format;
}

/** What a file says about its search. */
export type Exported = {
  kind: 'genes' | 'users';
  /** How many records it holds. */
  total: number;
  origins: readonly Origin[];
  completeness: Pick<Completeness, 'complete' | 'summary'>;
  askedAt: Date;
  /** The address of the search, without secrets. */
  address: string;
};

/** Records in order, some at a time, because writing thousands at once would block all other requests. */
type Portions = Iterable<readonly FoundRecord[]>;
type JsonObject = Readonly<Record<string, unknown>>;
type Row = {
  originKey: string;
  gene: JsonObject;
  user: JsonObject;
  links: JsonObject;
  isAnonymised: boolean;
  notice: OriginNotice | undefined;
};
type Column = readonly [name: string, cell: (row: Row) => string];

const OF_ORIGIN: readonly Column[] = [
  ['origin', ({ user }) => text(user.origin)],
  ['origin_url', ({ user }) => text(user.originUrl)],
];
const OF_GENE: readonly Column[] = [
  ['gene_symbol', ({ gene }) => text(gene.symbol)],
  ['gene_id', ({ gene }) => text(gene.geneId)],
  ['taxon_id', ({ gene }) => text(object(gene.taxon).id)],
  ['taxon', ({ gene }) => text(object(gene.taxon).commonName)],
  ['tier', ({ gene }) => text(gene.tier)],
];
const OF_RESEARCHER: readonly Column[] = [
  ['anonymised', ({ isAnonymised }) => (isAnonymised ? 'yes' : 'no')],
  ['last_name', ofPerson('lastName')],
  ['first_name', ofPerson('name')],
  ['position', ({ user }) => text(user.researcherPosition)],
  ['categories', ({ user }) => list(user.researcherCategories).map(text).join('; ')],
  ['organization', ofPerson('organization')],
  ['department', ofPerson('department')],
  ['email', ofPerson('email')],
  ['phone', (row) => notANumber(ofPerson('phone')(row))],
  ['website', ofPerson('website')],
  ['description', ({ user }) => text(user.description)],
  ['profile', ({ links }) => text(links.profile)],
];

/** By which a row is found in the API, and what has to be shown beside it; behind the columns of earlier versions. */
const OF_RECORD: readonly Column[] = [
  ['origin_key', ({ originKey }) => originKey],
  ['user_id', ofPerson('id')],
  ['orcid', ofPerson('orcid')],
  ['ror', ofPerson('ror')],
  ['disclaimer', ({ notice }) => text(notice?.disclaimer)],
  ['terms', ({ notice }) => text(notice?.terms)],
];

const COLUMNS = {
  genes: [...OF_ORIGIN, ...OF_GENE, ...OF_RESEARCHER, ...OF_RECORD],
  users: [...OF_ORIGIN, ...OF_RESEARCHER, ...OF_RECORD],
};

/** Returns the names of the columns of CSV, TSV and workbooks, which do not depend on the records. */
export function exportColumns(kind: Exported['kind']): string[] {
  return COLUMNS[kind].map(([name]) => name);
}

/**
 * Returns the file in pieces of text: a beginning, one piece for each portion of the records, which are in merged order, and
 * for JSON an end.
 *
 * @param hasMark whether CSV begins with a byte order mark, without which some spreadsheets misread accents
 */
export function* exportPieces(
  format: Exclude<ExportFormat, 'xlsx'>,
  exported: Exported,
  portions: Portions,
  hasMark = false,
): Generator<string> {
  if (format === 'json') {
    yield* jsonPieces(exported, portions);
    return;
  }
  const columns = exportColumns(exported.kind);
  const textOf = format === 'csv' ? csvText : tsvText;
  yield `${format === 'csv' && hasMark ? '\ufeff' : ''}${textOf([columns], columns.length)}`;
  const cells = cellsOf(exported);
  for (const records of portions) yield textOf(records.map(cells), columns.length);
}

/** A sheet of a workbook, some rows at a time. */
export type ExportSheet = { name: string; portions: Iterable<readonly (readonly string[])[]> };

/** Writes sheets as an Excel workbook, in pieces. */
export type WorkbookWriter = (sheets: readonly ExportSheet[]) => Iterable<Uint8Array>;

/** Returns the sheets of the file as a workbook: the rows as in CSV, and how complete they are. Cells are guarded as there. */
export function exportSheets(exported: Exported, portions: Portions): ExportSheet[] {
  return [
    { name: exported.kind, portions: rowPortions(exported, portions) },
    { name: 'about', portions: [aboutRows(exported).map(guarded)] },
  ];
}

function* rowPortions(exported: Exported, portions: Portions): Generator<string[][]> {
  const cells = cellsOf(exported);
  yield [exportColumns(exported.kind)];
  for (const records of portions) yield records.map((record) => guarded(cells(record)));
}

function guarded(row: readonly string[]): string[] {
  return row.map(guardedCell);
}

function aboutRows({ total, origins, completeness, askedAt, address }: Exported): string[][] {
  return [
    ['summary', completeness.summary],
    ['complete', completeness.complete ? 'yes' : 'no'],
    ['records', String(total)],
    ['asked at', askedAt.toISOString()],
    ['search', address],
    [],
    ['origin_key', 'origin', 'origin_url', 'state', 'records', 'problem', 'disclaimer', 'terms'],
    ...origins.map(({ key, origin, originUrl, state, count, problem, disclaimer = '', terms = '' }) => {
      return [key, origin, originUrl, state, String(count), problem?.title ?? '', disclaimer, terms];
    }),
  ];
}

/** Returns the metadata of a file as one JSON object. */
export function exportMetadata({ kind, total, origins, completeness, askedAt, address }: Exported): string {
  const about = { kind, ...completeness, askedAt: askedAt.toISOString(), search: address, records: total };
  return JSON.stringify({ ...about, columns: exportColumns(kind), origins });
}

function cellsOf({ kind, origins }: Exported): (record: FoundRecord) => string[] {
  const notices = new Map(origins.map(({ key, ...notice }) => [key, notice]));
  return (found) => {
    const record = object(readRecord<unknown>(found));
    // The record of a gene has its origin in the record of its owner.
    const user = kind === 'genes' ? object(record.remoteUser) : record;
    const originKey = text(record.originKey);
    const notice = notices.get(originKey);
    const { isAnonymised } = found;
    const row = { originKey, gene: record, user, links: object(record.links), isAnonymised, notice };
    return COLUMNS[kind].map(([, cell]) => cell(row));
  };
}

function* jsonPieces(
  { kind, origins, completeness, askedAt, address }: Exported,
  portions: Portions,
): Generator<string> {
  const about = { kind, ...completeness, askedAt: askedAt.toISOString(), search: address, origins };
  yield `${JSON.stringify(about).slice(0, -1)},"content":[`;
  let separator = '';
  for (const records of portions) {
    yield `${separator}${jsonList(records).slice(1, -1)}`;
    separator = ',';
  }
  yield ']}\n';
}

/** Returns a column with personal data, which is empty in an anonymised row, whatever the origin sent. */
function ofPerson(member: string): Column[1] {
  return ({ user, isAnonymised }) => (isAnonymised ? '' : text(ownMember(user, member)));
}

/** Adds the apostrophe of guarded cells to a number, as programs would read `0301234` as 301234. */
function notANumber(cell: string): string {
  return /^[\d.]+$/.test(cell) ? `'${cell}` : cell;
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function object(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null ? (value as JsonObject) : {};
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
