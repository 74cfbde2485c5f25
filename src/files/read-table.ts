/** Reads tables from files: workbooks (XLSX), CSV and TSV, recognised by their content. */

import type { Sheet } from '../domain/tables/table.ts';
import { readTextTable } from './read-text-table.ts';
import { readWorkbook } from './read-workbook.ts';
import { TABLE_BOUNDS, UnreadableTable } from './table-bounds.ts';
import { beginsWith } from './unpacked-bytes.ts';

const ZIP_MAGIC = [0x50, 0x4b, 0x03, 0x04];
/** The first bytes of files of Excel before 2007, and of workbooks with a password. */
const OLD_MAGIC = [0xd0, 0xcf, 0x11, 0xe0];
const UNSEEN = /[\u200b\u2060\ufeff]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to go
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/**
 * Returns the sheets of a file. A text file has one sheet, without a name.
 *
 * @throws UnreadableTable
 */
export async function readTable(bytes: Buffer): Promise<Sheet[]> {
  if (bytes.length > TABLE_BOUNDS.fileBytes) {
    throw new UnreadableTable(`is larger than ${TABLE_BOUNDS.fileBytes / 1024 / 1024} MB`);
  }
  if (beginsWith(bytes, OLD_MAGIC)) {
    throw new UnreadableTable(
      'is a workbook of an old Excel (XLS) or protected by a password; save it as XLSX, without a password',
    );
  }
  const sheets = beginsWith(bytes, ZIP_MAGIC)
    ? await readWorkbook(bytes)
    : [{ name: null, rows: readTextTable(bytes) }];
  refuseManyCharacters(sheets);
  return sheets.map(({ name, rows }) => {
    return { name: name === null ? null : cleanText(name), rows: rows.map((row) => row.map(cleanText)) };
  });
}

function refuseManyCharacters(sheets: readonly Sheet[]): void {
  let characters = 0;
  for (const { rows } of sheets) for (const row of rows) for (const cell of row) characters += cell.length;
  if (characters <= TABLE_BOUNDS.characters) return;
  throw new UnreadableTable(`has more than ${TABLE_BOUNDS.characters.toLocaleString('en')} characters in its cells`);
}

/** Removes invisible characters: control characters, zero-width characters, and white space at both ends. */
function cleanText(text: string): string {
  return text.replace(UNSEEN, '').replace(CONTROLS, '').trim();
}
