/** Names of several words: registries look for one text in the first name or in the last, so they are asked by one word. */

import { fold } from '../folding.ts';

export type FullName = {
  /** What registries are asked by: one of the words, or the whole text where no word is long enough. */
  searchText: string;
  /** Whether that is one of the words, and none in the middle, which a registry may lack. */
  isWord: boolean;
  /** Whether every registry compares what it is asked by in the same way, so that its zero is certain. */
  isPlain: boolean;
  /** All words in the order of first and last names, folded, hyphens left out; none where whoever has the word is meant. */
  words: readonly string[];
};

/** So many letters distinguish people. */
const FEWEST_LETTERS = 3;
const SYLLABLES = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
/** Letters that every registry compares alike; `%`, `_` and `\` stand for other text in some. */
const PLAIN = /^[A-Za-z'.-]+$/;
const TITLES =
  /^(?:drs?|dra|dott|docteur|prof|professor|professeur|pr|pd|priv-doz|med|habil|dipl|ing|ph\.?d|m\.?d|msc|m[rs]s?|miss|sir|dame|herr|frau|mme|mlle)\.?$/i;

/** Undefined for a name of one word, which registries look for themselves. */
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
  // Of a last name of several words, such as `G. Araújo de Sá`.
  const [middle = like.trim()] = words.filter(isLong).toSorted(compareWords);
  return { searchText: middle, isWord: false, isPlain: false, words: folded };
}

export type PersonName = { name?: string | null | undefined; lastName?: string | null | undefined };

/** How a person has a name: with all its words, or without a middle name. */
type NameMatch = 'whole' | 'near';

/** Whether all words stand in first and last name together, in any order; undefined for who is called otherwise. */
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

/** A middle name, which registries may lack, so that nobody is asked by it. */
function isMiddle(words: readonly string[], index: number): boolean {
  return index > 0 && index < words.length - 1;
}

/** With the hyphens and apostrophes of keyboards, and without what is not seen. */
function tidied(like: string): string {
  return like
    .replace(/[\u2010-\u2012\u2212]/g, '-')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/\p{Cf}/gu, '');
}

function isTitle(word: string): boolean {
  return TITLES.test(word);
}

/** A sign that stands for a syllable or a word distinguishes as much as three letters. */
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
