/**
 * A federated answer as a file. CSV and TSV hold a line of names and rows, as programs read them without knowing
 * anything; how complete they are stands in headers and in their metadata. JSON holds it itself.
 */

import { type Completeness, jsonList } from '../federation/federated-answer.ts';
import type { Origin } from '../federation/origin.ts';
import type { FoundRecord } from '../federation/source.ts';
import { readRecord } from '../record/read-record.ts';
import { csvText, tsvText } from './delimited-text.ts';

export const EXPORT_FORMATS = ['csv', 'tsv', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What a file says of itself. */
export type Exported = {
  kind: 'genes' | 'users';
  /** How many records it holds. */
  total: number;
  origins: readonly Origin[];
  completeness: Pick<Completeness, 'complete' | 'summary'>;
  askedAt: Date;
  /** Of the search, without any secret. */
  address: string;
};

/** Records in order, some at a time: making the text of thousands at once would hold up everybody else. */
type Portions = Iterable<readonly FoundRecord[]>;
type JsonObject = Readonly<Record<string, unknown>>;
type Row = { gene: JsonObject; user: JsonObject; links: JsonObject; isAnonymised: boolean };
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

const COLUMNS = { genes: [...OF_ORIGIN, ...OF_GENE, ...OF_RESEARCHER], users: [...OF_ORIGIN, ...OF_RESEARCHER] };

/** The names of the columns of CSV and TSV, which stay the same whatever was found. */
export function exportColumns(kind: Exported['kind']): string[] {
  return COLUMNS[kind].map(([name]) => name);
}

/**
 * The file as pieces of text: one, then one for each portion of the records, which come in the merged order; of JSON
 * another one at the end.
 *
 * @param hasMark whether CSV begins with a byte order mark, without which some spreadsheets misread accents
 */
export function* exportPieces(
  format: ExportFormat,
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
  for (const records of portions) yield textOf(records.map(cellsOf(exported.kind)), columns.length);
}

/** What is known of a file beside its rows, as one JSON object. */
export function exportMetadata({ kind, total, origins, completeness, askedAt, address }: Exported): string {
  const about = { kind, ...completeness, askedAt: askedAt.toISOString(), search: address, records: total };
  return JSON.stringify({ ...about, columns: exportColumns(kind), origins });
}

function cellsOf(kind: Exported['kind']): (record: FoundRecord) => string[] {
  return (found) => {
    const record = object(readRecord<unknown>(found));
    // A gene found carries its origin in the record of its owner.
    const user = kind === 'genes' ? object(record.remoteUser) : record;
    const row = { gene: record, user, links: object(record.links), isAnonymised: found.isAnonymised };
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

/** What shows who somebody is, which an anonymised row leaves out whatever its origin wrote there. */
function ofPerson(member: string): Column[1] {
  return ({ user, isAnonymised }) => (isAnonymised ? '' : text(user[member]));
}

/** Programs would read `0301234` as the number 301234; the apostrophe is that of a cell which might be a formula. */
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
