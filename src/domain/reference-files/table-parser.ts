/**
 * Parses tables in the format of NCBI and HPO: fields between tabs, never quoted, `-` for none. A header names the
 * columns, which may be in any order and have others among them.
 */

import { LARGEST_INT } from '../record/model.ts';
import { UnreadableFile } from '../unreadable-file.ts';
import { type LineParser, quoted } from './line-parser.ts';
import type { SkippedLine } from './rows.ts';

type TableLayout<Column extends string> = {
  /** The publisher's name of the file. */
  name: string;
  required: readonly Column[];
  optional: readonly Column[];
};

/** Returns a field of a row by the name of its column; `-` where the file has no such column. */
export type FieldOf<Column extends string> = (column: Column) => string;

/** Why a row is skipped, in a sentence. */
export type RowFault = Pick<SkippedLine, 'kind' | 'reason'>;

type TableParserOptions<Column extends string, Row extends object> = {
  layout: TableLayout<Column>;
  /** Returns undefined for a row that repeats earlier ones. */
  toRow(field: FieldOf<Column>): Row | RowFault | undefined;
  /** Called with each comment, which begins with `#`. */
  onComment?(line: string): void;
};

type Header = { names: readonly string[]; lineNumber: number };

/** Returns the parser of a table. A row with more or fewer fields than the header is skipped. */
export function tableParser<Column extends string, Row extends object>({
  layout,
  toRow,
  onComment,
}: TableParserOptions<Column, Row>): LineParser<Row> {
  let lineNumber = 0;
  let fieldCount: number | undefined;
  const places = new Map<Column, number>();
  let fields: readonly string[] = [];
  const field = (column: Column) => fields[places.get(column) ?? -1] ?? NONE;

  function readHeader(header: Header): void {
    const missing = layout.required.filter((column) => !header.names.includes(column));
    if (missing.length > 0) throw new UnreadableFile(headerProblem(layout, header, missing));
    fieldCount = header.names.length;
    places.clear();
    for (const column of [...layout.required, ...layout.optional]) {
      const place = header.names.indexOf(column);
      if (place !== -1) places.set(column, place);
    }
  }

  return {
    take(line) {
      lineNumber++;
      if (line.trim() === '') return undefined;
      if (fieldCount === undefined || line.startsWith('#')) {
        // A file that was put together from several ones has further headers.
        if (isComment(line)) onComment?.(line);
        else readHeader({ names: columnNames(line), lineNumber });
        return undefined;
      }
      fields = line.split('\t');
      if (fields.length !== fieldCount) {
        const reason = `It has ${fields.length} fields, but the header names ${fieldCount}.`;
        return { lineNumber, kind: 'field-count', reason };
      }
      const row = toRow(field);
      return row !== undefined && 'reason' in row ? { lineNumber, ...row } : row;
    },
    end() {
      if (fieldCount === undefined) {
        throw new UnreadableFile(`has no header; ${layout.name} must name ${layout.required.join(', ')}`);
      }
    },
  };
}

/**
 * Returns the names of the columns in a header. In old files of NCBI it is `#Format: tax_id GeneID (tab is used as a
 * separator, pound sign - start of a comment)`, with blanks.
 */
export function columnNames(header: string): readonly string[] {
  const old = /^#\s*Format:([^(]*)/.exec(header)?.[1];
  if (old !== undefined) return old.trim().split(/\s+/);
  return header.split('\t').map((name) => name.trim().replace(/^#/, ''));
}

/** Whether a line with `#` is a comment; a header has several columns, or begins with `#Format:`. */
export function isComment(line: string): boolean {
  return line.startsWith('#') && !line.includes('\t') && !/^#\s*Format:/.test(line);
}

const MOST_NAMES = 20;

function headerProblem(layout: TableLayout<string>, { names, lineNumber }: Header, missing: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map(quoted).join(', ');
  const found = names.length > MOST_NAMES ? `${shown} and ${names.length - MOST_NAMES} more` : shown;
  const lacking = `the column${missing.length === 1 ? '' : 's'} ${missing.join(', ')}`;
  const needed = layout.required.join(', ');
  return `lacks ${lacking}: its header in line ${lineNumber} names ${found}, and ${layout.name} must name ${needed}`;
}

const NONE = '-';

/** Returns a field, or null for an empty one. */
export function orNull(text: string): string | null {
  return text === NONE || text === '' ? null : text;
}

/** Returns the parts of a field between `|`. */
export function listOf(text: string): string[] {
  return orNull(text) === null ? [] : text.split('|').filter((part) => orNull(part) !== null);
}

/** Reads an NCBI id of a taxon or a gene; undefined for anything else. */
export function readId(text: string): number | undefined {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return id >= 1 && id <= LARGEST_INT ? id : undefined;
}

/** Returns the fault for a field that {@link readId} cannot read. */
export function idFault(column: string, found: string): RowFault {
  const reason = `The ${column} is ${quoted(found)}, but must be a whole number from 1 to ${LARGEST_INT}.`;
  return { kind: `number ${column}`, reason };
}
