/** Reads reference files line by line before anything is written, so that no transaction waits for a disk or a network. */

import { UnreadableFile } from '../../domain/problem.ts';
import { isSkipped, type LineParser, type SkippedLine } from '../../domain/reference-files/line-parser.ts';
import type { LinePlace, LoadTally } from '../../domain/reference-files/load-report.ts';

/** A file that is read once, in pieces of some lines. */
export type RowFile = {
  /** Its name in messages. */
  name: string;
  lines(): AsyncIterable<readonly string[]>;
};

/** The rows of a file that was read. */
export type ReadRows<Row extends object> = {
  /** Calls `onRow` with every row, and reports skipped lines; it can be called several times. */
  each(tally: Pick<LoadTally, 'skipped'>, onRow: (row: Row, place: LinePlace) => void): void;
};

type Numbered<Row> = [lineNumber: number, taken: Row | SkippedLine];

/**
 * Reads the file to its end. Wanted rows stay in memory as text, which needs less than objects.
 *
 * @throws UnreadableFile with the name of the file, if it is of another kind or damaged
 */
export async function readRows<Row extends object>(
  file: RowFile,
  parser: LineParser<Row>,
  isWanted: (row: Row) => boolean,
): Promise<ReadRows<Row>> {
  const pieces: Buffer[] = [];
  let lineNumber = 0;
  try {
    for await (const lines of file.lines()) {
      const piece: Numbered<Row>[] = [];
      for (const line of lines) {
        lineNumber += 1;
        const taken = parser.take(line);
        if (taken !== undefined && (isSkipped(taken) || isWanted(taken))) piece.push([lineNumber, taken]);
      }
      if (piece.length > 0) pieces.push(Buffer.from(JSON.stringify(piece)));
    }
    parser.end();
  } catch (error) {
    throw error instanceof UnreadableFile ? new UnreadableFile(error.problem, file.name) : error;
  }
  return {
    each(tally, onRow) {
      for (const piece of pieces) {
        for (const [number, taken] of JSON.parse(piece.toString()) as Numbered<Row>[]) {
          const place = { file: file.name, lineNumber: number };
          if (isSkipped(taken)) tally.skipped(place, taken.reason, taken.kind);
          else onRow(taken, place);
        }
      }
    },
  };
}

/** Does the same for several files, one after the other, each with its own parser. */
export async function readAllRows<Row extends object>(
  files: readonly RowFile[],
  parserOf: () => LineParser<Row>,
  isWanted: (row: Row) => boolean,
): Promise<ReadRows<Row>> {
  const read: ReadRows<Row>[] = [];
  for (const file of files) read.push(await readRows(file, parserOf(), isWanted));
  return {
    each(tally, onRow) {
      for (const one of read) one.each(tally, onRow);
    },
  };
}
