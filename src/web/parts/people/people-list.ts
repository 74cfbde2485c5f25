/** A list of people, as cards or as a table. */

import type { Origin } from '../../../domain/federation/origin.ts';
import type { DistinctPeople } from '../../../domain/people/distinct-people.ts';
import { type Html, html } from '../../html.ts';
import { type FoundPerson, namesakesOf } from './found-people.ts';
import { peopleTable, personRow, type TableOptions } from './people-table.ts';
import { type PersonContext, personCard } from './person-card.ts';

/**
 * Returns a function that returns the context of a person. It considers all people, also those who are filtered out.
 *
 * @param distinct the people whom the reader declared to be different, if the page offers this
 */
export function contextsOf(
  people: readonly FoundPerson[],
  origins: readonly Origin[],
  distinct?: DistinctPeople,
): (person: FoundPerson) => PersonContext {
  const namesakes = namesakesOf(people, distinct);
  const canDeny = distinct !== undefined;
  const byPerson = new Map(people.map((person, index) => [person, namesakes[index] ?? []]));
  const byKey = new Map(origins.map((origin) => [origin.key, origin]));
  return (person) => ({ namesakes: byPerson.get(person) ?? [], canDeny, origin: byKey.get(person.originKey) });
}

/** Returns one person as this list shows them. */
export function personItem(person: FoundPerson, context: PersonContext, options: TableOptions): Html {
  const { view, kind, listView } = options;
  return listView.isTable ? personRow(person, view, kind, context) : personCard(person, view, context);
}

/** @param items the results of {@link personItem} */
export function peopleList(items: readonly Html[], options: TableOptions): Html {
  const { list } = options.view.words.people;
  if (options.listView.isTable) return peopleTable(items, options);
  return html`<ol class="list cards" aria-label="${list}">${items}</ol>`;
}
