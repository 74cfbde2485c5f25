/** Names of several words. Registries look for a text in the first or the last name, so they are searched by one word only. */

import { fold } from '../folding.ts';

export type FullName = {
  /** The text that registries search: one of the words, or the whole text where no word is long enough. */
  searchText: string;
  /** Whether that is a word, but no middle name, which a registry may not have. */
  isWord: boolean;
  /** Whether every registry compares this text in the same way, so that its zero is certain. */
  isPlain: boolean;
  /** All words, first names before last names, folded and without hyphens; empty if `searchText` is the only word. */
  words: readonly string[];
};

/** A shorter word does not distinguish people. */
const FEWEST_LETTERS = 3;
const SYLLABLES = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
/** Letters that every registry compares alike; `%`, `_` and `\` are wildcards in some. */
const PLAIN = /^[A-Za-z'.-]+$/;
const TITLES =
  /^(?:drs?|dra|dott|docteur|prof|professor|professeur|pr|pd|priv-doz|med|habil|dipl|ing|ph\.?d|m\.?d|msc|m[rs]s?|miss|sir|dame|herr|frau|mme|mlle)\.?$/i;

/** Reads a name; undefined for a name of one word, which registries can search themselves. */
export function readFullName(like: string): FullName | undefined {
  const [lastNames = '', ...firstNames] = tidied(like).split(',');
  const written = [...firstNames, lastNames].flatMap((part) => part.split(/\s+/)).filter((word) => word !== '');
  const names = written.filter((word) => !isTitle(word));
  const words = names.length > 0 ? names : written;
  if (written.length < 2) return undefined;
  const isLong = (word: string) => lettersIn(word) >= FEWEST_LETTERS && !word.endsWith('.');
  const outer = words.filter((word, index) => isLong(word) && !isMiddle(words, index));
  const folded = words.map(foldWord);
  const [best] = outer.toSorted(compareWords);
  if (best !== undefined) {
    return { searchText: best, isWord: true, isPlain: PLAIN.test(best), words: words.length === 1 ? [] : folded };
  }
  // The words in the middle may belong to a last name of several words, such as `G. Araújo de Sá`.
  const [middle = like.trim()] = words.filter(isLong).toSorted(compareWords);
  return { searchText: middle, isWord: false, isPlain: false, words: folded };
}

export type PersonName = { name?: string | null | undefined; lastName?: string | null | undefined };

/** How a person's name matches: `whole` with all its words, `near` without a middle name. */
type NameMatch = 'whole' | 'near';

/** Whether first and last name together contain all words, in any order; undefined for a person with another name. */
export function nameMatch({ name, lastName }: PersonName, { words }: FullName): NameMatch | undefined {
  const own = ` ${foldWord(`${name ?? ''} ${lastName ?? ''}`)}`;
  const initials = new Set(own.split(' ').filter((word) => word.replace('.', '').length === 1));
  const isThere = (word: string) => {
    const bare = word.replaceAll('.', '');
    return own.includes(` ${bare}`) || initials.has(bare.slice(0, 1)) || initials.has(`${bare.slice(0, 1)}.`);
  };
  const missing = words.flatMap((word, index) => (isThere(word) ? [] : [index]));
  if (missing.length === 0) return 'whole';
  return missing.every((index) => isMiddle(words, index)) ? 'near' : undefined;
}

/** Whether a word is a middle name, which registries may not have, so that they are not searched by it. */
function isMiddle(words: readonly string[], index: number): boolean {
  return index > 0 && index < words.length - 1;
}

/** Returns the text with ASCII hyphens and apostrophes, and without invisible characters. */
function tidied(like: string): string {
  return like
    .replace(/[\u2010-\u2012\u2212]/g, '-')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/\p{Cf}/gu, '');
}

function isTitle(word: string): boolean {
  return TITLES.test(word);
}

/** Counts letters; a character for a syllable or a word counts as three, as it distinguishes as much. */
function lettersIn(word: string): number {
  const signs = word.match(SYLLABLES)?.length ?? 0;
  return (word.match(/\p{L}/gu)?.length ?? 0) + signs * (FEWEST_LETTERS - 1);
}

function compareWords(a: string, b: string): number {
  return Number(PLAIN.test(b)) - Number(PLAIN.test(a)) || b.length - a.length;
}

function foldWord(word: string): string {
  return fold(tidied(word)).replaceAll('-', ' ').replace(/s+/g, 's').replace(/\s+/g, ' ').trim();
}
