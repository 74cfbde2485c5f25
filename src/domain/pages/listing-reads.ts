/** What of the rows of a listing follows those that were shown before, and what has changed among them. */

import type { Change, Doubt } from '../federation/page-remarks.ts';
import type { FoundRecord, RowPlaces } from '../federation/source.ts';
import type { PageRequest } from '../query/paging.ts';
import type { Position } from './cursor.ts';
import { keyOf, type RecordKey, readRow, writeRow } from './record-keys.ts';

/** Where an origin stands in its list; `keys` is the row of those shown last. */
export type ListingPosition = Position & {
  /** Rows of the origin that were read. */
  at: number;
  /** How many it has, followed by `+` where it does not say; undefined for an origin that has given none yet. */
  answer: string | undefined;
  /**
   * The place of the last row in `keys` that has a key. Where no row was shown, the place from which none was.
   */
  anchor: number;
  isAnchorExact: boolean;
  /** Some of its rows could not be had: it goes on by number, as these would come once more in any overlap. */
  lacksRows: boolean;
  /** Names the state of the data, where the origin has one. */
  edition: string | undefined;
  doubts: readonly Doubt[];
};

/** What one answer holds of a list. */
export type Window = {
  request: PageRequest;
  records: readonly FoundRecord[];
  /** Rows that are not among the records. */
  dropped: number;
  /** Where the records and the others stand in the window; undefined where every row is among the records. */
  rows?: RowPlaces | undefined;
  /** Whether they are missing because the origin could not give them, or not so that they can be read. */
  lacksRows: boolean;
  total: number | undefined;
  edition: string | undefined;
};

/** What of a window follows what was shown before. */
export type ListingRead = {
  records: readonly FoundRecord[];
  /** Rows between those shown before and the end of these that are not among the records. */
  missing: number;
  position: ListingPosition;
  change: Change | undefined;
  /** The place of the last row shown before, where it was found. */
  foundAt: number | undefined;
};

/** Behind what was counted so far of a listing whose partner does not say how many records it has. */
const OR_MORE = '+';
/** More rows than this of one partner are not shown, so what is behind could be had by no cursor. */
export const MOST_ROWS = 1000;
/** So many of the rows shown last are named by a cursor. */
const MOST_REMEMBERED = 30;

export function endOf({ page, size }: PageRequest): number {
  return (page + 1) * size;
}

export function startingAt(at: number): ListingPosition {
  return {
    at,
    answer: undefined,
    anchor: at,
    isAnchorExact: false,
    lacksRows: false,
    edition: undefined,
    keys: '',
    doubts: [],
    isDone: false,
  };
}

/** Whether a row shown last can be found again. */
export function hasAnchor({ keys }: ListingPosition): boolean {
  return readRow(keys).some((key) => key !== undefined);
}

/** From which place on rows are read by number: whatever stands in front is taken to have been shown. */
export function placeOf({ at, anchor, keys }: ListingPosition, size: number): number {
  const isNothingShown = keys === '' && at + size - anchor <= MOST_ROWS;
  return isNothingShown ? anchor : at;
}

/** By number: the rows of a window from the place on. */
export function readByPlace(window: Window, before: ListingPosition, size: number): ListingRead {
  const { request, records, edition } = window;
  const from = Math.max(0, placeOf(before, size) - request.page * request.size);
  const fresh = records.map((_, index) => index).filter((index) => placeIn(window, index) >= from);
  const doubts = new Set(before.doubts);
  if (before.keys !== '' && !isSameEdition(before, edition)) doubts.add('lost-place');
  const anchor = before.keys === '' ? before.anchor : before.at;
  const position = positionBehind(window, { ...before, anchor }, { fresh, size, known: [], passed: [], doubts });
  const hasOtherTotal = isOtherTotal(before.answer, position.answer);
  return {
    records: fresh.slice(0, size).map((index) => records[index] as FoundRecord),
    missing: missingBetween(window, before.at, position.at),
    position,
    change: hasOtherTotal ? { gone: 0, among: 0 } : undefined,
    foundAt: undefined,
  };
}

/** Whether every row that was read is among those shown last: where none of them is found, none is left. */
export function areAllKnown({ at, keys }: ListingPosition): boolean {
  const row = readRow(keys);
  return row.length > 0 && row.length === at && row.every((key) => key !== undefined);
}

