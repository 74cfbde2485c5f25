/**
 * The rows of a listing that are read for a page. Registries number pages only, so what came or went in front moves
 * every row behind. A window holds the rows shown last as well: by them the place is found again, in one answer.
 */

import type { PageRequest } from '../query/paging.ts';
import { endOf, hasAnchor, type ListingPosition, type ListingRead, MOST_ROWS, placeOf } from './listing-reads.ts';

/** So many of the rows shown last are looked for first, and so many around them when none of these is found. */
const OVERLAP_ROWS = 5;
const AROUND_ROWS = 300;

/** The rows to ask for first. */
export function firstWindow(position: ListingPosition, size: number): PageRequest {
  const { at, anchor } = position;
  if (!hasAnchor(position)) return placeWindow(position, size);
  const from = Math.max(0, anchor + 1 - Math.min(OVERLAP_ROWS, size));
  return windowOver(from, Math.max(at, anchor + 1) + size);
}

/** The rows to ask for when the partner cannot answer so large a page; undefined when no smaller one leads on. */
export function smallerWindow({ anchor }: ListingPosition, size: number): PageRequest | undefined {
  const smaller = windowOver(anchor, anchor + 1 + size, size);
  return endOf(smaller) > anchor + 1 ? smaller : undefined;
}

/** The rows to ask for where long ones are not read to the end of a page: from the last one that was shown and can be found again. */
export function anchorWindow({ anchor }: ListingPosition, size: number): PageRequest {
  return windowFrom(anchor, size);
}

/** The same, where that led no further: from the first that was not shown. */
export function nextWindow({ at }: ListingPosition, size: number): PageRequest {
  return windowFrom(at, size);
}

/** The largest page of `most` rows that begins with this one. */
function windowFrom(from: number, most: number): PageRequest {
  let size = most;
  while (from % size !== 0) size--;
  return { page: from / size, size };
}

/** The rows to ask for when none of those shown last was in the first window: they have moved far, or are gone. */
export function widerWindow({ anchor }: ListingPosition): PageRequest {
  return windowOver(Math.max(0, anchor - AROUND_ROWS), anchor + AROUND_ROWS);
}

/** The rows to ask for when all that were shown may be gone: those that may have taken their places. */
export function startWindow({ at }: ListingPosition, size: number): PageRequest {
  return { page: 0, size: at + size };
}

/** The rows to ask for when there is nothing to be found again, or when it is not found: by number alone. */
export function placeWindow(position: ListingPosition, size: number): PageRequest {
  return windowOver(placeOf(position, size), position.at + size);
}

/** The rows to ask for when those shown last have moved back, so that a window held too few behind them. */
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

/** The smallest page that holds the rows `from` to `to` (excluded); else the one of `most` rows that leads furthest. */
function windowOver(from: number, to: number, most = MOST_ROWS): PageRequest {
  let best: PageRequest = { page: from, size: 1 };
  for (let size = 1; size <= most && endOf(best) < to; size++) {
    const window = { page: Math.floor(from / size), size };
    if (endOf(window) > endOf(best)) best = window;
  }
  return best;
}
