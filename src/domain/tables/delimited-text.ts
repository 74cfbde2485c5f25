/** Writes tables as text: CSV by RFC 4180, and TSV. Every cell is guarded against being run as a formula. */

import { guardedCell } from './formula-guard.ts';

/** Returns rows as CSV; shorter rows get empty cells up to `width`, so that every line has the same number of fields. */
export function csvText(rows: readonly (readonly string[])[], width: number): string {
  return linesOf(rows, width, ',', (cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
}

/** Returns rows as TSV, which has no quotes: characters that would end a cell or a line become blanks. */
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
