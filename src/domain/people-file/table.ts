/** A table as it was read from a file, and the rows of it that tell of somebody. */

import { ALL_HEADINGS, COLUMNS, type ColumnKey, columnOf, isGeneSheet } from './columns.ts';
import { columnLetters, type FaultList, type Place, quoted } from './faults.ts';

/** Cells as text, without blanks around them; rows may differ in length. */
export type Sheet = { name: string | null; rows: readonly (readonly string[])[] };

export type Cell = { text: string; place: Place };

/** A row that tells of somebody, by column; columns that the file does not have are missing. */
export type TableRow = {
  place: Place;
  cells: ReadonlyMap<ColumnKey, Cell>;
};

type Heading = { key: ColumnKey; column: number; text: string };

/** What Excel and LibreOffice show in place of a value that a formula does not have. */
const FORMULA_ERROR = /^#(?:N\/A|DIV\/0!|REF!|NAME\?|VALUE!|NUM!|NULL!|SPILL!|CALC!)$/i;
/** As much as a cell of Excel holds. */
const LONGEST_CELL = 32_767;
const COMMENT = '#';

/** Whether the first row that is neither empty nor a comment has a heading for e-mail addresses. */
export function tellsOfPeople({ rows }: Sheet): boolean {
  return rows[headingIndex(rows)]?.some((cell) => columnOf(cell) === 'email') ?? false;
}

/** Whether nothing stands in it. */
export function isEmptySheet({ rows }: Sheet): boolean {
  return rows.every((row) => row.every((cell) => cell === ''));
}

/**
 * Reads the headings, which may stand in any order, and the rows below them. Empty rows and those whose first cell
 * begins with `#` are passed over. What is wrong with headings goes to `faults`; undefined where no rows can be read.
 */
export function readSheet({ name: sheet, rows }: Sheet, faults: FaultList): TableRow[] | undefined {
  const at = headingIndex(rows);
  const headings = readHeadings({ sheet, row: at + 1 }, rows[at] ?? [], faults);
  if (headings === undefined) return undefined;
  return rows.flatMap((cells, index) => {
    if (index <= at || isPassedOver(cells)) return [];
    const row = index + 1;
    findStrayCells({ sheet, row }, cells, rows[at] ?? [], faults);
    return [readRow({ sheet, row }, cells, headings, faults)];
  });
}

function headingIndex(rows: Sheet['rows']): number {
  return Math.max(
    0,
    rows.findIndex((row) => !isPassedOver(row)),
  );
}

function isPassedOver(cells: readonly string[]): boolean {
  const first = cells.find((cell) => cell !== '');
  return first === undefined || (first.startsWith(COMMENT) && !FORMULA_ERROR.test(first));
}

function readHeadings(place: Place, cells: readonly string[], faults: FaultList): Heading[] | undefined {
  const headings: Heading[] = [];
  const unknown: string[] = [];
  cells.forEach((text, index) => {
    const key = columnOf(text);
    const column = index + 1;
    if (key !== undefined) headings.push({ key, column, text });
    else if (text !== '') unknown.push(`${columnLetters(column)} (${quoted(text)})`);
  });
  if (unknown.length > 0) {
    const columns = `${unknown.length === 1 ? 'the heading of column' : 'the headings of columns'} ${listedColumns(unknown)}`;
    faults.add(place, `${columns} ${unknown.length === 1 ? 'is' : 'are'} not known`, ALL_HEADINGS);
  }
  refuseTwice(place, headings, faults);
  const keys = headings.map(({ key }) => key);
  if (!keys.includes('email')) {
    faults.add(place, 'there is no heading for e-mail addresses, by which people are known', ALL_HEADINGS);
    return undefined;
  }
  if (!isGeneSheet(keys)) return headings;
  return headings.map((heading) => (heading.key === 'level' ? { ...heading, key: 'geneLevel' } : heading));
}

const MOST_COLUMNS_TOLD = 10;

function listedColumns(columns: readonly string[]): string {
  const rest = columns.length - MOST_COLUMNS_TOLD;
  const told = columns.slice(0, MOST_COLUMNS_TOLD).join(', ');
  return rest > 0 ? `${told} and ${rest} more` : told;
}

function refuseTwice(place: Place, headings: readonly Heading[], faults: FaultList): void {
  for (const [at, { key, column, text }] of headings.entries()) {
    const first = headings.find((other) => other.key === key);
    if (first === undefined || headings.indexOf(first) === at) continue;
    const meant = `means the same as that of column ${columnLetters(first.column)} (${quoted(first.text)})`;
    faults.add({ ...place, column, heading: text }, `the heading ${meant}`, `one column for ${COLUMNS[key].heading}`);
  }
}

function findStrayCells(place: Place, cells: readonly string[], headings: readonly string[], faults: FaultList): void {
  const at = cells.findIndex((cell, index) => cell !== '' && (headings[index] ?? '') === '');
  if (at < 0) return;
  const found = `${quoted(cells[at] ?? '')} stands in a column without a heading`;
  faults.add({ ...place, column: at + 1 }, found, 'a heading above every value');
}

function readRow(place: Place, cells: readonly string[], headings: readonly Heading[], faults: FaultList): TableRow {
  const entries = headings.map(({ key, column, text: heading }) => {
    const cell = { text: cells[column - 1] ?? '', place: { ...place, column, heading } };
    const problem = problemOf(cell.text);
    if (problem === undefined) return [key, cell] as const;
    faults.add(cell.place, problem, COLUMNS[key].allowed);
    return [key, { ...cell, text: '' }] as const;
  });
  return { place, cells: new Map(entries) };
}

function problemOf(text: string): string | undefined {
  if (FORMULA_ERROR.test(text)) return `${quoted(text)} is what a formula gives that has no value`;
  if (text.length > LONGEST_CELL) {
    return `a text of ${text.length.toLocaleString('en')} characters, more than ${LONGEST_CELL.toLocaleString('en')}`;
  }
  if (!text.isWellFormed()) return 'a text with half a surrogate pair';
  return undefined;
}
