/** Reads tables from text: CSV and TSV, as various programs write them. */

import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';
import { columnOf } from '../domain/tables/columns.ts';
import { readEmail } from '../domain/tables/values.ts';
import { TABLE_BOUNDS, UnreadableTable } from './table-bounds.ts';

const ENCODING_BY_MARK = [
  { mark: [0xff, 0xfe], encoding: 'utf-16le', name: 'UTF-16' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be', name: 'UTF-16' },
] as const;
const LINE_FEED = 0x0a;
const SEPARATORS = ['\t', ';', ','];
const MOST_LINES_LISTED = 5;
const LONGEST_ROW = 4_000_000;
const LONGEST_HEADINGS = 10_000;
const COMMENT = '# ';
const MEND_ENCODING = "save it as 'CSV UTF-8', or as a workbook (XLSX)";

/** The first line by which a program tells Excel the separator; Excel does not show it, nor count it among the rows. */
const STATED_SEPARATOR = /^"?sep=(?<separator>[^\r\n]?)"?(?:\r\n|\r|\n|$)/i;
/** In one file they may differ, where a program added rows to those of another. */
const LINE_ENDS = ['\r\n', '\n', '\r'];

/**
 * Returns the rows of a table in UTF-8, or in UTF-16 with a byte order mark. The separator is a comma, a semicolon or a
 * tab: the one that a first line states (`sep=;`), or else the one that is most frequent in the first row.
 *
 * @throws UnreadableTable
 */
export function readTextTable(bytes: Buffer): string[][] {
  const text = toText(bytes);
  if (text.includes('\0')) throw new UnreadableTable('is neither text nor a workbook (XLSX)');
  const stated = STATED_SEPARATOR.exec(text);
  if (stated === null) return parseRows(text, separatorOf(text));
  const { separator = '' } = stated.groups ?? {};
  if (SEPARATORS.includes(separator)) return parseRows(text.slice(stated[0].length), separator);
  throw new UnreadableTable(
    `has '${separator}' as its separator in the first line; allowed: sep=; or sep=, or a tabulator`,
  );
}

function toText(bytes: Buffer): string {
  const marked = ENCODING_BY_MARK.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte));
  try {
    return new TextDecoder(marked?.encoding ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    if (marked !== undefined) throw new UnreadableTable(`is not text in ${marked.name}, as its beginning says`);
    throw new UnreadableTable(`is not text in UTF-8 in ${brokenLines(bytes)}; ${MEND_ENCODING}`);
  }
}

function brokenLines(bytes: Buffer): string {
  const broken: number[] = [];
  let start = 0;
  for (let number = 1; start < bytes.length; number += 1) {
    const end = bytes.indexOf(LINE_FEED, start);
    const line = bytes.subarray(start, end < 0 ? bytes.length : end);
    if (!isUtf8(line)) broken.push(number);
    start += line.length + 1;
  }
  const rest = broken.length - MOST_LINES_LISTED;
  const listed = broken.slice(0, MOST_LINES_LISTED).join(', ');
  return `${broken.length === 1 ? 'line' : 'lines'} ${listed}${rest > 0 ? ` and ${rest.toLocaleString('en')} more` : ''}`;
}

/** Counts the separators in the first row that is neither empty nor a comment; separators within quotes do not count. */
function separatorOf(text: string): string {
  const bare = text.slice(0, LONGEST_HEADINGS).replace(/"(?:[^"]|"")*"/g, 'quoted');
  const first = bare.split(/\r\n|\r|\n/).find((line) => /[^\s,;]/.test(line) && !line.startsWith(COMMENT)) ?? '';
  const counts = SEPARATORS.map((separator) => first.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** Splits the text into rows as spreadsheets count them: empty lines are rows, a line break within quotes does not end a row. */
function parseRows(text: string, separator: string): string[][] {
  let rowNumber = 0;
  // Each row is checked when it is read, because all later rows may be as wide and would fill the memory.
  function refuseWide(row: string[]): string[] {
    rowNumber++;
    if (row.length <= TABLE_BOUNDS.columns) return row;
    throw new UnreadableTable(`has more than ${TABLE_BOUNDS.columns} columns in row ${rowNumber}`);
  }
  try {
    const rows = parse(text, {
      on_record: refuseWide,
      delimiter: separator,
      record_delimiter: LINE_ENDS,
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: LONGEST_ROW,
      to: TABLE_BOUNDS.rows + 1,
    });
    if (rows.length > TABLE_BOUNDS.rows) {
      throw new UnreadableTable(`has more than ${TABLE_BOUNDS.rows.toLocaleString('en')} rows`);
    }
    refuseRowsInCells(rows, separator);
    return rows;
  } catch (error) {
    throw error instanceof CsvError ? new UnreadableTable(quoteProblem(error), { cause: error }) : error;
  }
}

/**
 * Refuses a cell that has rows of other people in it: one that begins with a quote (`"5 wide`) reaches to the next quote,
 * rows further down, and what these rows say would be lost without a word.
 */
function refuseRowsInCells(rows: readonly (readonly string[])[], separator: string): void {
  const headings = rows.find((row) => row.some((cell) => columnOf(cell) === 'email')) ?? [];
  const emailAt = headings.findIndex((cell) => columnOf(cell) === 'email');
  for (const [index, row] of rows.entries()) {
    for (const cell of row) {
      const email = emailAt < 0 ? undefined : emailOfRowIn(cell, separator, emailAt);
      if (email === undefined) continue;
      const found = `has a cell in row ${index + 1} that begins with a quote (") and holds the row of ${email}`;
      throw new UnreadableTable(`${found}; a quote in a text is written twice, within quotes around the cell`);
    }
  }
}

/** Returns the address in a line of a cell, behind the first one, that looks like a row about somebody. */
function emailOfRowIn(cell: string, separator: string, emailAt: number): string | undefined {
  if (!/[\r\n]/.test(cell)) return undefined;
  const lines = cell.split(/[\r\n]+/).slice(1);
  const emails = lines.map((line) => {
    const fields = line.split(separator);
    return fields.length > 1 ? readEmail((fields[emailAt] ?? '').replaceAll('"', '').trim()) : undefined;
  });
  return emails.find((email) => email !== undefined);
}

function quoteProblem({ code, records }: CsvError): string {
  const row = `row ${Number(records) + 1}`;
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `has a cell in ${row} that begins with a quote (") and never ends`;
  return `has a ${row} of more than ${LONGEST_ROW.toLocaleString('en')} characters; a quote (") in it may lack its end`;
}
