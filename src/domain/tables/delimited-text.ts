/** Writes tables as text: CSV by RFC 4180, and TSV. Every cell is guarded against being run as a formula. */

/** Returns rows as CSV; shorter rows get empty cells up to `width`, so that every line has the same number of fields. */
export function csvText(rows: readonly (readonly string[])[], width: number): string {
  return linesOf(rows, width, ',', (cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
}

/**
 * Returns rows as TSV: characters that would end a cell or a line become blanks. A cell that begins with a quotation mark is
 * quoted as in CSV, as programs read the cells behind such a mark as one, up to the next mark.
 */
export function tsvText(rows: readonly (readonly string[])[], width: number): string {
  return linesOf(rows, width, '\t', (cell) => {
    const text = cell.replace(/[\t\r\n\u0085\u2028\u2029]+/g, ' ');
    return text.startsWith('"') ? `"${text.replaceAll('"', '""')}"` : text;
  });
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

/** Guards cells, so that the program that opens a table does not run them as formulas. */

/**
 * What programs accept as the beginning of a formula: also after blanks, after a quotation mark that they remove, and after
 * invisible characters, and in the full-width forms of East Asian text.
 */
const FORMULA = /^[\s\p{Z}\p{C}"]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to go
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** Returns the text without control characters, and with an apostrophe before it if it could be read as a formula. */
export function guardedCell(text: string): string {
  const clean = text.replace(CONTROLS, '');
  return FORMULA.test(clean) || /^[\t\r\n]/.test(clean) ? `'${clean}` : clean;
}
