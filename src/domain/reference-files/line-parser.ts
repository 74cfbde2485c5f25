/** How files of lines are read: line by line, with a report of each line that is not taken over. */

import type { SkippedLine } from './rows.ts';

/** Reads one file from its first line to its last. */
export type LineParser<Row extends object> = {
  /**
   * The next line, without its end. Answers undefined where there is nothing to take over and nothing to report: empty
   * lines, comments, the header, what an earlier line has said already.
   *
   * @throws UnreadableFile when this cannot be a file of this kind
   */
  take(line: string): Row | SkippedLine | undefined;
  /**
   * After the last line.
   *
   * @throws UnreadableFile when what makes a file of this kind has not come
   */
  end(): void;
};

export function isSkipped(taken: object): taken is SkippedLine {
  return 'reason' in taken;
}

const MOST_SHOWN = 60;

/** A text from a file as it is shown in a sentence. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text);
}
