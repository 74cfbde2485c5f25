/**
 * Words that stand in the names of most diseases, or in none of theirs as often: they distinguish no disease from
 * another.
 */

import { editsBetween } from './alike.ts';

const GENERIC: readonly string[] = [
  ...['syndrome', 'disease', 'disorder', 'type', 'susceptibility', 'form', 'condition', 'maladie', 'trouble', 'forme'],
];
/** Words that names do without as often as not. */
const JOINING: ReadonlySet<string> = new Set(
  'an and at avec by de des du et in la le les of on or the to with due'.split(' '),
);
/** Shorter words are taken for generic ones only as they are. */
const FEWEST_LETTERS_WITH_SLIPS = 6;
const MOST_EDITS = 2;

/** Whether a word, be it with a slip, says nothing of which disease is meant. */
function isGeneric(word: string): boolean {
  if (JOINING.has(word) || GENERIC.includes(word)) return true;
  if (word.length < FEWEST_LETTERS_WITH_SLIPS) return false;
  return GENERIC.some(
    (generic) => generic.length >= FEWEST_LETTERS_WITH_SLIPS && editsBetween(word, generic, MOST_EDITS) <= MOST_EDITS,
  );
}

/** The distinctive words; all of them where none is. */
export function distinctiveWords(words: readonly string[]): readonly string[] {
  const distinctive = words.filter((word) => !isGeneric(word));
  return distinctive.length > 0 ? distinctive : words;
}

const NUMERALS: ReadonlyMap<string, string> = new Map(
  'i ii iii iv v vi vii viii ix x xi xii xiii xiv xv'.split(' ').map((numeral, index) => [numeral, String(index + 1)]),
);

const NUMERAL_OF: ReadonlyMap<string, string> = new Map(Array.from(NUMERALS, ([numeral, number]) => [number, numeral]));

/** The word, and where it is a number the other way of writing it: `3` and `iii`. */
export function numberForms(word: string): string[] {
  const other = NUMERALS.get(word) ?? NUMERAL_OF.get(word);
  return other === undefined ? [word] : [word, other];
}

/** A word as it is compared: numbers in one form. */
export function comparedWord(word: string): string {
  return NUMERALS.get(word) ?? word;
}
