/**
 * Tells whether the rows that were shown last still stand in front of the place from which a listing is read on, also
 * where they have no keys. Only a digest of them is in the cursor, and nothing but "the same" or "not" comes of it: no
 * record is recognised by it.
 */

import type { FoundRecord, RowPlaces } from '../federation/source.ts';
import type { PageRequest } from '../query/paging.ts';
import { readRecord } from '../record/read-record.ts';
import { keyOf } from './record-keys.ts';

/** Rows of a list, as one answer holds them. */
type HeldRows = {
  request: PageRequest;
  records: readonly FoundRecord[];
  dropped: number;
  rows?: RowPlaces | undefined;
  /** A keyed digest, which does not reveal the text. */
  digest: (text: string) => string;
};

/** The most rows that count; their number is one digit. */
const TAIL_ROWS = 5;
const DIGEST_CHARACTERS = 8;

/**
 * Returns the tail of the rows in front of a place: their number and a digest; empty where their places are not known.
 *
 * @param most how many rows the next window holds of those that were shown
 */
export function rowsTail(window: HeldRows, at: number, most: number): string {
  const count = Math.min(TAIL_ROWS, most, at - window.request.page * window.request.size);
  return tailOf(window, at, count);
}

/** Whether the rows in front of a place have this tail; false where the window does not hold all of them. */
export function isRowsTail(tail: string, window: HeldRows, at: number): boolean {
  const { page, size } = window.request;
  const count = tailRows(tail);
  const isHeld = page * size <= at - count && at <= (page + 1) * size;
  return count > 0 && isHeld && tailOf(window, at, count) === tail;
}

/** Returns how many rows a tail is of; 0 for an empty one. */
export function tailRows(tail: string): number {
  return Number(tail.slice(0, 1));
}

function tailOf({ request, records, rows, dropped, digest }: HeldRows, at: number, count: number): string {
  if (count <= 0 || (rows === undefined && dropped > 0)) return '';
  const from = request.page * request.size;
  const byPlace = new Map(records.map((record, index) => [from + (rows?.shown[index] ?? index), record]));
  const places = Array.from({ length: count }, (_, index) => at - count + index);
  const text = places.map((place) => shownBy(byPlace.get(place))).join('\n');
  return `${count}${digest(`rows ${text}`).slice(0, DIGEST_CHARACTERS)}`;
}

/** Returns what a record shows besides the ids that are new in every answer. */
function shownBy(record: FoundRecord | undefined): string {
  if (record === undefined) return '';
  return keyOf(record)?.join() ?? JSON.stringify(readRecord(record), withoutNewIds);
}

function withoutNewIds(name: string, value: unknown): unknown {
  return name === 'anonymousId' || name === 'links' ? undefined : value;
}
