/**
 * Reads merged cells as whoever looks at the sheet takes them. The file has a value for the first one alone, or has values in the
 * others that no program shows.
 */

import { columnLetters } from '../domain/tables/faults.ts';
import { MERGED_BESIDE } from '../domain/tables/table.ts';
import { TABLE_BOUNDS, UnreadableTable } from './table-bounds.ts';

const SOUND_ADDRESS = /^(?<letters>[A-Z]{0,3})(?<digits>\d{1,7})$/;

/** Returns the row and the column, both from 1; the column is 0 in the address of a row. Undefined for any other text. */
export function cellAddress(text: string): { row: number; column: number } | undefined {
  const { letters = '', digits = '' } = SOUND_ADDRESS.exec(text)?.groups ?? {};
  if (digits === '') return undefined;
  const column = [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);
  return { row: Number(digits), column };
}

type Range = { top: number; left: number; bottom: number; right: number; first?: Cell };
type Cell = { row: number; column: number; attributes: string; content: string };

const MERGED = /<mergeCell\b[^<>]*\sref\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const TAG = /<(\/?)(row|c)\b([^<>]*)>/g;
const ADDRESS = /(?<=^|\s)r\s*=\s*(["'])(.*?)\1/s;

/**
 * Returns the sheet with the value of the first one in all merged cells below it, and with {@link MERGED_BESIDE} in those beside
 * it: one value cannot stand for two columns. Rows without any cell of their own get none. Cells are in their order.
 *
 * @param lastColumn the last column that has a cell
 * @throws UnreadableTable if ranges lie over each other, or the sheet becomes too large
 */
export function withMergedCells(sheet: string, lastColumn: number): string {
  const ranges = rangesIn(sheet, lastColumn);
  if (ranges.length === 0) return sheet;
  const pieces: string[] = [];
  let [size, copiedTo, contentFrom] = [0, 0, 0];
  let begun = 0;
  let open: Range[] = [];
  let cells: Cell[] = [];
  let attributes = '';

  function copy(piece: string): void {
    size += piece.length;
    if (size > TABLE_BOUNDS.unpackedBytes) {
      throw new UnreadableTable(`has more than ${TABLE_BOUNDS.unpackedBytes / 1024 / 1024} MB in merged cells`);
    }
    pieces.push(piece);
  }

  function endRow(at: number): void {
    const row = cells[0]?.row;
    if (row === undefined) return;
    for (; (ranges[begun]?.top ?? Number.POSITIVE_INFINITY) <= row; begun += 1) open.push(ranges[begun] as Range);
    open = open.filter(({ bottom }) => bottom >= row);
    if (open.length > TABLE_BOUNDS.columns) throw new UnreadableTable('has merged cells that lie over each other');
    copy(rowCells(row, cells, open, lastColumn).map(cellXml).join(''));
    copiedTo = at;
  }

  for (const { index, 0: tag, 1: end, 2: name, 3: given = '' } of sheet.matchAll(TAG)) {
    if (name === 'c' && end === '') {
      attributes = given;
      contentFrom = index + tag.length;
    } else if (name === 'c') {
      const address = cellAddress(ADDRESS.exec(attributes)?.[2] ?? '');
      if (address !== undefined) cells.push({ ...address, attributes, content: sheet.slice(contentFrom, index) });
    } else if (end === '') {
      cells = [];
      copy(sheet.slice(copiedTo, index + tag.length));
      copiedTo = index + tag.length;
    } else endRow(index);
  }
  copy(sheet.slice(copiedTo));
  return pieces.join('');
}

/** Returns the merged ranges of several cells, from the top, as far as they reach over columns that have a cell. */
function rangesIn(sheet: string, lastColumn: number): Range[] {
  const ranges = [...sheet.matchAll(MERGED)].map(([, quoted, other]): Range => {
    const [from, to] = (quoted ?? other ?? '').split(':').map(cellAddress);
    if (from === undefined || to === undefined || from.column === 0) {
      throw new UnreadableTable('is a damaged workbook: it has merged cells without an address');
    }
    return { top: from.row, left: from.column, bottom: to.row, right: Math.min(to.column, lastColumn) };
  });
  return ranges.filter(({ left }) => left <= lastColumn).toSorted((one, other) => one.top - other.top);
}

function rowCells(row: number, cells: readonly Cell[], ranges: readonly Range[], lastColumn: number): Cell[] {
  const shown = new Map(cells.map((cell) => [cell.column, cell]));
  for (const range of ranges) {
    if (row === range.top) {
      const first = shown.get(range.left);
      if (first !== undefined) range.first = first;
    }
    for (let column = range.left; column <= Math.min(range.right, lastColumn); column += 1) {
      const shownHere = mergedCell(range, row, column);
      if (shownHere === undefined) shown.delete(column);
      else shown.set(column, shownHere);
    }
  }
  return [...shown.values()].toSorted((one, other) => one.column - other.column);
}

/** Returns what a cell of the range shows; undefined for nothing. */
function mergedCell({ left, first }: Range, row: number, column: number): Cell | undefined {
  if (first === undefined || column === left) return first && { ...first, row };
  return { row, column, attributes: ' r="" t="str"', content: `<v>${MERGED_BESIDE}</v>` };
}

function cellXml({ row, column, attributes, content }: Cell): string {
  return `<c${attributes.replace(ADDRESS, `r="${columnLetters(column)}${row}"`)}>${content}</c>`;
}
