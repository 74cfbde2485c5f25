/**
 * Lines of reference files: splits bytes into lines, and the interface of parsers that read files line by line and
 * report each line that they skip.
 */

import { UnreadableFile } from '../problem.ts';

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

type TextLines = {
  /**
   * Returns the lines that end in this piece, without their line ends (LF or CRLF).
   *
   * @throws UnreadableFile for bytes that are not UTF-8 text, and for a line that is too long
   */
  push(bytes: Uint8Array): string[];
  /**
   * Returns the line after the last line end, if there is one.
   *
   * @throws UnreadableFile
   */
  end(): string[];
};

/** @param mostLineLength the longest allowed line, in UTF-16 units */
export function textLines(mostLineLength: number): TextLines {
  // Node's own option would also remove a mark after the first character when that character is split over two pieces.
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let isAtStart = true;
  let lineNumber = 1;
  let begun: string[] = [];
  let begunLength = 0;

  function decoded(bytes?: Uint8Array): string {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch {
      throw new UnreadableFile(`is not text in UTF-8, in line ${lineNumber} or soon after it`);
    }
  }

  function withoutMark(text: string): string {
    if (!isAtStart || text === '') return text;
    isAtStart = false;
    return text.startsWith('\ufeff') ? text.slice(1) : text;
  }

  function checked(text: string): string {
    if (text.includes('\0')) {
      throw new UnreadableFile(`is not text: it has a zero byte in line ${lineNumber} or soon after it`);
    }
    return withoutMark(text);
  }

  function keep(text: string): void {
    if (text === '') return;
    begun.push(text);
    begunLength += text.length;
    if (begunLength > mostLineLength) {
      const most = mostLineLength.toLocaleString('en');
      throw new UnreadableFile(`has more than ${most} characters in line ${lineNumber}, but at most so many are read`);
    }
  }

  function taken(): string {
    const line = begun.length === 1 ? (begun[0] ?? '') : begun.join('');
    begun = [];
    begunLength = 0;
    lineNumber++;
    return line.endsWith('\r') ? line.slice(0, -1) : line;
  }

  return {
    push(bytes) {
      const parts = checked(decoded(bytes)).split('\n');
      const last = parts.pop() ?? '';
      const lines = parts.map((part) => {
        keep(part);
        return taken();
      });
      keep(last);
      return lines;
    },
    end() {
      keep(checked(decoded()));
      return begunLength === 0 ? [] : [taken()];
    },
  };
}
