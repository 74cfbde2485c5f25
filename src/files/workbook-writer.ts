/**
 * Writes Excel workbooks (XLSX) of rows of text, whole or in pieces. All cells are text, so that Excel turns nothing that a
 * user types into a date, and runs nothing as a formula. The package write-excel-file cannot make empty columns text.
 */

import { Zip, ZipDeflate } from 'fflate';
import { columnLetters } from '../domain/tables/faults.ts';
import { zip } from './zip-archive.ts';

type Rows = readonly (readonly string[])[];
type TextSheet = { name: string; rows: Rows };
/** A sheet whose rows are made as they are written. */
type SheetInPortions = { name: string; portions: Iterable<Rows> };

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const CONTENT = 'http://schemas.openxmlformats.org/package/2006/content-types';
const CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** The number of the cell format `@`, which means text. */
const TEXT_FORMAT = 49;
const COLUMN_WIDTH = 24;
/** Excel opens no workbook with a longer text. */
const LONGEST_CELL = 32_767;
const FASTEST = 1;
/** A fixed time, so that the same rows always make the same file; zip stores no time zone. */
const MADE_AT = '1980-01-02';
const MOST_COLUMNS = 100;

/** Returns a workbook in one piece. */
export function workbookBytes(sheets: readonly TextSheet[]): Buffer {
  const whole = sheets.map(
    ({ rows }, index) => [sheetPath(index), sheetHead() + rowsXml(rows, 1) + SHEET_END] as const,
  );
  return zip([...parts(sheets), ...whole].map(([path, text]) => ({ path, bytes: Buffer.from(XML + text) })));
}

/** Returns a workbook in compressed pieces, one at least for each portion of rows, so that other work can run in between. */
export function* workbookPieces(sheets: readonly SheetInPortions[]): Generator<Uint8Array> {
  let made: Uint8Array[] = [];
  const archive = new Zip((error, bytes) => {
    if (error !== null) throw error;
    made.push(bytes);
  });
  const encoder = new TextEncoder();
  const fileAt = (path: string) => {
    const file = new ZipDeflate(path, { level: FASTEST });
    file.mtime = MADE_AT;
    archive.add(file);
    return (text: string, isEnd: boolean) => file.push(encoder.encode(text), isEnd);
  };
  for (const [path, text] of parts(sheets)) fileAt(path)(XML + text, true);
  for (const [index, { portions }] of sheets.entries()) {
    const write = fileAt(sheetPath(index));
    write(XML + sheetHead(), false);
    let row = 1;
    for (const rows of portions) {
      write(rowsXml(rows, row), false);
      row += rows.length;
      yield Buffer.concat(made);
      made = [];
    }
    write(SHEET_END, true);
  }
  archive.end();
  yield Buffer.concat(made);
}

/** Returns the parts of a workbook besides its sheets. */
function parts(sheets: readonly { name: string }[]): [path: string, xml: string][] {
  return [
    ['[Content_Types].xml', contentTypes(sheets)],
    ['_rels/.rels', relations([{ type: 'officeDocument', target: 'xl/workbook.xml' }])],
    ['xl/workbook.xml', workbook(sheets)],
    [
      'xl/_rels/workbook.xml.rels',
      relations([
        ...sheets.map((_, index) => ({ type: 'worksheet', target: `worksheets/sheet${index + 1}.xml` })),
        { type: 'styles', target: 'styles.xml' },
      ]),
    ],
    ['xl/styles.xml', STYLES],
  ];
}

function sheetPath(index: number): string {
  return `xl/worksheets/sheet${index + 1}.xml`;
}

function contentTypes(sheets: readonly unknown[]): string {
  const parts = [
    ...sheets.map((_, index) => ({ path: `worksheets/sheet${index + 1}`, type: 'worksheet' })),
    { path: 'workbook', type: 'sheet.main' },
    { path: 'styles', type: 'styles' },
  ];
  const overrides = parts.map(
    ({ path, type }) => `<Override PartName="/xl/${path}.xml" ContentType="${CONTENT_TYPE}.${type}+xml"/>`,
  );
  const rels = '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>';
  return `<Types xmlns="${CONTENT}">${rels}${overrides.join('')}</Types>`;
}

function relations(targets: readonly { type: string; target: string }[]): string {
  const each = targets.map(({ type, target }, index) => {
    return `<Relationship Id="rId${index + 1}" Type="${RELATION}/${type}" Target="${target}"/>`;
  });
  return `<Relationships xmlns="${RELATIONS}">${each.join('')}</Relationships>`;
}

function workbook(sheets: readonly { name: string }[]): string {
  const each = sheets.map(({ name }, index) => {
    return `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`;
  });
  return `<workbook xmlns="${MAIN}" xmlns:r="${RELATION}"><sheets>${each.join('')}</sheets></workbook>`;
}

const STYLES = [
  `<styleSheet xmlns="${MAIN}">`,
  '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>',
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  '<cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  `<xf numFmtId="${TEXT_FORMAT}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>`,
  '</styleSheet>',
].join('');

const SHEET_END = '</sheetData></worksheet>';

function sheetHead(): string {
  const columns = `<cols><col min="1" max="${MOST_COLUMNS}" width="${COLUMN_WIDTH}" style="1" customWidth="1"/></cols>`;
  return `<worksheet xmlns="${MAIN}">${columns}<sheetData>`;
}

/** @param first the number of the first of these rows in the sheet, from 1 */
function rowsXml(rows: Rows, first: number): string {
  const each = rows.map((cells, index) => {
    const row = first + index;
    return `<row r="${row}">${cells.map((text, at) => cell(text, at + 1, row)).join('')}</row>`;
  });
  return each.join('');
}

function cell(text: string, column: number, row: number): string {
  if (text === '') return '';
  const address = `${columnLetters(column)}${row}`;
  return `<c r="${address}" s="1" t="inlineStr"><is><t xml:space="preserve">${escaped(text.slice(0, LONGEST_CELL))}</t></is></c>`;
}

/** What XML cannot hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to go
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function escaped(text: string): string {
  return text
    .replace(NOT_IN_XML, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
