/** Finds the rows of a listing that follow those already shown, and what changed among the shown ones. */

import type { Change, Doubt } from '../federation/page-remarks.ts';
import type { FoundRecord, RowPlaces } from '../federation/source.ts';
import type { PageRequest } from '../query/paging.ts';
import type { Position } from './cursor.ts';
import { isRowsTail, keyOf, type RecordKey, readRow, rowsTail, writeRow } from './record-keys.ts';

/** The position of an origin in its list; `keys` are those of the rows shown last. */
export type ListingPosition = Position & {
  /** How many rows of the origin were read. */
  at: number;
  /** How many of these follow the last one shown, as none of them could be shown. */
  unshown: number;
  /** The place at which the first page began: 0, unless it was requested by its number. */
  began: number;
  /** How many records were shown since then. */
  given: number;
  /** The total, or the number seen and `+` where the origin gives no total; undefined before its first answer. */
  answer: string | undefined;
  /** The place of the last row in `keys` that has a key. */
  anchor: number;
  /** Whether `anchor` is the exact place at the origin. */
  isAnchorExact: boolean;
  /** Whether the origin could not give some of its rows: reading goes on by number, as an overlap would count them again. */
  lacksRows: boolean;
  /** What tells whether the rows shown last are still there, where the last of these has no key; otherwise empty. */
  tail: string;
  /** How many pages in a row gave only rows that were shown before. */
  idle: number;
  /** Names the state of the data, where the origin gives such a name. */
  edition: string | undefined;
};

/** The rows of a list that one answer holds. */
export type Window = {
  request: PageRequest;
  records: readonly FoundRecord[];
  /** How many rows are not among the records. */
  dropped: number;
  /** The places of the records and of missing rows in the window; undefined where the records are all rows. */
  rows?: RowPlaces | undefined;
  /** Whether rows are missing because the origin could not give them, or not in a readable form. */
  lacksRows: boolean;
  total: number | undefined;
  /** Whether the list ends with this window; undefined where the total says it. */
  isLast: boolean | undefined;
  edition: string | undefined;
  /** A keyed digest, which does not reveal the text. */
  digest: (text: string) => string;
};

/** How many rows are not among the records, and for what reasons, where their places are known. */
export type MissingRows = { rows: number; unreadable: number | undefined; notGiven: number | undefined };

/** The rows of a window that follow those shown before. */
export type ListingRead = {
  records: readonly FoundRecord[];
  /** The rows between those shown before and the last of these that are not among the records. */
  missing: MissingRows;
  position: ListingPosition;
  change: Change | undefined;
  /** The place where the last row shown before was found, if it was. */
  foundAt: number | undefined;
};

/** Follows the number of rows seen so far, where a partner gives no total. */
const OR_MORE = '+';
/** The largest window: no more rows of one answer are read, so a cursor could not lead to rows after them. */
export const MOST_ROWS = 1000;
/** The largest number of rows, those shown last, whose keys are in a cursor. */
const MOST_REMEMBERED = 30;
/** After so many pages of rows that were shown before, the list counts as ended: such a source gives the same rows for ever. */
const MOST_IDLE_PAGES = 3;

/** Returns the place after the last row of a page. */
export function endOf({ page, size }: PageRequest): number {
  return (page + 1) * size;
}

/** Returns the position from which a list is read, before any row of it was shown. */
export function startingAt(at: number): ListingPosition {
  return {
    at,
    unshown: 0,
    began: at,
    given: 0,
    answer: undefined,
    anchor: at,
    isAnchorExact: false,
    lacksRows: false,
    tail: '',
    idle: 0,
    edition: undefined,
    keys: '',
    doubts: [],
    isDone: false,
  };
}

/** Whether a row shown last has a key, so that it can be found again. */
export function hasAnchor({ keys }: ListingPosition): boolean {
  return readRow(keys).some((key) => key !== undefined);
}

/** Returns the place behind the last row shown. Rows from there on are read again, as others may have come among them. */
export function shownTo({ at, unshown }: ListingPosition): number {
  return at - unshown;
}