/** Where all rows that were read are known and gone: the rows of a window from the first on. */
export function readFromStart(window: Window, before: ListingPosition, size: number): ListingRead | undefined {
  const { records } = window;
  const known = readRow(before.keys);
  if (window.request.page !== 0 || matchedPlaces(records.map(keyOf), known).length > 0) return undefined;
  const fresh = records.map((_, index) => index);
  const doubts = new Set(before.doubts);
  const position = positionBehind(window, { ...before, anchor: 0 }, { fresh, size, known, passed: [], doubts });
  return {
    records: records.slice(0, size),
    missing: missingBetween(window, 0, position.at),
    position,
    change: { gone: known.length, among: 0 },
    foundAt: undefined,
  };
}

/**
 * By number, where nothing shows a change: the number of rows is the same, and none of those shown is in the window.
 */
export function readByNumber(window: Window, before: ListingPosition, size: number): ListingRead | undefined {
  const { records, edition } = window;
  const row = readRow(before.keys);
  const fresh = records.map((_, place) => place);
  const doubts = new Set(before.doubts);
  if (row.length > 0 && row.at(-1) === undefined && !isSameEdition(before, edition)) doubts.add('anonymised');
  const position = positionBehind(window, before, { fresh, size, known: row, passed: [], doubts });
  const isSeenBefore = matchedPlaces(records.map(keyOf), row).length > 0;
  if (isSeenBefore || isOtherTotal(before.answer, position.answer)) return undefined;
  const missing = missingBetween(window, before.at, position.at);
  return { records: records.slice(0, size), missing, position, change: undefined, foundAt: undefined };
}

/** By the rows shown last; undefined when none of them is in the window, or when the window leads no further. */
export function readBehindAnchor(window: Window, before: ListingPosition, size: number): ListingRead | undefined {
  const { request, records, edition } = window;
  const row = readRow(before.keys);
  const divided = divide(records.map(keyOf), row);
  if (divided === undefined) return undefined;
  const { fresh, last, missing, unnamedShown } = divided;
  const foundAt = request.page * request.size + placeIn(window, last);
  const isMeasured = divided.isLastShown && before.isAnchorExact && isExact(window);
  const moved = isMeasured ? foundAt - before.anchor : 0;
  const doubts = new Set(before.doubts);
  if (unnamedShown > 0 && !isSameEdition(before, edition)) doubts.add('anonymised');
  if (moved > divided.among - divided.goneInFront) doubts.add('unseen');
  const known = missing.map((place) => row[place]);
  const position = positionBehind(window, before, { ...divided, size, known, doubts });
  if (!position.isDone && fresh.length === 0 && position.at <= before.at) return undefined;
  // Rows shown behind the last one that was found may have been pushed out of the window.
  const gone = divided.goneInFront + (isAtEnd(window) ? divided.goneBehind : 0);
  const hasChanged = gone > 0 || divided.among > 0 || moved !== 0 || isOtherTotal(before.answer, position.answer);
  return {
    records: fresh.slice(0, size).map((place) => records[place] as FoundRecord),
    missing: missingBetween(window, before.at + (divided.isLastShown ? foundAt - before.anchor : 0), position.at),
    position,
    change: hasChanged ? { gone, among: divided.among } : undefined,
    foundAt,
  };
}

type Keys = readonly (RecordKey | undefined)[];

