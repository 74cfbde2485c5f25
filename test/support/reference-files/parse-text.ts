/** A whole file, as a parser reads it. */

import {
  isSkipped,
  type LineParser,
  type SkippedLine,
  textLines,
} from '../../../src/domain/reference-files/line-parser.ts';

export function parseText<Row extends object>(
  parser: LineParser<Row>,
  text: string,
): { rows: Row[]; skipped: SkippedLine[] } {
  const lines = textLines(1_000_000);
  const all = [...lines.push(Buffer.from(text)), ...lines.end()];
  const taken = all.map((line) => parser.take(line)).filter((one) => one !== undefined);
  parser.end();
  return {
    rows: taken.filter((one): one is Row => !isSkipped(one)),
    skipped: taken.filter(isSkipped),
  };
}

/** Lines of fields between tabs, as the files of NCBI and HPO have them. */
export function table(...rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.join('\t')}\n`).join('');
}
