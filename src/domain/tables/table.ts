/**
 * Reads the table of a file: its headings, what they mean in its layout, and the rows that describe people.
 * `docs/people-file.md` prints the layouts.
 */

import { ALL_HEADINGS, COLUMNS, type ColumnKey, columnOf } from './columns.ts';
import { type CellPlace, columnLetters, type FaultList, firstOf, quoted } from './faults.ts';

/** How a sheet lists genes: not at all, all of a person in one cell, or each in a row of its own. */
const SHEET_FORMS = ['no genes', 'genes in a cell', 'a gene a row'] as const;
export type SheetForm = (typeof SHEET_FORMS)[number];

/** What the other sheets of the workbook list: there is none, one of them lists people without genes, or all list genes. */
type OtherSheets = 'none' | 'people' | 'genes';

/** Whose level the heading `level` means; `either` where it could be both, and is refused. */
type LevelOwner = 'person' | 'gene' | 'either';

export type Layout = { form: SheetForm; others: OtherSheets; level: LevelOwner };

/** All layouts. A level is taken for one that the manual names, or is refused: a guess could show somebody who is private. */
export const LAYOUTS: readonly Layout[] = [
  { form: 'no genes', others: 'none', level: 'person' },
  { form: 'no genes', others: 'people', level: 'person' },
  { form: 'no genes', others: 'genes', level: 'person' },
  { form: 'genes in a cell', others: 'none', level: 'person' },
  { form: 'genes in a cell', others: 'people', level: 'either' },
  { form: 'genes in a cell', others: 'genes', level: 'person' },
  { form: 'a gene a row', others: 'none', level: 'person' },
  { form: 'a gene a row', others: 'people', level: 'gene' },
  { form: 'a gene a row', others: 'genes', level: 'either' },
];

/** The columns that say something of a gene, and need one beside them. */
const BESIDE_A_GENE: readonly ColumnKey[] = ['taxon', 'tier', 'geneLevel'];

/** Returns how a sheet with these columns lists genes. */
function sheetForm(keys: readonly ColumnKey[]): SheetForm {
  if (!keys.includes('gene')) return 'no genes';
  return keys.includes('taxon') || keys.includes('tier') ? 'a gene a row' : 'genes in a cell';
}

/** Returns the layout of a sheet among the other sheets that are read. */
export function layoutOf(form: SheetForm, others: readonly SheetForm[]): Layout {
  const beside = otherSheets(others);
  const layout = LAYOUTS.find((one) => one.form === form && one.others === beside);
  if (layout === undefined) throw new Error(`There is no layout of ${form} beside ${beside}.`);
  return layout;
}

function otherSheets(others: readonly SheetForm[]): OtherSheets {
  if (others.length === 0) return 'none';
  return others.includes('no genes') ? 'people' : 'genes';
}

/** What a heading means in a layout; or why it cannot stand there, and what is allowed. */
type HeadingMeaning = { key: ColumnKey } | { found: string; allowed: string };

/** Returns what the heading of a column means in a layout. */
function meaningIn({ form, level }: Layout, key: ColumnKey): HeadingMeaning {
  if (key === 'level' && level === 'gene') return { key: 'geneLevel' };
  if (key === 'level' && level === 'either') {
    const found =
      'the heading may mean the level of the person or that of the gene, as other sheets list people or genes';
    const allowed = `${COLUMNS.geneLevel.heading} for that of the gene; that of the person in a sheet without genes`;
    return { found, allowed };
  }
  if (form === 'no genes' && BESIDE_A_GENE.includes(key)) {
    return {
      found: 'the heading is about a gene, and no column has genes',
      allowed: `a column ${COLUMNS.gene.heading}`,
    };
  }
  return { key };
}

/** Cells as text, without blanks at their ends; rows may differ in length. */
export type Sheet = { name: string | null; rows: readonly (readonly string[])[] };

export type Cell = { text: string; place: CellPlace };

/** A row about a person, by column; columns that the file does not have are missing. */
export type TableRow = {
  place: CellPlace;
  cells: ReadonlyMap<ColumnKey, Cell>;
};

type Heading = { key: ColumnKey; column: number; text: string };

/** What Excel and LibreOffice show instead of the value of a formula that has none. */
const FORMULA_ERROR = /^#(?:N\/A|DIV\/0!|REF!|NAME\?|VALUE!|NUM!|NULL!|SPILL!|CALC!)$/i;
/** Stands in place of a value in a cell that is merged with one to its left, which has a value. */
export const MERGED_BESIDE = '#MERGED!';
/** The largest number of characters in a cell of Excel. */
export const LONGEST_CELL = 32_767;
/** The blank belongs to it, so that a text such as `#3` is no comment. */
const COMMENT = '# ';
/** The columns that say who sees what. */
const PERMISSIONS: readonly ColumnKey[] = ['level', 'shared', 'hideGenelist', 'geneLevel'];
/** Headings below a title are looked for in so many rows. */
const TITLE_ROWS = 20;

