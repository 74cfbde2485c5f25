/**
 * The pages of a listing: one page of every origin, each origin at its own position. Registries number pages only, so a row
 * that is added or removed moves all rows behind it: a page is read in windows that overlap.
 */

import { isFull } from '../federation/completeness.ts';
import type { Part } from '../federation/federated-answer.ts';
import type { Change } from '../federation/page-remarks.ts';
import { allReasons, type Reason, reason } from '../federation/reasons.ts';
import type { SourceAnswer } from '../federation/source.ts';
import type { PageRequest } from '../query/paging.ts';
import { keyBytes } from './cursor.ts';
import {
  type FederatedPage,
  federatedPage,
  joinedRemarks,
  type OriginStanding,
  type PageStart,
  withRoom,
} from './federated-pages.ts';
import {
  endOf,
  hasAnchor,
  isOtherTotal,
  type ListingPosition,
  type ListingRead,
  type MissingRows,
  MOST_ROWS,
  readByPlace,
  shownTo,
  startingAt,
  statedTotal,
  type Window,
} from './listing-reads.ts';
import { readRow, tailRows, writeRow } from './record-keys.ts';

/** The usual size of a key with the ids of gene and researcher. */
const ROW_BYTES = 8;

type ListingFacts = Pick<Window, 'digest'> & {
  /**
   * For origins with rows shown before, the rows read after them, which are the records of their parts. Other origins
   * gave the page with the requested number.
   */
  reads: ReadonlyMap<string, ListingRead>;
  /** Whether the totals of origins count rows that are never shown, as those of genes count tier 3. */
  hasHiddenRows: boolean;
};

/** Returns a page of the listing, with one page of every origin. */
export function listingPage(
  parts: readonly Part[],
  start: PageStart<ListingPosition>,
  facts: ListingFacts,
): FederatedPage<ListingPosition> {
  const { size } = start;
  const standings = parts.map((part) => standingOf(part, start, facts));
  const records = standings.flatMap(({ records }) => records);
  const totals = standings.map((standing) => exactTotal(standing) ?? likelyTotal(standing, facts));
  const page = federatedPage(records, standings, start, {
    total: totals.reduce((sum, one) => sum + one, 0),
    totalPages: Math.max(0, ...standings.map(({ position }) => Math.ceil(rowsIn(position) / size))),
    isTotalKnown: standings.every((standing) => exactTotal(standing) !== undefined),
  });
  return { ...withRoom(page, withinRoom), remarks: [...joinedRemarks(start, parts), ...page.remarks] };
}

type Standing = Pick<OriginStanding<ListingPosition>, 'part' | 'position'>;

/**
 * Returns how many records all pages give of an origin. It is known where the origin knows it, or where all of them were
 * shown; what a partner states counts rows that may turn out to be unreadable, repeated or not there.
 */
function exactTotal({ part, position }: Standing): number | undefined {
  const { answer, isDone, began, given } = position;
  if (part.origin.state === 'not-asked' && answer === undefined) return 0;
  if (part.isTotalExact === true) return part.total;
  return isDone && answer !== undefined && began === 0 ? given : undefined;
}

/** Returns how many records of an origin there are as far as is known; rows that may never be shown do not count. */
function likelyTotal({ position }: Standing, { hasHiddenRows }: ListingFacts): number {
  const { answer, at, began, given } = position;
  if (answer === undefined || hasHiddenRows) return given;
  const total = statedTotal(position);
  if (total === undefined) return given > 0 ? began + given : 0;
  return Math.min(began, total) + given + Math.max(0, total - at);
}

/** Returns how many rows an origin has, as far as is known; a total is not believed behind the end of the list. */
function rowsIn(position: ListingPosition): number {
  const { answer, at, isDone } = position;
  const rows = Number.parseInt(answer ?? '0', 10);
  return isDone ? Math.min(rows, at) : rows;
}

/** Returns the position of an origin by the cursor, or by the number of the page. */
export function positionOf({ page, size, cursor }: PageStart<ListingPosition>, key: string): ListingPosition {
  return cursor?.positions.get(key) ?? startingAt(cursor === undefined ? page * size : 0);
}

