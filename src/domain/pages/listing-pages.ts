/** The pages of a listing: one page of every origin, each origin at its own position. */

import { isFull } from '../federation/completeness.ts';
import type { Part } from '../federation/federated-answer.ts';
import type { Change } from '../federation/page-remarks.ts';
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
  isOtherTotal,
  type ListingPosition,
  type ListingRead,
  readByPlace,
  startingAt,
  statedTotal,
  type Window,
} from './listing-reads.ts';
import { readRow, writeRow } from './record-keys.ts';

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
