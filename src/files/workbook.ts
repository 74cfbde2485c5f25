/** Reads Excel workbooks (XLSX) as rows of text. Formulas are not run: the value that Excel saved for them is read. */

import readXlsxFile from 'read-excel-file/universal';
import { cellAddress, withMergedCells } from './merged-cells.ts';
import { TABLE_BOUNDS, UnreadableTable } from './table-bounds.ts';
import { type ArchiveEntry, RefusedArchive, unzip, zip } from './zip-archive.ts';

const WORKBOOK = 'xl/workbook.xml';
const CHART_SHEET = /^xl\/chartsheets\/[^/]+\.xml$/;
const ISO_DAY = 'yyyy-mm-dd'.length;
const AREA = `rows up to ${TABLE_BOUNDS.rows.toLocaleString('en')} and ${TABLE_BOUNDS.columns} columns`;
const MOST_CELLS = TABLE_BOUNDS.cells.toLocaleString('en');

/** A formula for which its program saved no value. One whose value is an empty text has an empty element for it. */
const FORMULA_WITHOUT_VALUE = /<c\b([^<>]*)>\s*<f\b[^<>]*(?:\/>|>[^<]*<\/f>)\s*<\/c>/g;
const NO_VALUE = '#VALUE!';
const TYPE = /\st\s*=\s*(?:"[^"]*"|'[^']*')/;
const FORMULA = /<f\b[^<>]*>[^<]*<\/f>/g;
/** Elements without a value only describe how an empty cell or row looks. */
const EMPTY_CELL = /<c\b[^<>]*\/>/g;
const EMPTY_ROW = /<row\b[^<>]*(?:\/>|>\s*<\/row>)/g;
const ERROR_CELL = /(<c\b[^<>]*\bt=)(["'])e\2/g;
const PREFIXED_SHEET = /<([\w.-]+):worksheet\b/;
/** Matches every attribute that is the address of a cell or row; XML does not allow to write its name differently. */
const ADDRESS = /\br\s*=\s*(["'])(.*?)\1/gs;

/** @throws UnreadableTable */
export async function readWorkbook(bytes: Buffer): Promise<{ name: string; rows: string[][] }[]> {
  const entries = soundEntries(bytes);
  const sheets = await readXlsxFile(toArrayBuffer(zip(entries))).catch((error: Error) => {
    throw new UnreadableTable(`is a damaged workbook${damageOf(error)}`, { cause: error });
  });
  // A sheet without rows is either a chart, or its file is missing in the archive.
  const [lost] = sheets.filter(({ data }: { data?: unknown }) => data === undefined).slice(chartsIn(entries));
  if (lost !== undefined) throw new UnreadableTable(`is a damaged workbook: the sheet '${lost.sheet}' is not in it`);
  return sheets.map(({ sheet, data = [] }) => ({ name: sheet, rows: data.map((row) => row.map(cellText)) }));
}

/** Returns what the reader says about the damage. The message of a crash in the reader is about its own code, so it is replaced. */
function damageOf(error: Error): string {
  const isFall = [error, error.cause].some((one) => one instanceof TypeError || one instanceof RangeError);
  return isFall
    ? ': something is missing in it, or stands in the wrong place'
    : `: ${error.message.replace(/\.$/, '')}`;
}

function chartsIn(entries: readonly ArchiveEntry[]): number {
  return entries.filter(({ path }) => CHART_SHEET.test(path)).length;
}

/**
 * Unpacks the entries that are read, and refuses everything that could make the reader fill the memory: it creates every
 * row and every cell up to the highest address.
 *
 * @throws UnreadableTable
 */
function soundEntries(bytes: Buffer): ArchiveEntry[] {
  const entries = unpack(bytes);
  if (!entries.some(({ path }) => path === WORKBOOK)) {
    throw new UnreadableTable('is an archive, but no workbook of Excel; save it as XLSX or as CSV UTF-8');
  }
  let [sheets, cells, mostCells, named, elements] = [0, 0, 0, 0, 0];
  const sound = entries.map((entry) => {
    const text = Buffer.from(entry.bytes).toString();
    const { sheets: sheetsNamed, elements: elementsHere } = countsOf(
      entry.path,
      text,
      TABLE_BOUNDS.elements - elements,
    );
    elements += elementsHere;
    if (entry.path === WORKBOOK) named = sheetsNamed;
    if (!text.includes('sheetData')) return entry;
    const sheet = withoutEmpty(withoutPrefix(text));
    const { row, column } = lastCell(sheet);
    const cellsHere = row * column;
    [sheets, cells, mostCells] = [sheets + 1, cells + cellsHere, Math.max(mostCells, cellsHere)];
    if (sheets > TABLE_BOUNDS.sheets) throw tooManySheets();
    if (cells > TABLE_BOUNDS.cells) throw tooManyCells();
    return { ...entry, bytes: Buffer.from(withMergedCells(sheet, column)) };
  });
  if (named > TABLE_BOUNDS.sheets) throw tooManySheets();
  // Several sheets of a workbook may name the same part.
  if (named * mostCells > TABLE_BOUNDS.cells) throw tooManyCells();
  return sound;
}

function tooManySheets(): UnreadableTable {
  return new UnreadableTable(`has more than ${TABLE_BOUNDS.sheets} sheets`);
}

function tooManyCells(): UnreadableTable {
  return new UnreadableTable(`has more than ${MOST_CELLS} cells, empty ones included`);
}

function unpack(bytes: Buffer): ArchiveEntry[] {
  const { archiveEntries, unpackedBytes } = TABLE_BOUNDS;
  try {
    return unzip(bytes, (path) => /\.xml(?:\.rels)?$/.test(path), { entries: archiveEntries, bytes: unpackedBytes });
  } catch (error) {
    throw error instanceof RefusedArchive ? new UnreadableTable(error.message, { cause: error }) : error;
  }
}

/**
 * Removes formulas and empty cells and rows from a sheet. Errors of formulas, and formulas without a value, become texts, because the
 * reader takes them for empty cells: who is withdrawn by a formula would stay visible.
 */
function withoutEmpty(sheet: string): string {
  const valued = sheet.replace(FORMULA_WITHOUT_VALUE, (_, attributes: string) => {
    return `<c${attributes.replace(TYPE, '')} t="str"><v>${NO_VALUE}</v></c>`;
  });
  return valued.replace(FORMULA, '').replace(EMPTY_CELL, '').replace(EMPTY_ROW, '').replace(ERROR_CELL, '$1$2str$2');
}

/** Returns the sheet without the prefix that some programs put before the name of every element: the reader knows both. */
function withoutPrefix(sheet: string): string {
  const [, prefix] = PREFIXED_SHEET.exec(sheet) ?? [];
  return prefix === undefined ? sheet : sheet.replaceAll(`<${prefix}:`, '<').replaceAll(`</${prefix}:`, '</');
}

/** Returns the last row and column with a cell, up to which the reader creates all. Addresses must be within the bounds. @throws UnreadableTable */
function lastCell(sheet: string): { row: number; column: number } {
  const last = { row: 0, column: 0 };
  for (const [, , text = ''] of sheet.matchAll(ADDRESS)) {
    const address = cellAddress(text);
    if (address === undefined || address.row > TABLE_BOUNDS.rows || address.column > TABLE_BOUNDS.columns) {
      throw new UnreadableTable(`has a cell at ${JSON.stringify(text.slice(0, 20))}, allowed: ${AREA}`);
    }
    last.row = Math.max(last.row, address.row);
    last.column = Math.max(last.column, address.column);
  }
  return last;
}

/** Converts a value to text; dates become `2026-09-02`. */
function cellText(value: unknown): string {
  if (value === null) return '';
  if (!(value instanceof Date)) return String(value);
  // A number that is formatted as a date may be outside every calendar.
  return Number.isNaN(value.getTime()) ? 'no date' : value.toISOString().slice(0, ISO_DAY);
}

function toArrayBuffer(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

const {
  attributes: MOST_ATTRIBUTES,
  depth: MOST_DEPTH,
  tagCharacters: MOST_TAG,
  textCharacters: MOST_TEXT,
} = TABLE_BOUNDS;
const { numberFormatCharacters: MOST_FORMAT, numberFormatsCharacters: MOST_FORMATS } = TABLE_BOUNDS;
const LONGEST_PATH = 60;

/** Markup that begins with `<` and is no element, with its end, and whether its content is text of the element around it. */
const OTHER_MARKUP = [
  ['<!--', '-->', false],
  ['<![CDATA[', ']]>', true],
  ['<?', '?>', false],
] as const;
const NAME = '[^\\s<>"\'=/]+';
const ATTRIBUTE = `\\s+${NAME}\\s*=\\s*(?:"[^"<]*"|'[^'<]*')`;
/** Matches a start tag, an end tag, or an empty element: its `/` in front, its name, its `/` at the end. */
const TAG = new RegExp(`^<(/?)(${NAME})(?:${ATTRIBUTE}){0,${MOST_ATTRIBUTES}}\\s*(/?)>`);
const DAMAGED = `is damaged, or has more than ${MOST_ATTRIBUTES} attributes or ${MOST_TAG.toLocaleString('en')} characters`;
const LONG_FORMAT = `is a number format too long or one too many: ${MOST_FORMAT.toLocaleString('en')} characters are allowed, and ${MOST_FORMATS.toLocaleString('en')} in all`;
/** Number formats, which have a bound of their own: the reader's time for one grows with the square of its length. */
const NUMBER_FORMAT = /^(?:.*:)?numFmt$/s;

/**
 * Counts the sheets that a part of a workbook names, and its elements, comments among them. Parts that name no sheet are
 * checked, too.
 *
 * @throws UnreadableTable if the XML is damaged, too deep, has more than so many elements, has too many attributes, tags, texts or number formats that are
 *   too long, or declares a document type
 */
function countsOf(path: string, xml: string, mostElements: number): { sheets: number; elements: number } {
  let [sheets, elements, depth, formatCharacters] = [0, 0, 0, 0];
  /** Of the text since the last tag. */
  let textCharacters = 0;
  let behind = 0;
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', behind)) {
    textCharacters += at - behind;
    const other = OTHER_MARKUP.find(([start]) => xml.startsWith(start, at));
    if (other !== undefined) {
      const [start, end, isText] = other;
      const endsAt = xml.indexOf(end, at + start.length);
      if (endsAt < 0) throw refused(path, `begins with ${start} and never ends`);
      behind = endsAt + end.length;
      if (isText) textCharacters += behind - at;
    }
    elements += xml[at + 1] === '/' ? 0 : 1;
    if (elements > mostElements) throw tooManyElements();
    if (textCharacters > MOST_TEXT)
      throw refused(path, `has a text of more than ${MOST_TEXT.toLocaleString('en')} characters`);
    if (other !== undefined) continue;
    textCharacters = 0;
    const [tag = '', end, name = '', empty] = TAG.exec(xml.slice(at, at + MOST_TAG)) ?? [];
    if (tag === '') throw refused(path, DAMAGED);
    behind = at + tag.length;
    if (NUMBER_FORMAT.test(name)) {
      formatCharacters += tag.length;
      if (tag.length > MOST_FORMAT || formatCharacters > MOST_FORMATS) throw refused(path, LONG_FORMAT);
    }
    if (end === '/') depth -= 1;
    else if (empty === '') depth += 1;
    if (depth > MOST_DEPTH) throw refused(path, `lies more than ${MOST_DEPTH} deep`);
    if (end === '' && name === 'sheet') sheets += 1;
  }
  return { sheets, elements };
}

function tooManyElements(): UnreadableTable {
  return new UnreadableTable(`has more than ${TABLE_BOUNDS.elements.toLocaleString('en')} elements in its XML`);
}

function refused(path: string, what: string): UnreadableTable {
  return new UnreadableTable(
    `is a damaged workbook: an element of ${JSON.stringify(path.slice(0, LONGEST_PATH))} ${what}`,
  );
}
