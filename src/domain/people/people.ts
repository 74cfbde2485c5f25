/** The records of an answer as people: one person of one registry, with all that was found of them. */

import { compareText } from '../record/ordering.ts';
import { compareRecords, type OrderKey } from './order.ts';

/** A record, and all that its place in an answer depends on. */
export type PlacedRecord = {
  readonly originKey: string;
  /** In the answer of its origin, from 0. */
  readonly place: number;
  readonly order: OrderKey;
};

/** Somebody at one registry, with at least one record. */
export type Person<Found extends PlacedRecord> = {
  readonly originKey: string;
  /** In the order of the answer: the first gives the person their place. */
  readonly records: readonly [Found, ...Found[]];
};

/** Ties go by the key of the origin, then by the place in its answer: who answered first does not matter. */
export function comparePlaced(a: PlacedRecord, b: PlacedRecord): number {
  return compareRecords(a.order, b.order) || compareText(a.originKey, b.originKey) || a.place - b.place;
}

/** By their first records. */
export function comparePeople(a: Person<PlacedRecord>, b: Person<PlacedRecord>): number {
  return comparePlaced(a.records[0], b.records[0]);
}

/**
 * Everybody in an answer, in its order, whatever the order of the records. A record without a name is somebody of its
 * own: nothing shows whether two of them are one person, and nothing may.
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

/** With a blank, which no index has. */
function keyOf({ originKey, order }: PlacedRecord): string | undefined {
  return order.isWithheld || order.id === undefined ? undefined : `${originKey} ${order.id}`;
}
