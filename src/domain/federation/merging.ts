/** The answers of several origins as one list, always in the same order, without loss or repetition of records. */

import { compareRecords } from '../people/order.ts';
import { compareText } from '../record/ordering.ts';
import type { FoundRecord } from './source.ts';

/** The records of one origin, sorted by {@link sortForMerging}. */
export type OriginRecords = { key: string; records: readonly FoundRecord[] };
/** How many records of each origin are before this place, by key of the origin. */
export type Positions = ReadonlyMap<string, number>;
type MergedPage = { records: readonly FoundRecord[]; positions: Positions };

/**
 * Returns the records of one answer in the order of merging. Records that nothing but their place distinguishes, such as
 * anonymised ones, stay in that order.
 */
export function sortForMerging(records: readonly FoundRecord[]): readonly FoundRecord[] {
  return records.toSorted((a, b) =>
    a.order === undefined || b.order === undefined ? 0 : compareRecords(a.order, b.order),
  );
}

/**
 * Returns the next `size` records of all origins after those that `positions` counts, and the positions after them.
 * Equal records of different origins are in the order of the keys, whichever origin answered first.
 */
export function mergedPage(origins: readonly OriginRecords[], positions: Positions, size: number): MergedPage {
  const heads = origins
    .map(({ key, records }) => ({ key, records, at: Math.min(positions.get(key) ?? 0, records.length) }))
    .toSorted((a, b) => compareText(a.key, b.key));
  const page: FoundRecord[] = [];
  while (page.length < size) {
    const next = firstOf(heads);
    if (next === undefined) break;
    page.push(next.records[next.at] as FoundRecord);
    next.at++;
  }
  return { records: page, positions: new Map([...positions, ...heads.map(({ key, at }) => [key, at] as const)]) };
}

/** Returns the positions after the first `count` records of all origins together. */
export function positionsAfter(origins: readonly OriginRecords[], count: number): Positions {
  return mergedPage(origins, new Map(), count).positions;
}

type Head = OriginRecords & { at: number };

/** Returns the origin whose next record comes first; among equals the first one, as the heads are sorted by key. */
function firstOf(heads: readonly Head[]): Head | undefined {
  let first: Head | undefined;
  for (const head of heads) {
    if (head.at >= head.records.length) continue;
    if (first === undefined || comesBefore(head, first)) first = head;
  }
  return first;
}

function comesBefore(a: Head, b: Head): boolean {
  const [first, second] = [a.records[a.at]?.order, b.records[b.at]?.order];
  return first !== undefined && second !== undefined && compareRecords(first, second) < 0;
}
