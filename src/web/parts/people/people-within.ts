/** Filters people by a text, in every form in which it is written (`domain/spelling.ts`, which pages load with the first text). */

import type { Words } from '../../words/words.ts';
import { taxonOfRecord } from '../record-names.ts';
import type { FoundPerson } from './found-people.ts';
import { SORTABLE } from './list-view.ts';
import { columnText } from './people-table.ts';
import { shownName } from './person-card.ts';

type Spelling = Pick<typeof import('../../../domain/spelling.ts'), 'spellings' | 'isSpelledIn'>;

/** Returns the people whose texts contain the given one, as people write it; all people for an empty one. */
export function peopleWithin(
  text: string,
  people: readonly FoundPerson[],
  words: Words,
  { spellings, isSpelledIn }: Spelling,
): readonly FoundPerson[] {
  const forms = spellings(text);
  return people.filter((person) => {
    const own = known.get(person) ?? spellings(textOf(person, words));
    known.set(person, own);
    return isSpelledIn(own, forms);
  });
}

/** People are made for one answer in one language. */
const known = new WeakMap<FoundPerson, readonly string[]>();

/** Returns the text of a person: everything in the card and the table, and the names of organisms. */
function textOf(person: FoundPerson, words: Words): string {
  const columns = SORTABLE.map((column) => columnText(person, column, words));
  const organisms = person.genes.flatMap(({ taxon, name }) => [taxonOfRecord(words, taxon), taxon.commonName, name]);
  return [shownName(person, words), ...columns, ...organisms, person.owner.description].join('\n');
}
