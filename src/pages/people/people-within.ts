/** Filters people by a text, in every form in which it is written (`domain/spelling.ts`). Pages load it with the first text. */

import { isSpelledIn, spellings } from '../../domain/spelling.ts';
import { SORTABLE } from '../parts/list-view.ts';
import { taxonOfRecord } from '../parts/record-names.ts';
import type { Words } from '../words/words.ts';
import type { FoundPerson } from './found-people.ts';
import { columnText } from './people-table.ts';
import { shownName } from './person-card.ts';

/** Returns the people whose texts contain the given one, as people write it; all people for an empty one. */
export function peopleWithin(text: string, people: readonly FoundPerson[], words: Words): readonly FoundPerson[] {
  const forms = spellings(text);
  return people.filter((person) => {
    const own = known.get(person) ?? spellings(textOf(person, words));
    known.set(person, own);
    return isSpelledIn(own, forms);
  });
}

/** People are made for one answer in one language. */
const known = new WeakMap<FoundPerson, readonly string[]>();

/** Names in scripts that are written without a blank between a last name and a first name. */
const WITHOUT_BLANK = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u;

/** Returns the name with the last name first, as in lists; nothing for people who are withheld, as no name of theirs is shown. */
function lastFirst({ owner: { name, lastName }, anonymousId }: FoundPerson): string[] {
  if (anonymousId !== undefined || !name || !lastName) return [];
  const forms = [`${lastName}, ${name}`, `${lastName} ${name}`];
  return WITHOUT_BLANK.test(lastName + name) ? [...forms, lastName + name] : forms;
}

/** Returns the text of a person: everything in the card and the table, the name in the other order, and the names of organisms. */
function textOf(person: FoundPerson, words: Words): string {
  const columns = SORTABLE.map((column) => columnText(person, column, words));
  const organisms = person.genes.flatMap((gene) => [
    taxonOfRecord(words, gene.taxon),
    gene.taxon.commonName,
    gene.name,
  ]);
  return [shownName(person, words), ...lastFirst(person), ...columns, ...organisms, person.owner.description].join(
    '\n',
  );
}
