/**
 * Parses tables in the format of NCBI and HPO: fields between tabs, never quoted, `-` for none. A header names the
 * columns, which may be in any order and have others among them.
 */

import { UnreadableFile } from '../problem.ts';
import { LARGEST_INT } from '../record/model.ts';
import { type LineParser, quoted, type SkippedLine } from './line-parser.ts';

/** Why a row is skipped, in a sentence. */
export type RowFault = Pick<SkippedLine, 'kind' | 'reason'>;

/** Reads a field of a column: its value, or the fault for which the row is skipped. */
export type ReadField<Value extends string | number> = (field: string, column: string) => Value | RowFault;

type Columns = Readonly<Record<string, ReadField<string | number>>>;
type ValuesOf<Required extends Columns> = {
  readonly [Column in keyof Required]: Exclude<ReturnType<Required[Column]>, RowFault>;
};

export type Table<Required extends Columns, Optional extends string> = {
  /** The publisher's name of the file. */
  name: string;
  /** The columns that the file must name, in the order of the publisher, and how their fields are read. */
  required: Required;
  optional: readonly Optional[];
  /** The columns that only this table has; fewer than required, so that the parser can report missing ones. */
  marks: readonly (keyof Required & string)[];
};

/** Returns a field of a row by the name of its column; `-` where the file has no such column. */
export type FieldOf<Column extends string> = (column: Column) => string;

type Header = { names: readonly string[]; lineNumber: number };

/**
 * Returns the parser of a table. A row with more or fewer fields than the header, or with a faulty field, is skipped.
 *
 * @param toRow returns undefined for a row that repeats earlier ones
 * @param onComment called with each comment, which begins with `#`
 */
export function tableParser<Required extends Columns, Optional extends string, Row extends object>(
  table: Table<Required, Optional>,
  toRow: (values: ValuesOf<Required>, field: FieldOf<Optional>) => Row | RowFault | undefined,
  onComment?: (line: string) => void,
): LineParser<Row> {
  let lineNumber = 0;
  let fieldCount: number | undefined;
  let columns: readonly { column: string; place: number; read: ReadField<string | number> }[] = [];
  const optional = new Map<string, number>();
  let fields: readonly string[] = [];
  const field = (column: Optional) => fields[optional.get(column) ?? -1] ?? NONE;

  function readHeader(header: Header): void {
    const missing = Object.keys(table.required).filter((column) => !header.names.includes(column));
    if (missing.length > 0) throw new UnreadableFile(headerProblem(table, header, missing));
    fieldCount = header.names.length;
    const place = (column: string) => header.names.indexOf(column);
    columns = Object.entries(table.required).map(([column, read]) => ({ column, place: place(column), read }));
    for (const column of table.optional) optional.set(column, place(column));
  }

  function readRow(): Row | RowFault | undefined {
    const values: Record<string, string | number> = {};
    for (const { column, place, read } of columns) {
      const value = read(fields[place] ?? NONE, column);
      if (typeof value === 'object') return value;
      values[column] = value;
    }
    return toRow(values as ValuesOf<Required>, field);
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
      const row = readRow();
      return row !== undefined && 'reason' in row ? { lineNumber, ...row } : row;
    },
    end() {
      if (fieldCount === undefined) throw new UnreadableFile(`has no header; ${mustName(table)}`);
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

function headerProblem(table: AnyTable, { names, lineNumber }: Header, missing: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map(quoted).join(', ');
  const found = names.length > MOST_NAMES ? `${shown} and ${names.length - MOST_NAMES} more` : shown;
  const lacking = `the column${missing.length === 1 ? '' : 's'} ${missing.join(', ')}`;
  return `lacks ${lacking}: its header in line ${lineNumber} names ${found}, and ${mustName(table)}`;
}

type AnyTable = Pick<Table<Columns, string>, 'name' | 'required'>;

function mustName({ name, required }: AnyTable): string {
  return `${name} must name ${Object.keys(required).join(', ')}`;
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

/** Reads any text. */
export const text: ReadField<string> = (field) => field;

/** Reads an NCBI id of a taxon or a gene. */
export const id: ReadField<number> = (field, column) => {
  const number = /^\d{1,10}$/.test(field) ? Number(field) : 0;
  if (number >= 1 && number <= LARGEST_INT) return number;
  const reason = `The ${column} is ${quoted(field)}, but must be a whole number from 1 to ${LARGEST_INT}.`;
  return { kind: `number ${column}`, reason };
};

/** Returns the reader of texts of a form; `example` is one of it, in words. */
export function textLike(form: RegExp, kind: string, example: string): ReadField<string> {
  return (field, column) =>
    form.test(field) ? field : { kind, reason: `The ${column} is ${quoted(field)}, but must be ${example}.` };
}
