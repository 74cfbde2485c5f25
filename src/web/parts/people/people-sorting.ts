/** The people of an answer as a reader wants to see them: narrowed, and sorted. */

import { type GeneFamilies, isChosen } from '../../../domain/people/facets.ts';
import type { Words } from '../../words/words.ts';
import type { FoundPerson } from './found-people.ts';
import type { ListView } from './list-view.ts';
import { columnText } from './people-table.ts';

/** Those who were chosen, in the order that was chosen. Whoever tells nothing in that column comes last. */
export function arrangedPeople(
  people: readonly FoundPerson[],
  { choice, sorted }: ListView,
  { words, families }: { words: Words; families: GeneFamilies },
) {
  const chosen = people.filter(({ facts }) => isChosen(facts, choice, families));
  if (sorted === undefined) return chosen;
  const collator = new Intl.Collator(words.lang, { numeric: true });
  const sign = sorted.isReversed ? -1 : 1;
  const keyed = chosen.map((person) => ({ person, text: columnText(person, sorted.column, words) }));
  const ordered = keyed.toSorted((a, b) => {
    if ((a.text === '') !== (b.text === '')) return a.text === '' ? 1 : -1;
    return sign * collator.compare(a.text, b.text);
  });
  return ordered.map(({ person }) => person);
}