/** Whether all records of an origin were shown, by the cursor; false for an origin that has never given an answer. */
export function hasGivenAll({ cursor }: PageStart<ListingPosition>, key: string): boolean {
  const position = cursor?.positions.get(key);
  return position?.isDone === true && position.answer !== undefined;
}

function standingOf(
  part: Part,
  start: PageStart<ListingPosition>,
  { reads, digest }: ListingFacts,
): OriginStanding<ListingPosition> & Pick<Part, 'records'> {
  const { origin, records, rows, total, isLast, edition } = part;
  const before = positionOf(start, origin.key);
  if (origin.retrievedAt === null) {
    // An origin that cannot answer has nothing to show. It is queried again for every page, so that each names what is missing.
    const isWithoutAny = origin.state === 'unsupported' && before.answer === undefined;
    const position = isWithoutAny ? { ...before, isDone: true } : before;
    return { part, records, position, hasMore: false, change: undefined, doubts: before.doubts };
  }
  const request = { page: Math.floor(before.at / start.size), size: start.size };
  const lacksRows = origin.state === 'limited' && origin.dropped > 0;
  const window = { request, records, dropped: origin.dropped, rows, lacksRows, total, isLast, edition, digest };
  const { position, change, ...rest } = reads.get(origin.key) ?? readByPlace(window, before, start.size);
  const reported = isFull(origin.state) ? change : changeOfLimited(part, before, position);
  const hasMore = !position.isDone;
  const { doubts } = position;
  return { part, records: rest.records, position: withState(position, origin), hasMore, change: reported, doubts };
}

/** Adds the state of this page to the doubts, because later pages have their own states and would not name it. */
function withState(position: ListingPosition, { state }: Part['origin']): ListingPosition {
  if (state !== 'limited' && state !== 'stale') return position;
  return { ...position, doubts: [...new Set([...position.doubts, state])] };
}

/** Returns the change of a limited answer: the total shows a change, but not which rows were added or removed. */
function changeOfLimited({ origin }: Part, before: ListingPosition, now: ListingPosition): Change | undefined {
  const isReported = origin.state === 'limited' && isOtherTotal(before.answer, now.answer);
  return isReported ? { gone: 0, among: 0 } : undefined;
}

/** Returns the positions with as many keys as a cursor has space for, equally for each origin. */
function withinRoom(positions: ReadonlyMap<string, ListingPosition>): ReadonlyMap<string, ListingPosition> {
  const most = Math.max(1, Math.floor(keyBytes(positions.size) / ROW_BYTES / positions.size));
  return new Map(
    [...positions].map(([key, position]) => [
      key,
      { ...position, keys: writeRow(readRow(position.keys).slice(-most)) },
    ]),
  );
}

// The windows that are read for a page of a listing. Registries number pages only, so a row that is added or removed moves
// all rows after it. A window therefore includes the rows shown last, by which one answer is enough to find the place.

/** How many of the rows shown last the first window includes, and how many around them are read when none is found. */
const OVERLAP_ROWS = 5;
const AROUND_ROWS = 300;

/** Returns the window to request first. */
export function firstWindow(position: ListingPosition, size: number): PageRequest {
  const { at, anchor } = position;
  if (!hasAnchor(position)) return placeWindow(position, size);
  const from = Math.max(0, anchor + 1 - Math.min(OVERLAP_ROWS, size));
  return windowOver(from, Math.max(at, anchor + 1) + size);
}

/** Returns the window to request when the partner cannot answer so large a page; undefined when no smaller one leads further. */
export function smallerWindow(position: ListingPosition, size: number): PageRequest | undefined {
  const { at, anchor } = position;
  if (!hasAnchor(position)) return windowOver(at, at + size, size);
  const smaller = windowOver(anchor, anchor + 1 + size, size);
  return endOf(smaller) > anchor + 1 ? smaller : undefined;
}

