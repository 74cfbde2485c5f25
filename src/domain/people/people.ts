/** Groups the records of an answer by people: each is one person of one registry with all their records. */

import { compareText } from '../record/ordering.ts';
import { compareRecords, type OrderKey } from './order.ts';

/** A record with everything that decides its place in an answer. */
export type PlacedRecord = {
  readonly originKey: string;
  /** The place in the answer of its origin, from 0. */
  readonly place: number;
  readonly order: OrderKey;
};

/** A person of one registry, with at least one record. */
export type Person<Found extends PlacedRecord> = {
  readonly originKey: string;
  /** In the order of the answer; the first record decides the place of the person. */
  readonly records: readonly [Found, ...Found[]];
};

/** Compares records; equal ones by key of the origin, then by place in its answer, whichever origin answered first. */
export function comparePlaced(a: PlacedRecord, b: PlacedRecord): number {
  return compareRecords(a.order, b.order) || compareText(a.originKey, b.originKey) || a.place - b.place;
}

/** Compares people by their first records. */
export function comparePeople(a: Person<PlacedRecord>, b: Person<PlacedRecord>): number {
  return comparePlaced(a.records[0], b.records[0]);
}

/**
 * Returns the people of an answer, in its order, whatever the order of the records. Each record without a name is a person
 * of its own: nothing shows, or may show, whether two of them are the same.
 */
export function peopleOf<Found extends PlacedRecord>(records: readonly Found[]): Person<Found>[] {
  const people = new Map<string, [Found, ...Found[]]>();
  for (const [index, record] of records.toSorted(comparePlaced).entries()) {
    const key = keyOf(record) ?? `${index}`;
    const known = people.get(key);
    if (known === undefined) people.set(key, [record]);
    else known.push(record);
  }
  return [...people.values()].map((found) => ({ originKey: found[0].originKey, records: found }));
}

/** Returns a key with a blank, so that it equals no index. */
function keyOf({ originKey, order }: PlacedRecord): string | undefined {
  return order.isWithheld || order.id === undefined ? undefined : `${originKey} ${order.id}`;
}
