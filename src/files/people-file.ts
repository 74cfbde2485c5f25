/**
 * Reads, checks and imports tables of people from files (workbooks, CSV and TSV, recognised by their content), or
 * refuses them with all reasons at once.
 */

import { open, rm } from 'node:fs/promises';
import { ALL_HEADINGS, templateSheets, templateTable } from '../domain/tables/columns.ts';
import { csvText } from '../domain/tables/delimited-text.ts';
import { faultSentence } from '../domain/tables/faults.ts';
import { hasEmailHeading, type Sheet } from '../domain/tables/table.ts';
import { type ImportedPeople, importPeople } from '../registry/import/import-people.ts';
import { diskProblemOf } from '../registry/store/disk-problem.ts';
import { OWN_FILE } from '../registry/store/file-permissions.ts';
import { beginsWith } from './file-bytes.ts';
import { readTextTable } from './read-text-table.ts';
import { bounded } from './snapshot-file.ts';
import { TABLE_BOUNDS, UnreadableTable } from './table-bounds.ts';
import { readWorkbook } from './workbook.ts';
import { workbookBytes } from './workbook-writer.ts';

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

/** A table that cannot be imported. `message` has one sentence per line and reason. No data were changed. */
class UnsoundPeople extends Error {
  override readonly name = 'UnsoundPeople';
}

export type PeopleReport = ImportedPeople;

type Options = Omit<Parameters<typeof importPeople>[0], 'sheets' | 'now'>;

/**
 * Reads the sheets of a file; at least one of them lists people.
 *
 * @throws UnsoundPeople
 */
export async function readPeopleSheets(name: string, bytes: Buffer): Promise<Sheet[]> {
  if (bytes.length === 0) throw new UnsoundPeople(`${name} is empty, but must hold a snapshot or a table of people.`);
  const sheets = await readTable(bytes).catch((error: Error) => {
    throw error instanceof UnreadableTable ? new UnsoundPeople(`${name} ${error.message}.`, { cause: error }) : error;
  });
  if (sheets.some(hasEmailHeading)) return sheets;
  const what = 'is no snapshot, and no table of people: no heading for e-mail addresses stands in its first row';
  throw new UnsoundPeople(`${name} ${what}. Headings: ${ALL_HEADINGS}.`);
}

/**
 * Imports the people, or tells what it would do. If anything is wrong, no data are changed.
 *
 * @throws UnsoundPeople
 */
export function importPeopleSheets(name: string, sheets: readonly Sheet[], options: Options): PeopleReport {
  const done = importPeople({ ...options, sheets, now: new Date() });
  if (done.outcome === 'imported') return done;
  if (done.outcome === 'registry-empty') {
    const advice = 'load genes first (isearch-proxy load genes FILE), or import a snapshot';
    throw new UnsoundPeople(
      `${name} was not imported, because the registry knows no organisms and genes yet: ${advice}.`,
    );
  }
  const { faults, faultCount } = done;
  const things = faultCount === 1 ? 'one thing is' : `${faultCount.toLocaleString('en')} things are`;
  const heading = `${name} was not imported, because ${things} wrong with it:`;
  throw new UnsoundPeople([heading, ...bounded(faults.map(faultSentence), faultCount)].join('\n'));
}

/** The contents of a template, by the extension of its file. */
export const TEMPLATES: Readonly<Record<string, () => Buffer>> = {
  '.csv': () => Buffer.from(tableText(templateTable())),
  '.xlsx': () => workbookBytes(templateSheets()),
};

/**
 * Makes a new file that only this account can read, whatever the umask, because users fill it with personal data. If
 * writing fails, the file is removed.
 *
 * @throws the error of the file system
 */
export async function writeTemplateFile(file: string, content: Buffer): Promise<void> {
  const handle = await open(file, 'wx', OWN_FILE);
  try {
    await handle.chmod(OWN_FILE);
    await handle.writeFile(content);
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

/** Returns why a template cannot be written, from the error of {@link writeTemplateFile}. */
export function templateProblem(error: NodeJS.ErrnoException): string {
  if (error.code === 'EEXIST') return 'there is such a file already';
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return 'its folder is not there; make it first';
  return diskProblemOf(error) ?? error.message;
}

const BYTE_ORDER_MARK = '\ufeff';

/** Returns a table as text that Excel, too, reads as UTF-8. */
export function tableText(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + csvText(rows, Math.max(...rows.map((row) => row.length)));
}
