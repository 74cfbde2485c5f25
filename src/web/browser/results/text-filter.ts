/** The filter by text, which is loaded with the first text, because few readers filter by one. */

import type { FoundPerson } from '../../parts/people/found-people.ts';
import type { ListView } from '../../parts/people/list-view.ts';
import type { Words } from '../../words/words.ts';

type Text = Pick<ListView, 'text'>;

let filter: typeof import('../../parts/people/people-within.ts') | undefined;

/** Loads the filter, if the list view has a text and it is not there; then shows the list anew. */
export async function whenFilterIsThere({ text }: Text, show: () => void): Promise<void> {
  if (!text || filter) return;
  filter = await import('../../parts/people/people-within.ts');
  show();
}

/** Returns the people whose texts contain that of the list view, once the filter is there. */
export function within(people: readonly FoundPerson[], { text }: Text, words: Words): readonly FoundPerson[] {
  return text && filter ? filter.peopleWithin(text, people, words) : people;
}