/** Returns the window when long rows are not read to the end of a page: it begins at the last shown row that has a key. */
export function anchorWindow({ anchor }: ListingPosition, size: number): PageRequest {
  return windowFrom(anchor, size);
}

/** Returns the next such window, when that one led no further: it begins at the first row that was not shown. */
export function nextWindow({ at }: ListingPosition, size: number): PageRequest {
  return windowFrom(at, size);
}

/** Returns the largest page of at most `most` rows that begins with this row. */
function windowFrom(from: number, most: number): PageRequest {
  let size = most;
  while (from % size !== 0) size--;
  return { page: from / size, size };
}

/** Returns the window when the first one had none of the rows shown last: they have moved far, or are gone. */
export function widerWindow({ anchor }: ListingPosition): PageRequest {
  return windowOver(Math.max(0, anchor - AROUND_ROWS), anchor + AROUND_ROWS);
}

/** Returns the window when all rows that were shown may be gone: it holds the rows that may have taken their places. */
export function startWindow({ at }: ListingPosition, size: number): PageRequest {
  return { page: 0, size: at + size };
}

/** Returns the window by number, when no shown row has a key or none is found; it includes the rows of the tail. */
export function placeWindow(position: ListingPosition, size: number): PageRequest {
  const { at, tail } = position;
  const window = windowOver(shownTo(position) - tailRows(tail), at + size);
  return endOf(window) < at + size ? windowOver(at, at + size) : window;
}

/** Returns the window when the rows shown last have moved back, and no others among them, so that the window had too few rows after them. */
export function laterWindow(
  { anchor }: ListingPosition,
  request: PageRequest,
  { foundAt, change }: ListingRead,
  size: number,
): PageRequest | undefined {
  if (foundAt === undefined || foundAt <= anchor || foundAt + 1 + size <= endOf(request)) return undefined;
  if (change !== undefined && change.among > 0) return undefined;
  const later = windowOver(foundAt, foundAt + 1 + size);
  return endOf(later) > endOf(request) ? later : undefined;
}

/** Returns the smallest page with the rows `from` to `to` (excluded), or else the page of at most `most` rows that leads furthest. */
function windowOver(from: number, to: number, most = MOST_ROWS): PageRequest {
  let best: PageRequest = { page: from, size: 1 };
  for (let size = 1; size <= most && endOf(best) < to; size++) {
    const window = { page: Math.floor(from / size), size };
    if (endOf(window) > endOf(best)) best = window;
  }
  return best;
}

// The answer of an origin for one page of a listing: what is missing in it is what is missing on this page.

/**
 * Returns an answer with the records of a page and with the reasons that concern the page. The answer may be to a
 * request for more rows, among them rows of pages before, which have told what is missing there.
 */
export function answerOfPage(answer: SourceAnswer, { records, missing }: ListingRead): SourceAnswer {
  const about = { ...answer, records, dropped: missing.rows };
  const state = records.length === 0 ? 'empty' : 'answered';
  if (answer.state === 'answered' || answer.state === 'empty') return { ...about, state };
  if (answer.state !== 'limited' || answer.problem === undefined) return about;
  const { reason: because } = answer.problem;
  const [reasons, cause] =
    because.code === 'limited' ? [because.params.reasons, because.params.because] : [[because], null];
  const ofPage = reasons.flatMap((one) => reasonOfPage(one, missing, records.length === 0));
  if (ofPage.length > 0) return { ...about, problem: { ...answer.problem, reason: allReasons(ofPage, cause) } };
  return { ...about, state, isExact: true, problem: undefined };
}

/** Returns a reason with the rows of the page; nothing if it is about other rows alone. */
function reasonOfPage(one: Reason, { unreadable, notGiven }: MissingRows, isNothingThere: boolean): Reason[] {
  if (one.code === 'unreadable-records' && unreadable !== undefined) {
    return unreadable === 0 ? [] : [reason('unreadable-records', { records: unreadable })];
  }
  if (one.code === 'rows-missing' && notGiven !== undefined) {
    return notGiven === 0 ? [] : [reason('rows-missing', { missing: notGiven, isNothingThere })];
  }
  return [one];
}