/** Reads by number: the rows of a window from the place on. */
export function readByPlace(window: Window, before: ListingPosition, size: number): ListingRead {
  const { request, records, total, edition } = window;
  const first = request.page * request.size;
  const place = shownTo(before);
  const hasOtherTotal = isOtherTotal(before.answer, total?.toString());
  // Where none was shown, rows may have moved in front of the place, unless that is the beginning of the list.
  const isFromStart = first === 0 && place === 0;
  const isInPlace = before.keys === '' ? isFromStart || !hasOtherTotal : isRowsTail(before.tail, window, place);
  const isKnown = isInPlace || isSameEdition(before, edition);
  const from = isKnown && first <= place ? place : before.at;
  const fresh = records.map((_, index) => index).filter((index) => first + placeIn(window, index) >= from);
  const doubts = new Set(before.doubts);
  if (!isKnown) doubts.add('lost-place');
  // Where no row follows, the rows shown last stay those: they may move before the next page, and that must be said.
  const known = fresh.length === 0 ? readRow(before.keys) : [];
  const position = positionBehind(window, before, { fresh, size, known, passed: [], doubts });
  return {
    records: fresh.slice(0, size).map((index) => records[index] as FoundRecord),
    missing: missingBetween(window, before.at, position.at),
    position,
    change: hasOtherTotal ? { gone: 0, among: 0 } : undefined,
    foundAt: undefined,
  };
}

/** Whether `keys` names every row that was read, and every one that was shown: if none is found, none of them is left. */
export function areAllKnown({ at, given, keys }: ListingPosition): boolean {
  const row = readRow(keys);
  return row.length > 0 && row.length === at && row.length === given && row.every((key) => key !== undefined);
}

/** Reads all rows of the first window, if all rows that were read are known and none of them is in it; otherwise undefined. */
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
 * Reads by number where no change is visible: the total is the same, and no row shown before is in the window. Otherwise
 * undefined.
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

