/** Words that occur in the names of many diseases, and so do not distinguish one from another. */

import { editsBetween } from './alike.ts';

const GENERIC: readonly string[] = [
  ...['syndrome', 'disease', 'disorder', 'type', 'susceptibility', 'form', 'condition', 'maladie', 'trouble', 'forme'],
];
/** Joining words, which names often omit. */
const JOINING: ReadonlySet<string> = new Set(
  'an and at avec by de des du et in la le les of on or the to with due'.split(' '),
);
/** Shorter words count as generic only in their exact spelling. */
const FEWEST_LETTERS_WITH_SLIPS = 6;
const MOST_EDITS = 2;

/** Whether a word, even with a slip, does not show which disease is meant. */
function isGeneric(word: string): boolean {
  if (JOINING.has(word) || GENERIC.includes(word)) return true;
  if (word.length < FEWEST_LETTERS_WITH_SLIPS) return false;
  return GENERIC.some(
    (generic) => generic.length >= FEWEST_LETTERS_WITH_SLIPS && editsBetween(word, generic, MOST_EDITS) <= MOST_EDITS,
  );
}

/** Returns the distinctive words, or all words if none is distinctive. */
export function distinctiveWords(words: readonly string[]): readonly string[] {
  const distinctive = words.filter((word) => !isGeneric(word));
  return distinctive.length > 0 ? distinctive : words;
}

const NUMERALS: ReadonlyMap<string, string> = new Map(
  'i ii iii iv v vi vii viii ix x xi xii xiii xiv xv'.split(' ').map((numeral, index) => [numeral, String(index + 1)]),
);

const NUMERAL_OF: ReadonlyMap<string, string> = new Map(Array.from(NUMERALS, ([numeral, number]) => [number, numeral]));

/** Returns the word and, if it is a number, its other spelling: `3` and `iii`. */
export function numberForms(word: string): string[] {
  const other = NUMERALS.get(word) ?? NUMERAL_OF.get(word);
  return other === undefined ? [word] : [word, other];
}

/** Returns the word for comparison: a Roman numeral becomes a number. */
export function comparedWord(word: string): string {
  return NUMERALS.get(word) ?? word;
}
