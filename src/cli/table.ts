/** Tables for people and for programs: aligned under a header on a terminal, otherwise separated by tabs and without a header. */

import { printable } from './wording.ts';

export type TableColumn<Entry> = {
  header: string;
  text(entry: Entry): string;
  /** The text on a terminal, if it differs. */
  shortText?(entry: Entry): string;
};

type Output = { readonly isTTY?: boolean };

/** Returns the lines of the table, each with a line break. */
export function table<Entry>(
  columns: readonly TableColumn<Entry>[],
  entries: readonly Entry[],
  output: Output,
): string {
  if (output.isTTY !== true) {
    return lines(entries.map((entry) => columns.map(({ text }) => printable(text(entry))).join('\t')));
  }
  const rows = [
    columns.map(({ header }) => header),
    ...entries.map((entry) => columns.map(({ text, shortText = text }) => printable(shortText(entry)))),
  ];
  const widths = columns.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return lines(rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')));
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `${text.trimEnd()}\n`).join('');
}