/** The rows of a window, by their places in it, beside the row of those shown last. Undefined: none of these is there. */
function divide(keys: Keys, row: Keys) {
  const matched = matchedPlaces(keys, row);
  const [first, last] = [matched[0], matched.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const rowOfFirst = row.findIndex((key) => isSame(key, keys[first]));
  const rowOfLast = row.findLastIndex((key) => isSame(key, keys[last]));
  const missing = missingOf(row, keys);
  // Those without a key were shown as well: all between rows that were, and behind the last of them as many as then.
  const unnamedShown = row.slice(rowOfLast).filter((key) => key === undefined).length;
  const others = keys.map((_, place) => place).filter((place) => place > first && !matched.includes(place));
  const unnamed = others.filter((place) => keys[place] === undefined);
  const unnamedBehind = unnamed.filter((place) => place > last).slice(0, unnamedShown);
  const passed = [...matched, ...unnamed.filter((place) => place < last), ...unnamedBehind];
  const fresh = others.filter((place) => !passed.includes(place));
  return {
    fresh,
    passed,
    last,
    missing,
    unnamedShown,
    isLastShown: rowOfLast === row.findLastIndex((key) => key !== undefined),
    among: fresh.filter((place) => place < last).length,
    goneInFront: missing.filter((place) => place > rowOfFirst && place < rowOfLast).length,
    goneBehind: missing.filter((place) => place > rowOfLast).length,
  };
}

type Behind = {
  /** Places in the window: of rows not shown before, and of those that were. */
  fresh: readonly number[];
  passed: readonly number[];
  size: number;
  /** Shown before, and not in the window. They may come back, and are then known. */
  known: Keys;
  doubts: ReadonlySet<Doubt>;
};

function positionBehind(
  window: Window,
  before: ListingPosition,
  { fresh, passed, size, known, doubts }: Behind,
): ListingPosition {
  const { request, records, dropped, rows, total, edition } = window;
  const from = request.page * request.size;
  const notShown = fresh.slice(size);
  const isCut = notShown.length > 0;
  const given = [...passed, ...fresh.slice(0, size)].toSorted((a, b) => a - b);
  const row = [...known, ...given.map((place) => keyOf(records[place] as FoundRecord))].slice(-MOST_REMEMBERED);
  const last = given.findLast((place) => keyOf(records[place] as FoundRecord) !== undefined);
  const anchor = last === undefined ? before.anchor : from + placeIn(window, last);
  const seen = from + records.length + dropped;
  const behindGiven = from + placeIn(window, given.at(-1) ?? 0) + 1 + (rows === undefined ? dropped : 0);
  const at = isCut ? behindGiven : Math.min(endOf(request), from + (rows?.end ?? request.size));
  return {
    at,
    answer: total === undefined ? `${isCut ? at : seen}${OR_MORE}` : String(total),
    anchor,
    isAnchorExact: isExact(window) && notShown.every((index) => from + placeIn(window, index) > anchor),
    lacksRows: before.lacksRows || window.lacksRows,
    edition,
    keys: writeRow(row),
    doubts: [...doubts],
    isDone: !isCut && isAtEnd(window),
  };
}

/** The places of the rows that were shown, each row of a key as often as it was. */
function matchedPlaces(keys: Keys, row: Keys): number[] {
  const open = [...row];
  return keys.flatMap((key, place) => {
    const found = key === undefined ? -1 : open.findIndex((one) => isSame(one, key));
    if (found >= 0) open[found] = undefined;
    return found >= 0 ? [place] : [];
  });
}

/** The places in the row of those shown before that are not in the window. */
function missingOf(row: Keys, keys: Keys): number[] {
  const places = row.map((_, place) => place).filter((place) => row[place] !== undefined);
  return places.filter((place) => !keys.some((key) => isSame(row[place], key)));
}

function isSame(a: RecordKey | undefined, b: RecordKey | undefined): boolean {
  return a !== undefined && b !== undefined && a[0] === b[0] && a[1] === b[1];
}

function isSameEdition({ edition }: ListingPosition, now: string | undefined): boolean {
  return edition !== undefined && edition === now;
}

/** Where a record of a window stands among its rows. */
function placeIn({ rows }: Window, index: number): number {
  return rows?.shown[index] ?? index;
}

/** How many rows from one place of the origin to another (excluded) are not among the records. */
function missingBetween({ request, dropped, rows }: Window, from: number, to: number): number {
  if (rows === undefined) return dropped;
  const first = request.page * request.size;
  return rows.missing.filter((place) => first + place >= from && first + place < to).length;
}

/** Whether the places of the records are those of the origin: every row is among them, or where it stands is known. */
function isExact({ request, records, dropped, rows, total }: Window): boolean {
  if ((dropped > 0 && rows === undefined) || total === undefined) return false;
  return (
    rowCount({ records, dropped, rows }) === Math.max(0, Math.min(request.size, total - request.page * request.size))
  );
}

/**
 * Of a partner that does not say how many rows it has, the first window that is not full is the last, if it was read to
 * its end.
 */
function isAtEnd({ request, total, ...window }: Window): boolean {
  if (window.rows?.end !== undefined) return false;
  return total === undefined ? rowCount(window) < request.size : endOf(request) >= total;
}

/** One that stands twice is among the records once. */
function rowCount({ records, dropped, rows }: Pick<Window, 'records' | 'dropped' | 'rows'>): number {
  return Math.max(records.length + dropped, 1 + (rows?.shown.at(-1) ?? -1), 1 + (rows?.missing.at(-1) ?? -1));
}

export function isOtherTotal(before: string | undefined, now: string | undefined): boolean {
  return before !== undefined && before !== now && !before.endsWith(OR_MORE);
}