/** Whether the first row that is neither empty nor a comment has a heading for e-mail addresses. */
export function hasEmailHeading({ rows }: Sheet): boolean {
  return rows[headingIndex(rows)]?.some((cell) => columnOf(cell) === 'email') ?? false;
}

/**
 * Whether a sheet without a heading for e-mail addresses in its first row is about people all the same: it has a column that says who
 * sees what, or headings below a title. Whoever is withdrawn in it would stay as visible as before if it were passed over.
 */
export function isAboutPeople({ rows }: Sheet): boolean {
  const at = headingIndex(rows);
  const hasPermissions = columnsOf(rows[at]).some((key) => PERMISSIONS.includes(key));
  return hasPermissions || rows.slice(at, at + TITLE_ROWS).some(areHeadings);
}

/** Whether a row has a heading for e-mail addresses beside others. A list of all headings has one a row. */
function areHeadings(row: readonly string[]): boolean {
  const keys = columnsOf(row);
  return keys.includes('email') && new Set(keys).size > 1;
}

/** Returns how the sheet lists genes, by its headings. */
export function formOf({ rows }: Sheet): SheetForm {
  return sheetForm(columnsOf(rows[headingIndex(rows)]));
}

function columnsOf(row: readonly string[] = []): ColumnKey[] {
  return row.map(columnOf).filter((key) => key !== undefined);
}

/** Whether the sheet has no content but comments. */
export function isEmptySheet({ rows }: Sheet): boolean {
  return rows.every(isPassedOver);
}

/**
 * Reads the headings, in any order, and the rows below them. Empty rows, and rows whose first cell begins with `# `, are
 * skipped. Faults go to `faults`; without a heading for e-mail addresses no row is read.
 */
export function* readSheet({ name: sheet, rows }: Sheet, layout: Layout, faults: FaultList): Generator<TableRow> {
  const at = headingIndex(rows);
  const headings = readHeadings({ sheet, row: at + 1 }, rows[at] ?? [], layout, faults);
  if (!headings.some(({ key }) => key === 'email')) return;
  for (const [index, cells] of rows.entries()) {
    if (index <= at || isPassedOver(cells)) continue;
    const row = index + 1;
    findStrayCells({ sheet, row }, cells, rows[at] ?? [], faults);
    yield readRow({ sheet, row }, cells, headings, faults);
  }
}

function headingIndex(rows: Sheet['rows']): number {
  return Math.max(
    0,
    rows.findIndex((row) => !isPassedOver(row)),
  );
}

function isPassedOver(cells: readonly string[]): boolean {
  return cells[0]?.startsWith(COMMENT) || cells.every((cell) => cell === '');
}

/** Reads the headings; of two with the same meaning, only the first is used. */
function readHeadings(place: CellPlace, cells: readonly string[], layout: Layout, faults: FaultList): Heading[] {
  const headings: Heading[] = [];
  const unknown: string[] = [];
  for (const [index, text] of cells.entries()) {
    const named = columnOf(text);
    const column = index + 1;
    if (named === undefined) {
      if (text !== '') unknown.push(`${columnLetters(column)} (${quoted(text)})`);
      continue;
    }
    const meaning = meaningIn(layout, named);
    if ('found' in meaning) {
      faults.add({ ...place, column, heading: text }, meaning.found, meaning.allowed);
      continue;
    }
    const { key } = meaning;
    const first = headings.find((heading) => heading.key === key);
    if (first === undefined) headings.push({ key, column, text });
    else {
      const meant = `means the same as that of column ${columnLetters(first.column)} (${quoted(first.text)})`;
      faults.add({ ...place, column, heading: text }, `the heading ${meant}`, `one column for ${COLUMNS[key].heading}`);
    }
  }
  if (unknown.length > 0) {
    const [columns, are] = unknown.length === 1 ? ['column', 'is'] : ['columns', 'are'];
    faults.add(place, `the heading of ${columns} ${firstOf(unknown)} ${are} not known`, ALL_HEADINGS);
  }
  const keys = headings.map(({ key }) => key);
  if (!keys.includes('email')) {
    faults.add(place, 'there is no heading for e-mail addresses, by which people are known', ALL_HEADINGS);
  }
  return headings;
}

function findStrayCells(
  place: CellPlace,
  cells: readonly string[],
  headings: readonly string[],
  faults: FaultList,
): void {
  const at = cells.findIndex((cell, index) => cell !== '' && (headings[index] ?? '') === '');
  if (at < 0) return;
  const found = `${quoted(cells[at] ?? '')} stands in a column without a heading`;
  faults.add({ ...place, column: at + 1 }, found, 'a heading above every value');
}

function readRow(
  place: CellPlace,
  cells: readonly string[],
  headings: readonly Heading[],
  faults: FaultList,
): TableRow {
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
  if (text === MERGED_BESIDE)
    return 'the cell is merged with the one to its left, so it is not known whether that value is meant';
  if (text.length > LONGEST_CELL) {
    return `a text of ${text.length.toLocaleString('en')} characters, more than ${LONGEST_CELL.toLocaleString('en')}`;
  }
  if (!text.isWellFormed()) return 'a text with half a surrogate pair';
  return undefined;
}
