/** Writes Excel workbooks (XLSX) whose cells are all text, so that Excel turns nothing that a user types into a date. */

import { columnLetters } from '../domain/tables/faults.ts';
import { zip } from './zip-archive.ts';

type TextSheet = { name: string; rows: readonly (readonly string[])[] };

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const CONTENT = 'http://schemas.openxmlformats.org/package/2006/content-types';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** The number of the cell format `@`, which means text. */
const TEXT_FORMAT = 49;
const COLUMN_WIDTH = 24;
const MOST_COLUMNS = 100;

export function workbookBytes(sheets: readonly TextSheet[]): Buffer {
  const files: Record<string, string> = {
    '[Content_Types].xml': contentTypes(sheets),
    '_rels/.rels': relations([{ type: 'officeDocument', target: 'xl/workbook.xml' }]),
    'xl/workbook.xml': workbook(sheets),
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map((_, index) => ({ type: 'worksheet', target: `worksheets/sheet${index + 1}.xml` })),
      { type: 'styles', target: 'styles.xml' },
    ]),
    'xl/styles.xml': STYLES,
    ...Object.fromEntries(sheets.map(({ rows }, index) => [`xl/worksheets/sheet${index + 1}.xml`, sheetXml(rows)])),
  };
  return zip(Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(XML + text) })));
}

function contentTypes(sheets: readonly TextSheet[]): string {
  const parts = [
    ...sheets.map((_, index) => ({ path: `worksheets/sheet${index + 1}`, type: 'worksheet' })),
    { path: 'workbook', type: 'sheet.main' },
    { path: 'styles', type: 'styles' },
  ];
  const overrides = parts.map(
    ({ path, type }) => `<Override PartName="/xl/${path}.xml" ContentType="${TYPE}.${type}+xml"/>`,
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

function workbook(sheets: readonly TextSheet[]): string {
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

function sheetXml(rows: TextSheet['rows']): string {
  const columns = `<cols><col min="1" max="${MOST_COLUMNS}" width="${COLUMN_WIDTH}" style="1" customWidth="1"/></cols>`;
  const each = rows.map(
    (cells, index) => `<row r="${index + 1}">${cells.map((text, at) => cell(text, at + 1, index + 1)).join('')}</row>`,
  );
  return `<worksheet xmlns="${MAIN}">${columns}<sheetData>${each.join('')}</sheetData></worksheet>`;
}

function cell(text: string, column: number, row: number): string {
  if (text === '') return '';
  const address = `${columnLetters(column)}${row}`;
  return `<c r="${address}" s="1" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
