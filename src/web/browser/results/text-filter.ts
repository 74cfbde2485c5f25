/** The filter by text. What it compares by is loaded with the first text, because few readers filter by one. */

import type { FoundPerson } from '../../parts/people/found-people.ts';
import type { ListView } from '../../parts/people/list-view.ts';
import { peopleWithin } from '../../parts/people/people-within.ts';
import type { Words } from '../../words/words.ts';

type Text = Pick<ListView, 'text'>;

let spelling: typeof import('../../../domain/spelling.ts') | undefined;

/** Loads what the filter needs, if the list view has a text and it is not there; then shows the list anew. */
export async function whenFilterIsThere({ text }: Text, show: () => void): Promise<void> {
  if (!text || spelling) return;
  spelling = await import('../../../domain/spelling.ts');
  show();
}

/** Returns the people whose texts contain that of the list view, once the filter is there. */
export function within(people: readonly FoundPerson[], { text }: Text, words: Words): readonly FoundPerson[] {
  return text && spelling ? peopleWithin(text, people, words, spelling) : people;
}
