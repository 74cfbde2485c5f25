/**
 * Compares the spelling of texts: how many edits lie between two of them, which of many are nearest, and which words
 * distinguish no disease from another.
 */

/** The bit for all characters that are neither English letters nor digits. */
const OTHER = 31;

const MOST_COLUMNS = 256;
/** Each comparison overwrites these rows: one text needs thousands of comparisons, and new rows would cost more than they do. */
const rows = newRows(MOST_COLUMNS);

function newRows(width: number): [Uint8Array, Uint8Array, Uint8Array] {
  return [new Uint8Array(width), new Uint8Array(width), new Uint8Array(width)];
}

/**
 * Returns how many letters must be inserted, deleted, replaced or swapped with their neighbour to make one text of the
 * other, where each letter is edited once (optimal string alignment). Any number above `most` is returned as `most + 1`.
 * For texts of fewer than 250 letters.
 */
export function editsBetween(one: string, other: string, most: number): number {
  const width = other.length + 1;
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let [beforeLast, last, present] = width <= MOST_COLUMNS ? rows : newRows(width);
  for (let column = 0; column < width; column++) last[column] = column;
  for (let row = 1; row <= one.length; row++) {
    present[0] = row;
    let fewest = row;
    for (let column = 1; column < width; column++) {
      const isSame = one[row - 1] === other[column - 1];
      let edits = Math.min(at(last, column) + 1, at(present, column - 1) + 1, at(last, column - 1) + (isSame ? 0 : 1));
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (isSwapped) edits = Math.min(edits, at(beforeLast, column - 2) + 1);
      present[column] = edits;
      if (edits < fewest) fewest = edits;
    }
    if (fewest > most) return most + 1;
    [beforeLast, last, present] = [last, present, beforeLast];
  }
  return Math.min(at(last, other.length), most + 1);
}

function at(row: Uint8Array, column: number): number {
  return row[column] as number;
}

export type AlikeTexts = (text: string, mostEdits: number) => { text: string; edits: number }[];

/**
 * Returns a function that finds the texts within some edits of another one: fewest edits first, then in the given order.
 * A bit mask of their characters rules out most texts. The index takes 5 bytes for each text besides the text itself.
 */
export function alikeTexts(texts: readonly string[]): AlikeTexts {
  const masks = Uint32Array.from(texts, maskOf);
  const lengths = Uint8Array.from(texts, ({ length }) => Math.min(length, 255));

  return (text, mostEdits) => {
    const mask = maskOf(text);
    const found: { text: string; edits: number }[] = [];
    for (let index = 0; index < masks.length; index++) {
      const difference = (lengths[index] as number) - text.length;
      if (difference > mostEdits || -difference > mostEdits) continue;
      // One edit changes at most two bits of the mask: it can remove one character and add another.
      if (bitsIn(mask ^ (masks[index] as number)) > 2 * mostEdits) continue;
      const edits = editsBetween(text, texts[index] as string, mostEdits);
      if (edits <= mostEdits) found.push({ text: texts[index] as string, edits });
    }
    return found.sort((a, b) => a.edits - b.edits);
  };
}

/** Returns a mask with a bit for each letter, for each pair of digits, and for all other characters. */
function maskOf(text: string): number {
  let mask = 0;
  for (let index = 0; index < text.length; index++) mask |= 1 << bitOf(text.charCodeAt(index));
  return mask >>> 0;
}

function bitOf(code: number): number {
  if (code >= 97 && code <= 122) return code - 97;
  if (code >= 48 && code <= 57) return 26 + ((code - 48) >> 1);
  return OTHER;
}

function bitsIn(mask: number): number {
  let rest = mask;
  let bits = 0;
  while (rest !== 0) {
    rest &= rest - 1;
    bits += 1;
  }
  return bits;
}

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
