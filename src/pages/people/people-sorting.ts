/** Filters and sorts the people of an answer as the reader wants; those with a text are chosen before (`people-within.ts`). */

import { type GeneFamilies, isChosen } from '../../domain/people/facets.ts';
import { atOnce, sortedInSteps } from '../../domain/steps.ts';
import type { ListView } from '../parts/list-view.ts';
import type { Words } from '../words/words.ts';
import type { FoundPerson } from './found-people.ts';
import { columnText } from './people-table.ts';

type Arranging = { words: Words; families: GeneFamilies };

/** Returns the chosen people in the chosen order. A person without a value in the sorted column comes last. */
export function arrangedPeople(
  people: readonly FoundPerson[],
  listView: ListView,
  arranging: Arranging,
): readonly FoundPerson[] {
  return atOnce(arrangedInSteps(people, listView, arranging));
}

/** Does the same in steps, between which other work can run. */
export function* arrangedInSteps(
  people: readonly FoundPerson[],
  { choice, sorted }: ListView,
  { words, families }: Arranging,
): Generator<undefined, readonly FoundPerson[]> {
  const chosen = people.filter(({ facts }) => isChosen(facts, choice, families));
  if (sorted === undefined) return chosen;
  yield;
  const collator = new Intl.Collator(words.lang, { numeric: true });
  const sign = sorted.isReversed ? -1 : 1;
  const keyed = chosen.map((person) => ({ person, text: columnText(person, sorted.column, words) }));
  const ordered = yield* sortedInSteps(keyed, (a, b) => {
    if ((a.text === '') !== (b.text === '')) return a.text === '' ? 1 : -1;
    return sign * collator.compare(a.text, b.text);
  });
  return ordered.map(({ person }) => person);
}
