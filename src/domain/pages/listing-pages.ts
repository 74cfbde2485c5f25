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
import { isOtherTotal, type ListingPosition, type ListingRead, readByPlace, startingAt } from './listing-reads.ts';
import { readRow, writeRow } from './record-keys.ts';

/** The usual size of a key with the ids of gene and researcher. */
const ROW_BYTES = 8;

/**
 * Returns a page of the listing, with one page of every origin.
 *
 * @param reads for origins with rows shown before, the rows read after them, which are the records of their parts. Other
 * origins gave the page with the requested number.
 */
export function listingPage(
  parts: readonly Part[],
  start: PageStart<ListingPosition>,
  reads: ReadonlyMap<string, ListingRead>,
): FederatedPage<ListingPosition> {
  const { size } = start;
  const standings = parts.map((part) => standingOf(part, start, reads.get(part.origin.key)));
  const records = standings.flatMap(({ records }) => records);
  const totals = standings.map(({ position: { answer } }) => Number.parseInt(answer ?? '0', 10));
  const page = federatedPage(records, standings, start, {
    total: totals.reduce((sum, one) => sum + one, 0),
    totalPages: Math.max(0, ...totals.map((one) => Math.ceil(one / size))),
    isTotalKnown: standings.every(
      ({ part, position }) => position.isDone || part.total !== undefined || part.origin.state === 'not-asked',
    ),
  });
  return { ...withRoom(page, withinRoom), remarks: [...joinedRemarks(start, parts), ...page.remarks] };
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
  read: ListingRead | undefined,
): OriginStanding<ListingPosition> & Pick<Part, 'records'> {
  const { origin, records, rows, total, edition } = part;
  const before = positionOf(start, origin.key);
  if (origin.retrievedAt === null) {
    // An origin that cannot answer has nothing to show. It is queried again for every page, so that each names what is missing.
    const isWithoutAny = origin.state === 'unsupported' && before.answer === undefined;
    const position = isWithoutAny ? { ...before, isDone: true } : before;
    return { part, records, position, hasMore: false, change: undefined, doubts: before.doubts };
  }
  const request = { page: Math.floor(before.at / start.size), size: start.size };
  const lacksRows = origin.state === 'limited' && origin.dropped > 0;
  const window = { request, records, dropped: origin.dropped, rows, lacksRows, total, edition };
  const { position, change, ...rest } = read ?? readByPlace(window, before, start.size);
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
