/** The answers of several origins as one list: the same order on every run, nothing lost, nothing doubled. */

import { compareRecords } from '../people/order.ts';
import { compareText } from '../record/ordering.ts';
import type { FoundRecord } from './source.ts';

/** The records of one origin, sorted by {@link sortForMerging}. */
export type OriginRecords = { key: string; records: readonly FoundRecord[] };
/** How many records of each origin come before, by its key. */
export type Positions = ReadonlyMap<string, number>;
type MergedPage = { records: readonly FoundRecord[]; positions: Positions };

/**
 * The records of one answer in the order they are merged in. Records that only their place in the answer distinguishes,
 * such as anonymised ones, keep that place.
 */
export function sortForMerging(records: readonly FoundRecord[]): readonly FoundRecord[] {
  return records.toSorted((a, b) =>
    a.order === undefined || b.order === undefined ? 0 : compareRecords(a.order, b.order),
  );
}

/**
 * The next `size` records of all origins after those that `positions` counts, and the positions behind them. Ties
 * between origins go by their key, so the order does not depend on who answered first.
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

/** The positions after the first `count` records of all origins together. */
export function positionsAfter(origins: readonly OriginRecords[], count: number): Positions {
  return mergedPage(origins, new Map(), count).positions;
}

type Head = OriginRecords & { at: number };

/** The origin whose next record comes first; of equals the first, as the heads are sorted by key. */
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
