/** Finds candidates for a text that is no name of anything: names that are spelled alike or share words. */

import { foldForEquality } from '../folding.ts';
import { distinctiveWords } from './alike.ts';
import type { ResolveLookups } from './candidate.ts';
import { isHuman, type Ranked, rankedGene } from './gene-candidates.ts';
import { namedByWords } from './other-candidates.ts';
import { type TextReading, wordsOf } from './read-text.ts';

const FEWEST_LETTERS = 3;
const MOST_EDITS = 2;
/** Only a text of at least this length may differ by more than one edit. */
const LONG_TEXT = 6;
const LONGEST_SYMBOL = 30;
/** How many symbols that are spelled alike are looked up. */
const MOST_SYMBOLS = 30;
const FEWEST_LETTERS_OF_WORD = 4;
/** In longer texts, no single word is left out to find names that share the others. */
const MOST_WORDS = 8;
/** In longer texts, no words that are spelled alike are searched. */
const MOST_WORDS_WITH_SLIPS = 16;

/** @param isPartlyNamed whether names with all the words were found, so that names with some of them are not needed */
export function didYouMean({ form, name }: TextReading, isPartlyNamed: boolean, lookups: ResolveLookups): Ranked[] {
  if (name === null || form === 'identifier') return [];
  const words = wordsOf(name);
  const alike = symbolsAlike(name, MOST_EDITS, lookups);
  if (form === 'variant') return alike;
  const named = [...alike, ...symbolsAmong(name, lookups)];
  return isPartlyNamed ? named : [...named, ...namesAlike(words, lookups)];
}

/** Finds genes whose symbol differs by at most `mostEdits`, or by one in a short name; human genes and likely slips come first. */
export function symbolsAlike(name: string, mostEdits: number, lookups: ResolveLookups): Ranked[] {
  const folded = foldForEquality(name);
  if (folded.length < FEWEST_LETTERS || folded.length > LONGEST_SYMBOL || /\s/.test(folded)) return [];
  const nearest = lookups.symbolsAlike(folded, 1);
  const isEnough = nearest.length > 0 || mostEdits === 1 || folded.length < LONG_TEXT;
  const alike = isEnough ? nearest : lookups.symbolsAlike(folded, mostEdits);
  return alike.slice(0, MOST_SYMBOLS).flatMap(({ text, edits }) => {
    const genes = lookups.genesBySymbol(text);
    // One gene for each symbol: genes of other organisms with the same symbol are offered with it.
    const gene = genes.find(isHuman) ?? genes[0];
    if (gene === undefined) return [];
    const reason = { kind: 'spelled-alike' as const, matched: gene.symbol ?? text, edits };
    return rankedGene(gene, { rank: edits, score: likeness(folded, text) + Number(isHuman(gene)), reason }, lookups);
  });
}

/** Rates how likely a slip is: the first letter is seldom mistyped, and numbers distinguish symbols of one family. */
function likeness(typed: string, symbol: string): number {
  const isSameStart = typed[0] === symbol[0];
  const isSameNumber = typed.replace(/\D/g, '') === symbol.replace(/\D/g, '');
  const isSameLetters = [...typed].sort().join('') === [...symbol].sort().join('');
  return Number(isSameStart) + Number(isSameNumber) + Number(isSameLetters);
}

/** Finds names with the distinctive words in a corrected spelling, or else names with most of these words. */
function namesAlike(words: readonly string[], lookups: ResolveLookups): Ranked[] {
  const distinctive = distinctiveWords(words);
  if (distinctive.length > MOST_WORDS_WITH_SLIPS) return [];
  const meant = distinctive.map((word) => (word.length < FEWEST_LETTERS_OF_WORD ? [word] : wordsMeant(word, lookups)));
  const best = meant.flatMap(([first]) => first ?? []);
  // For several words, each in its best form; for a single word, in any of its forms.
  const wordLists = distinctive.length > 1 ? [best, ...oneOther(meant)] : meant.flat().map((word) => [word]);
  for (const list of distinctive.length > 1 ? wordLists : []) {
    const found = namedByWords(list, 'some-words', lookups);
    if (found.length > 0) return found;
  }
  const ofOne = distinctive.length > 1 ? [] : wordLists.flatMap((list) => namedByWords(list, 'some-words', lookups));
  return ofOne.length > 0 ? ofOne : sharingWords(best, lookups);
}

/** Returns words that are spelled alike or, where there are none, that sound alike, such as `marfan` for `marphan`. */
function wordsMeant(word: string, lookups: ResolveLookups): string[] {
  const alike = lookups.wordsAlike(word);
  const respelled = word.replaceAll('ph', 'f');
  return alike.length === 1 && alike[0] === word && respelled !== word ? lookups.wordsAlike(respelled) : alike;
}

/** Returns the lists of words in which one word has its second form, if it has one. */
function oneOther(meant: readonly (readonly string[])[]): string[][] {
  return meant.flatMap(([, second], place) => {
    if (second === undefined) return [];
    return [meant.flatMap(([first], index) => (index === place ? second : (first ?? [])))];
  });
}

/** Identifiers, whose beginnings are symbols, too. */
const IDS = /(?<![\p{L}\p{N}])(?:hp|mondo|o?mim|orpha)[:_ ]\d{3,7}/giu;

/** Finds symbols of human genes among several words, also in a word with a hyphen; only words with a capital or a number. */
function symbolsAmong(name: string, lookups: ResolveLookups): Ranked[] {
  const bare = name.replace(IDS, ' ');
  const words = new Set([/[\s,.;:()/]+/, /[\s,.;:()/-]+/].flatMap((separator) => bare.split(separator)));
  const likely = [...words].filter((word) => word !== name && /[A-Z\d]/.test(word)).slice(0, MOST_WORDS);
  return likely.flatMap((word) => {
    const genes = lookups.genesBySymbol(foldForEquality(word)).filter(isHuman);
    return genes.map((gene) => {
      const reason = { kind: 'symbol-in-text' as const, matched: gene.symbol ?? word };
      return rankedGene(gene, { rank: 0, score: 0, reason }, lookups);
    });
  });
}

/** Finds names with all words but one. A number is left out only if nothing else is found, as it distinguishes numbered diseases. */
function sharingWords(words: readonly string[], lookups: ResolveLookups): Ranked[] {
  const distinctive = distinctiveWords(words);
  if (distinctive.length < 2 || distinctive.length > MOST_WORDS) return [];
  const named = (list: readonly string[]) => namedByWords(list, 'some-words', lookups, words);
  const allBut = (isOmitted: (word: string) => boolean) =>
    distinctive.flatMap((word, index) => (isOmitted(word) ? named(distinctive.toSpliced(index, 1)) : []));
  const all = distinctive.length < words.length ? named(distinctive) : [];
  const found = all.length > 0 ? all : allBut((word) => !/\d/.test(word));
  return found.length > 0 ? found : allBut((word) => /\d/.test(word));
}