/** Reads the rows after those shown last; undefined when the window holds none of these, or leads no further. */
export function readBehindAnchor(window: Window, before: ListingPosition, size: number): ListingRead | undefined {
  const { request, records, edition } = window;
  const row = readRow(before.keys);
  const divided = divide(records.map(keyOf), row);
  if (divided === undefined) return undefined;
  const { fresh, last, known, unnamedShown } = divided;
  const foundAt = request.page * request.size + placeIn(window, last);
  // The row found stood at least so many places in front of the anchor as there were rows shown behind it.
  const moved = before.isAnchorExact && isExact(window) ? foundAt - before.anchor + divided.shownBehind : 0;
  const doubts = new Set(before.doubts);
  if (unnamedShown > 0 && !isSameEdition(before, edition) && !isUnmoved(window, before, divided)) {
    doubts.add('anonymised');
  }
  if (divided.hasUnnamedCome || mayBeShownAgain(window, before, divided)) doubts.add('anonymised');
  if (moved > divided.among - divided.goneInFront - divided.goneBefore) doubts.add('unseen');
  const position = positionBehind(window, before, { ...divided, size, known, doubts });
  if (!position.isDone && fresh.length === 0 && position.at <= before.at) return undefined;
  // Rows after the last one found may have moved out of the window, and count as gone only at the end of the list.
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

/** Whether rows without a key that were shown may be among the fresh ones, as the last row shown with a key is gone. */
function mayBeShownAgain(window: Window, before: ListingPosition, { isLastShown, fresh }: Divided): boolean {
  const from = window.request.page * window.request.size;
  const isUnnamed = (index: number) => keyOf(window.records[index] as FoundRecord) === undefined;
  return !isLastShown && fresh.some((index) => isUnnamed(index) && from + placeIn(window, index) < before.at);
}

/** Whether the rows without a key behind the last row found are those that were shown, and no others are among them. */
function isUnmoved(window: Window, before: ListingPosition, { last, passed, fresh }: Divided): boolean {
  const from = window.request.page * window.request.size;
  const placeAt = (index: number) => from + placeIn(window, index);
  const isApart =
    passed.every((index) => placeAt(index) < before.at) && fresh.every((index) => placeAt(index) >= before.at);
  return isApart && placeAt(last) === before.anchor && isRowsTail(before.tail, window, shownTo(before));
}

type Divided = NonNullable<ReturnType<typeof divide>>;
type Keys = readonly (RecordKey | undefined)[];

/** Compares the rows of a window with those shown last; undefined when none of these is in the window. */
function divide(keys: Keys, row: Keys) {
  const matched = matchedPlaces(keys, row);
  const [first, last] = [matched[0], matched.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const rowOfFirst = row.findIndex((key) => isSame(key, keys[first]));
  const rowOfLast = row.findLastIndex((key) => isSame(key, keys[last]));
  const anchorRow = row.findLastIndex((key) => key !== undefined);
  const missing = missingOf(row, keys);
  // Rows without a key were shown as well: all between shown rows, and after the last of these as many as before.
  const unnamedShown = row.slice(rowOfLast).filter((key) => key === undefined).length;
  const others = keys.map((_, place) => place).filter((place) => place > first && !matched.includes(place));
  const unnamed = others.filter((place) => keys[place] === undefined);
  const unnamedBehind = unnamed.filter((place) => place > last).slice(0, unnamedShown);
  const unnamedBetween = unnamed.filter((place) => place < last);
  const unnamedBefore = row.slice(rowOfFirst, rowOfLast).filter((key) => key === undefined).length;
  const goneInFront = missing.filter((place) => place > rowOfFirst && place < rowOfLast).length;
  const passed = [...matched, ...unnamedBetween, ...unnamedBehind];
  const fresh = others.filter((place) => !passed.includes(place));
  return {
    fresh,
    passed,
    last,
    known: row.filter((key, place) => (key === undefined ? place < rowOfFirst : missing.includes(place))),
    unnamedShown,
    // A row that is gone may be there without its key.
    hasUnnamedCome: unnamedBetween.length > unnamedBefore + goneInFront,
    isLastShown: rowOfLast === anchorRow,
    shownBehind: anchorRow - rowOfLast,
    among: fresh.filter((place) => place < last).length,
    goneInFront,
    // The rows of the window in front of the first one found were shown, unless others have taken their places.
    goneBefore: missing.filter((place) => place >= rowOfFirst - first && place < rowOfFirst).length,
    goneBehind: missing.filter((place) => place > rowOfLast).length,
  };
}

type Behind = {
  /** Places in the window: `fresh` of rows not shown before, `passed` of rows that were. */
  fresh: readonly number[];
  passed: readonly number[];
  size: number;
  /** The keys of rows that were shown and are not in the window; they are recognised if they come back. */
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
  const isIdle = fresh.length === 0 && passed.some((place) => from + placeIn(window, place) >= before.at);
  const idle = isIdle ? before.idle + 1 : 0;
  const isStuck = idle === MOST_IDLE_PAGES && !isAtEnd(window);
  const keyAt = (index: number) => keyOf(records[index] as FoundRecord);
  const firstLeft = notShown[0] ?? records.length;
  const given = [...passed.filter((index) => index < firstLeft), ...fresh.slice(0, size)].toSorted((a, b) => a - b);
  // The next window begins in front of the first row that is left. Rows shown behind that one are recognised there.
  const ahead = passed.filter((index) => index > firstLeft).map(keyAt);
  const row = [...known, ...ahead.filter((key) => key !== undefined), ...given.map(keyAt)].slice(-MOST_REMEMBERED);
  const last = given.findLast((index) => keyAt(index) !== undefined);
  const lastGiven = given.at(-1);
  const behindGiven = lastGiven === undefined ? shownTo(before) : from + placeIn(window, lastGiven) + 1;
  const withoutPlace = rows === undefined && records.length > 0 ? dropped : 0;
  const anchor = last === undefined ? before.anchor : from + placeIn(window, last);
  const seen = from + records.length + dropped;
  const at = isCut ? behindGiven + withoutPlace : Math.min(endOf(request), from + (rows?.end ?? request.size));
  const further = new Set(doubts);
  if (isStuck) further.add('lost-place');
  if (ahead.includes(undefined)) further.add('anonymised');
  const isLastUnnamed = row.length > 0 && row.at(-1) === undefined;
  const tail = lastGiven === undefined ? before.tail : rowsTail(window, behindGiven, size);
  return {
    at,
    unshown: withoutPlace > 0 ? 0 : Math.max(0, at - behindGiven),
    began: before.began,
    given: before.given + fresh.length - notShown.length,
    answer: total === undefined ? `${isCut ? at : seen}${OR_MORE}` : String(total),
    anchor,
    isAnchorExact: isExact(window),
    lacksRows: before.lacksRows || window.lacksRows,
    edition,
    tail: isLastUnnamed ? tail : '',
    idle,
    keys: writeRow(row),
    doubts: [...further],
    isDone: isStuck || (!isCut && isAtEnd(window)),
  };
}

/** Returns the places of rows that were shown, each key at most as often as it was shown. */
function matchedPlaces(keys: Keys, row: Keys): number[] {
  const open = [...row];
  return keys.flatMap((key, place) => {
    const found = key === undefined ? -1 : open.findIndex((one) => isSame(one, key));
    if (found >= 0) open[found] = undefined;
    return found >= 0 ? [place] : [];
  });
}

/** Returns the places in `row` of shown rows that are not in the window. */
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

/** Returns the place of a record among the rows of its window. */
function placeIn({ rows }: Window, index: number): number {
  return rows?.shown[index] ?? index;
}

/** Counts the rows between two places of the origin (the second excluded) that are not among the records. */
function missingBetween({ request, dropped, rows }: Window, from: number, to: number): MissingRows {
  if (rows === undefined) return { rows: dropped, unreadable: undefined, notGiven: undefined };
  const first = request.page * request.size;
  const countOf = (places: readonly number[] = []) =>
    places.filter((place) => first + place >= from && first + place < to).length;
  return { rows: countOf(rows.missing), unreadable: countOf(rows.unreadable), notGiven: countOf(rows.notGiven) };
}

/** Whether the places in the window are those of the origin: all rows are records, or their places are known. */
function isExact({ request, records, dropped, rows, total }: Window): boolean {
  if (dropped > 0 && rows === undefined) return false;
  const expected = total === undefined ? request.size : total - request.page * request.size;
  return rowCount({ records, dropped, rows }) === Math.max(0, Math.min(request.size, expected));
}

/**
 * Whether the window ends at the end of the list. Where the source does not say it and states no total, this is the first
 * window that is not full, if it was read to its end.
 */
function isAtEnd({ request, total, isLast, ...window }: Window): boolean {
  if (window.rows?.end !== undefined) return false;
  if (isLast !== undefined) return isLast;
  return total === undefined ? rowCount(window) < request.size : endOf(request) >= total;
}

/** Returns how many rows the window holds. A row that the origin gave twice is only one record. */
function rowCount({ records, dropped, rows }: Pick<Window, 'records' | 'dropped' | 'rows'>): number {
  return Math.max(records.length + dropped, 1 + (rows?.shown.at(-1) ?? -1), 1 + (rows?.missing.at(-1) ?? -1));
}

/** Whether the total has changed; false where it was not known before, or is not now. */
export function isOtherTotal(before: string | undefined, now: string | undefined): boolean {
  if (before === undefined || now === undefined) return false;
  return before !== now && !before.endsWith(OR_MORE) && !now.endsWith(OR_MORE);
}

/** Returns the total in `answer`; undefined where it is a number of rows seen. */
export function statedTotal({ answer }: Pick<ListingPosition, 'answer'>): number | undefined {
  return answer === undefined || answer.endsWith(OR_MORE) ? undefined : Number(answer);
}
