/** Tables as text: CSV as RFC 4180 says, and TSV. Every cell is guarded against being run as a formula. */

import { guardedCell } from './formula-guard.ts';

/** Rows of cells as CSV; shorter rows are filled up to `width` cells, so that every line has the same number of fields. */
export function csvText(rows: readonly (readonly string[])[], width: number): string {
  return linesOf(rows, width, ',', (cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
}

/** Rows of cells as TSV, which has no quotes: what would end a cell or a line becomes a blank. */
export function tsvText(rows: readonly (readonly string[])[], width: number): string {
  return linesOf(rows, width, '\t', (cell) => cell.replace(/[\t\r\n\u0085\u2028\u2029]+/g, ' '));
}

function linesOf(
  rows: readonly (readonly string[])[],
  width: number,
  separator: string,
  write: (cell: string) => string,
): string {
  return rows
    .map(
      (row) =>
        `${filled(row, width)
          .map((cell) => write(guardedCell(cell)))
          .join(separator)}\r\n`,
    )
    .join('');
}

function filled(row: readonly string[], width: number): string[] {
  return [...row, ...Array<string>(Math.max(0, width - row.length)).fill('')];
}
