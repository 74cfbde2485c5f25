/**
 * The windows that are read for a page of a listing. Registries number pages only, so a row that is added or removed moves
 * all rows after it. A window therefore includes the rows shown last, by which one answer is enough to find the place.
 */

import type { PageRequest } from '../query/paging.ts';
import { endOf, hasAnchor, type ListingPosition, type ListingRead, MOST_ROWS, placeOf } from './listing-reads.ts';
import { tailRows } from './rows-tail.ts';

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
export function smallerWindow({ anchor }: ListingPosition, size: number): PageRequest | undefined {
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
  return windowOver(placeOf(position, size) - tailRows(position.tail), position.at + size);
}

/** Returns the window when the rows shown last have moved back, so that the window had too few rows after them. */
export function laterWindow(
  { anchor }: ListingPosition,
  request: PageRequest,
  { foundAt }: ListingRead,
  size: number,
): PageRequest | undefined {
  if (foundAt === undefined || foundAt <= anchor || foundAt + 1 + size <= endOf(request)) return undefined;
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
