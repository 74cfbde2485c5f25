/** Whom the sheet for the clinic names: few, and those first who can be written to. */

import type { FoundRecord } from '../people/person.ts';
import { anonymousIdOf, ownerOf } from '../people/person.ts';
import type { SheetPerson } from './sheet-person.ts';

const MOST_PEOPLE = 5;

/**
 * The people of an answer whose records stand in their order: those with a name first, each at the place of their first
 * record. A record without a name is one of its own, because nobody may tell whether two are of one person.
 */
export function sheetPeople(
  records: readonly FoundRecord[],
  originKeyOf: (record: FoundRecord) => string,
): { people: readonly SheetPerson[]; others: number } {
  const all = Map.groupBy(records, (record) => {
    const { id } = ownerOf(record);
    return anonymousIdOf(record) === undefined && typeof id === 'number' ? `${originKeyOf(record)}/${id}` : record;
  });
  const people = [...all].map(([key, own]) => ({ records: own, isWithheld: typeof key !== 'string' }));
  const inOrder = [...people.filter((one) => !one.isWithheld), ...people.filter((one) => one.isWithheld)];
  const shown = inOrder.slice(0, MOST_PEOPLE);
  return { people: shown, others: inOrder.length - shown.length };
}
