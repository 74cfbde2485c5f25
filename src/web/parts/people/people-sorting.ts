/** Filters and sorts the people of an answer as the reader wants. */

import { fold } from '../../../domain/folding.ts';
import { type GeneFamilies, isChosen } from '../../../domain/people/facets.ts';
import { atOnce, sortedInSteps } from '../../../domain/steps.ts';
import type { Words } from '../../words/words.ts';
import { taxonOfRecord } from '../record-names.ts';
import type { FoundPerson } from './found-people.ts';
import { type ListView, SORTABLE } from './list-view.ts';
import { columnText } from './people-table.ts';
import { shownName } from './person-card.ts';

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
  { choice, text, sorted }: ListView,
  { words, families }: Arranging,
): Generator<undefined, readonly FoundPerson[]> {
  const chosen = peopleWith(text, people, words).filter(({ facts }) => isChosen(facts, choice, families));
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

/** Returns the people whose texts contain the given one, ignoring letter case and accents; all people for an empty one. */
export function peopleWith(text: string, people: readonly FoundPerson[], words: Words): readonly FoundPerson[] {
  const wanted = fold(text.trim());
  return wanted === '' ? people : people.filter((person) => textOf(person, words).includes(wanted));
}

const texts = new WeakMap<FoundPerson, { text: string; lang: string }>();

/** Returns the folded text of a person: everything in the card and the table, and the names of organisms. */
function textOf(person: FoundPerson, words: Words): string {
  const known = texts.get(person);
  if (known?.lang === words.lang) return known.text;
  const columns = SORTABLE.map((column) => columnText(person, column, words));
  const organisms = person.genes.flatMap(({ taxon, name }) => [taxonOfRecord(words, taxon), taxon.commonName, name]);
  const text = fold([shownName(person, words), ...columns, ...organisms, person.owner.description].join('\n'));
  texts.set(person, { text, lang: words.lang });
  return text;
}
