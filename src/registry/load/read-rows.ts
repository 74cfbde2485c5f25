/** Reference files, line by line. */

import type { LineParser } from '../../domain/reference-files/line-parser.ts';
import { isSkipped } from '../../domain/reference-files/line-parser.ts';
import type { LoadTally, Place } from '../../domain/reference-files/load-report.ts';
import { UnreadableFile } from '../../domain/unreadable-file.ts';

/** A file that is read once, in pieces of some lines. */
export type ReferenceFile = {
  /** As it is spoken of. */
  name: string;
  lines(): AsyncIterable<readonly string[]>;
};

/**
 * Gives every row of the file to `onRow`, and tells of the lines that are none.
 *
 * @throws UnreadableFile with the name of the file, when it is not of this kind or is damaged
 */
export async function readRows<Row extends object>(
  file: ReferenceFile,
  parser: LineParser<Row>,
  tally: LoadTally,
  onRow: (row: Row, place: Place) => void,
): Promise<void> {
  const place = { file: file.name, lineNumber: 0 };
  try {
    for await (const lines of file.lines()) {
      for (const line of lines) {
        place.lineNumber += 1;
        const taken = parser.take(line);
        if (taken === undefined) continue;
        if (isSkipped(taken)) tally.skipped(place, taken.reason);
        else onRow(taken, place);
      }
    }
    parser.end();
  } catch (error) {
    throw error instanceof UnreadableFile ? new UnreadableFile(error.problem, file.name) : error;
  }
}
