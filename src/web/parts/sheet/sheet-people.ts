/** Whom the sheet for the clinic names: few, and those first who can be written to. */

import type { FoundPerson } from '../people/found-people.ts';
import type { SheetPerson } from './sheet-person.ts';

const MOST_PEOPLE = 5;

/** @param found the people of an answer in their order; of these, those who show their name come first */
export function sheetPeople(found: readonly FoundPerson[]): { people: readonly SheetPerson[]; others: number } {
  const people = found.map(({ rows, facts }) => ({
    records: rows.map(({ content }) => content),
    isWithheld: facts.isWithheld,
  }));
  const inOrder = [...people.filter((one) => !one.isWithheld), ...people.filter((one) => one.isWithheld)];
  const shown = inOrder.slice(0, MOST_PEOPLE);
  return { people: shown, others: inOrder.length - shown.length };
}
