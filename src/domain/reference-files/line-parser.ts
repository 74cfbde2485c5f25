/** The interface of parsers that read files line by line, and report each line that they skip. */

/** A line that was skipped. */
export type SkippedLine = {
  /** The number of the line in the file, from 1. */
  lineNumber: number;
  /** A name for the fault, equal for all lines with the same fault. */
  kind: string;
  /** A sentence with what was found and what is allowed. */
  reason: string;
};

/** Parses one file from its first line to its last. */
export type LineParser<Row extends object> = {
  /**
   * Parses the next line, given without its end. Returns undefined where there is nothing to take over and nothing to
   * report: empty lines, comments, the header, and repetitions of an earlier line.
   *
   * @throws UnreadableFile when this cannot be a file of this kind
   */
  take(line: string): Row | SkippedLine | undefined;
  /**
   * Ends the file after its last line.
   *
   * @throws UnreadableFile when the file lacks what every file of this kind has
   */
  end(): void;
};

export function isSkipped(taken: object): taken is SkippedLine {
  return 'reason' in taken;
}

const MOST_SHOWN = 60;

/** Returns a text from a file in quotes, for a sentence; a long one is cut. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text);
}
