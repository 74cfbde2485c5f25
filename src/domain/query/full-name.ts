/**
 * Names as people write them. Registries look for a text in the first or the last name, letter by letter, so they are
 * asked by a part of one word that every form of the name has (docs/decisions/0085-one-table-of-spellings.md).
 */

import { once } from '../memoize.ts';
import { HYPHENS, isInNames, joinedSpellings, nameForms, PREFIXES, wordSpellings } from '../spelling.ts';
import {
  askedTexts,
  countLetters,
  mayBeTwo,
  type NameTexts,
  nameTexts,
  oneWordTexts,
  SAINT,
  unspacedNameTexts,
} from './name-texts.ts';
import { isTitle, nameInMailAddress, withoutPlace } from './person-text.ts';

export type SoughtName = {
  /** The words of which a registry has at least one in full, if it has the name. */
  words: readonly string[];
  /** Whether it has surely one of these. */
  isWord: boolean;
  /** The texts that a registry is asked first; `prefix` only where the last name begins with the one text. */
  first: NameTexts & { prefix: boolean };
  /** Returns the texts that it is asked where these find nobody; most searches find somebody. */
  further(): FurtherTexts;
  /** Whether somebody whose name contains one of `words` may lack other words of the name. */
  isOfWords: boolean;
  /** Whether somebody found by `first` may have another name. */
  isNarrowed: boolean;
  match(person: PersonName): NameMatch | undefined;
};

/**
 * `texts`: without those that were asked. `isCertain`: whether a zero of all texts is certain; otherwise somebody might be
 * written in another script, or without the word.
 */
export type FurtherTexts = { texts: readonly string[]; isCertain: boolean };

/** A shorter word hardly distinguishes people, so it is taken only where a name has no longer one, such as `Yi Wu`. */
const FEWEST_LETTERS = 3;
const FEWEST_OF_SHORT = 2;
/** A shorter part of a word is in too many names to be asked for at once. */
const FEWEST_OF_PART = 4;
const ASCII = /^[!-~]+$/;
const OTHER_SCRIPT = /(?!\p{Script=Latin})\p{L}/u;
const HYPHEN = new RegExp(`[${HYPHENS}]`);
const SYLLABLE = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** In longer texts, letters and marks are not put together: that takes time with the square of a run of marks. */
const SHORT_TEXT_LENGTH = 64;
/** Words that others join to the next one: `Mc Carthy`. */
const PREFIX = new RegExp(`^(?:${PREFIXES})$`, 'i');

export type PersonName = { name?: string | null | undefined; lastName?: string | null | undefined };

/** How a person's name matches: `whole` with all its words, `near` without a middle name. */
type NameMatch = 'whole' | 'near';

/** Reads a name that may stand anywhere in names, or begins last names; undefined for a text without a letter. */
export function readName(like: string, prefix = false): SoughtName | undefined {
  const text = tidied(like);
  if (countLetters(text) === 0) return undefined;
  return prefix ? beginningOf(text) : partsOf(text);
}

function partsOf(text: string): SoughtName {
  const [lastNames = [], ...firstNames] = withoutPlace(text)
    .split(',')
    .map((part) => part.split(/\s+/).filter((word) => word !== ''));
  const written = [...firstNames.flat(), ...lastNames];
  const names = written.filter((word) => !isTitle(word));
  const words = names.length > 0 ? names : written;
  const only = words.length === 1 ? words[0] : undefined;
  const unspaced = only === undefined ? undefined : unspacedNameTexts(only);
  const {
    candidates,
    words: needed,
    ...askable
  } = askableWords(words, names.length > lastNames.length ? lastNames : []);
  // A mail address may have another name, or a part of it.
  const isWord = askable.isWord && nameInMailAddress(text) === undefined;
  const typed = best(candidates, (one) => unspaced ?? nameTexts(one, 'typed'));
  const letters = best(candidates, (one) => unspaced ?? nameTexts(one, 'letters'));
  const { word, found } = isNearlyWhole(letters) ? letters : typed;
  const isTyped = found.texts[0] === word;
  const further = once(() => {
    const { texts, isSure } = unspaced ?? furtherTexts(needed);
    return {
      texts: texts.filter((text) => !found.texts.includes(text)),
      isCertain: isWord && isSure && !texts.some(isOfOtherScript),
    };
  });
  return {
    ...{ words: needed, isWord, first: { ...found, prefix: false }, further },
    isOfWords: only === undefined,
    isNarrowed: only === undefined || !isTyped,
    match: only === undefined ? withWords(words) : containing(only),
  };
}

/**
 * Returns the texts for words of which a registry has one in full. A single word may be two there, in other letters. Of
 * several words one is asked for as it is typed: the last one is the family name, unless that has too many forms.
 */
function furtherTexts(words: readonly string[]): Pick<NameTexts, 'texts' | 'isSure'> {
  const pieces = words.map(firstPieceOf);
  const anyTexts = words.map((word, at) => anyTextsOf(word, pieces[at] ?? word, words.length === 1));
  for (const at of pieces.map((_, place) => pieces.length - 1 - place)) {
    const found = pieces.map((piece, place) => (place === at ? anyTexts[at] : nameTexts(piece, 'typed')));
    const texts = askedTexts(found.flatMap((one) => one?.texts ?? []));
    if (texts !== undefined && anyTexts[at]?.isSure) return { texts, isSure: true };
  }
  return { texts: anyTexts.at(-1)?.texts ?? [], isSure: false };
}

function anyTextsOf(word: string, piece: string, isOnly: boolean): Pick<NameTexts, 'texts' | 'isSure'> {
  if (piece === word) return isOnly ? nameTexts(word, 'any') : oneWordTexts(word, 'any');
  const found = oneWordTexts(piece, 'any');
  if (found.isSure) return found;
  const { texts, isSure } = oneWordTexts(word, 'any');
  return { texts: [...nameTexts(piece, 'typed').texts, ...texts], isSure };
}

/** Returns the first of words with a hyphen between them, of which a registry may have no other. */
function firstPieceOf(word: string): string {
  const [first = ''] = word.split(HYPHEN).filter((piece) => !SAINT.test(piece));
  return countLetters(first) < FEWEST_LETTERS ? word : first;
}

/** `words`: those of which a registry has one in full; `isWord`: whether it surely has. */
type Askable = { candidates: readonly string[]; words: readonly string[]; isWord: boolean };

/**
 * Returns the words by which the name may be asked for. A registry may have the initials of first names, and neither the
 * middle name nor the second of two family names; it surely has the first word of a family name.
 */
function askableWords(all: readonly string[], lastNames: readonly string[]): Askable {
  const words = withoutParticles(all);
  if (words.length === 1) return { candidates: words, words, isWord: true };
  const inFull = words.filter(
    (word) => !word.endsWith('.') && initialsIn(word, all).length === 1 && countLetters(word) > 1,
  );
  const family = withoutParticles(lastNames).find((word) => inFull.includes(word));
  const needed = family === undefined ? inFull.filter((_, at) => at === 0 || at >= inFull.length - 2) : [family];
  for (const fewest of [FEWEST_LETTERS, FEWEST_OF_SHORT]) {
    const isLong = (word: string) => countLetters(word) >= fewest;
    const outer = inFull.filter((word) => isLong(word) && (word === words[0] || word === words.at(-1)));
    const candidates = outer.length > 0 ? outer : inFull.filter(isLong);
    const long = needed.filter(isLong);
    if (candidates.length > 0)
      return { candidates, words: long.length > 0 ? long : candidates, isWord: long.at(-1) === needed.at(-1) };
  }
  return { candidates: [words.join(' ')], words: [words.join(' ')], isWord: false };
}

/** Words before family names, which registries may leave out. */
const PARTICLE = /^(?:v[ao]n|de[lmnrs]?|d[aiou]s?|della|te[nr]|zu[mr]?|l[aeo]s?|[ae]l|bin|ibn|[yei])$/iu;
/** Of these, those that are no first name. */
const SURE_PARTICLE = /^(?:von|de[lnrs]?|d[aou]s?|zu[mr]?)$/;

function withoutParticles(words: readonly string[]): readonly string[] {
  const [first = '', second = '', ...others] = words;
  const isFirst =
    SURE_PARTICLE.test(first) || (first === first.toLowerCase() && /\p{Lu}/u.test(second + others.join('')));
  const left = words.filter((word, at) => !PARTICLE.test(word) || (at === 0 && !isFirst));
  return left.some((word) => !word.endsWith('.')) ? left : words;
}

/** The whole beginning is looked for first; a part of it may stand elsewhere in a name, too. */
function beginningOf(text: string): SoughtName {
  const forms = joinedSpellings(text);
  const typed = nameTexts(text, 'typed');
  const prefix = typed.texts[0] === text || /\s/.test(text);
  const first = prefix ? { ...typed, texts: [text] } : typed;
  const further = () => {
    const { texts, isSure } = nameTexts(text, 'any');
    const asked = prefix && isOfOneForm(text) ? texts : prefix ? [] : first.texts;
    return { texts: texts.filter((one) => !asked.includes(one)), isCertain: isSure && !isOfOtherScript(text) };
  };
  return {
    ...{ words: [text], isWord: true, first: { ...first, prefix }, isOfWords: false, isNarrowed: !prefix },
    further: once(further),
    match: ({ lastName }) =>
      joinedSpellings(lastName ?? '').some((own) => forms.some((form) => own.startsWith(form))) ? 'whole' : undefined,
  };
}

type Asked = { word: string; found: NameTexts };

/** Whether the one text finds hardly more people than the word. */
function isNearlyWhole({ word, found }: Asked): boolean {
  const { isSure, texts, letters } = found;
  return isSure && texts.length === 1 && letters >= FEWEST_OF_PART && letters >= countLetters(word) - 1;
}

function best(words: readonly string[], textsOf: (word: string) => NameTexts): Asked {
  const all = words.map((word) => ({ word, found: { word, ...textsOf(word) } }));
  const [first] = all.toSorted(
    ({ found: a }, { found: b }) =>
      Number(b.isSure) - Number(a.isSure) ||
      a.texts.length - b.texts.length ||
      Number(b.texts.every(isAscii)) - Number(a.texts.every(isAscii)) ||
      Number(isLongOne(b)) - Number(isLongOne(a)) ||
      b.letters - a.letters,
  );
  return first as Asked;
}

/** Whether the word is one everywhere, so that nothing else has to be asked for, and in few names. */
function isLongOne({ word, letters }: NameTexts & { word: string }): boolean {
  return letters >= FEWEST_OF_PART && !mayBeTwo(word);
}

function isOfOneForm(word: string): boolean {
  const { texts } = nameTexts(word, 'any');
  return texts.length === 1 && texts[0] === word;
}

function isAscii(text: string): boolean {
  return ASCII.test(text);
}

function isOfOtherScript(text: string): boolean {
  return OTHER_SCRIPT.test(text);
}

/** Matches people of whom the first or the last name contains the word. */
function containing(word: string): SoughtName['match'] {
  const forms = once(() => joinedSpellings(word));
  return (person) => (isInNames(nameForms(namesOf(person)), forms()) ? 'whole' : undefined);
}

/** Returns the names in which a word is looked for. In Chinese and Japanese, first and last name may be one word. */
export function namesOf({ name, lastName }: PersonName): string[] {
  const [first, last] = [name ?? '', lastName ?? ''];
  return SYLLABLE.test(last) ? [first, last, last + first, first + last] : [first, last];
}

/** A name of more words is compared word by word alone. */
const MOST_WORDS = 7;

/** Returns the forms of the words, as they are, with prefixes joined, with initials apart, and joined to a name or two. */
function waysOf(words: readonly string[]): string[][][] {
  const initials = words.map((word) => initialsIn(word, words)).filter(({ length }) => length > 1);
  // Initials stand first, so that the last one of them is the middle name, in `Quispe JL`, too.
  const apart = [...initials.flat(), ...words.filter((word) => initialsIn(word, words).length === 1)];
  return [words, joinedPrefixes(words), apart, ...joinedToTwo(words)].map((way) =>
    way.map((word) => [...joinedSpellings(word.replaceAll('.', ''))]),
  );
}

/** Returns `Kim MinJun`, `KimMin Jun` and `KimMinJun` for `Kim Min Jun`. */
function joinedToTwo(words: readonly string[]): string[][] {
  if (words.length > MOST_WORDS) return [];
  const ways = words.map((_, at) => [words.slice(0, at), words.slice(at)].map((part) => part.join('')));
  return ways.map((way) => way.filter((part) => part !== ''));
}

/** Matches people whose first and last name together contain all words, in any order. */
function withWords(words: readonly string[]): SoughtName['match'] {
  const ways = once(() => waysOf(words));
  const needed = withoutParticles(words);
  const shorter = once(() => (needed.length < words.length ? waysOf(needed) : []));
  const isShort = withoutLastWord(needed);
  return (person) => {
    const own = ownForms(person);
    const matches = own.flatMap((form) => ways().map((way) => matchWords(form, way)));
    if (matches.includes('whole')) return 'whole';
    const isNear = matches.some((match) => match !== undefined) || isShort(person);
    return isNear || own.some((form) => shorter().some((way) => matchWords(form, way) !== undefined))
      ? 'near'
      : undefined;
  };
}

/** The name of a father behind a first name, in Latin and Cyrillic letters. */
const PATRONYMIC = /.(?:[oey]v(?:ich|na)|[ое]вич|[ое]вна)$/iu;

/**
 * Matches people who lack the last word: the second of two family names, as in `Eva Quispe Mamani` and `Eva Quispe-Mamani`, or
 * a patronymic, as in `Sidorov Ivan Petrovich`.
 */
function withoutLastWord(words: readonly string[]): (person: PersonName) => boolean {
  const all = words.flatMap((word, at) => (at === words.length - 1 ? word.split(HYPHEN) : [word]));
  const others = all.slice(0, -1);
  const [family = '', names] = PATRONYMIC.test(all.at(-1) ?? '')
    ? [others[0], others.slice(1)]
    : [others.at(-1), others.slice(0, -1)];
  const ofFamily = once(() => new Set(joinedSpellings(family)));
  const ofNames = once(() => new Set(names.flatMap(joinedSpellings)));
  return ({ name, lastName }) => {
    if (all.length < 3 || !joinedSpellings(lastName ?? '').some((form) => ofFamily().has(form))) return false;
    const first = (name ?? '').split(/\s+/).filter((word) => word !== '');
    return first.length > 0 && first.every((word) => joinedSpellings(word).some((form) => ofNames().has(form)));
  };
}

/** Returns the forms of the whole name, with a blank before each word. */
function ownForms({ name, lastName }: PersonName): string[] {
  const [first, last] = [name ?? '', lastName ?? ''];
  const whole = SYLLABLE.test(last) ? `${first} ${last} ${last}${first} ${first}${last}` : `${first} ${last}`;
  // No word of the one name is a prefix of the other: `Ann-N Aaron` has no `naaron`.
  const [firsts, lasts] = [joinedSpellings(first), joinedSpellings(last)];
  const apart = firsts.flatMap((one) => lasts.map((other) => `${one} ${other}`));
  return [...new Set([...wordSpellings(whole), ...apart])].map((form) => ` ${form}`);
}

function matchWords(own: string, words: readonly (readonly string[])[]): NameMatch | undefined {
  const initials = new Set(
    own
      .split(' ')
      .filter((word) => word.replace('.', '').length === 1)
      .map((word) => word.slice(0, 1)),
  );
  const isThere = (form: string) => {
    return initials.has(form.slice(0, 1)) || own.includes(SYLLABLE.test(form) ? form : ` ${form}`);
  };
  const missing = words.flatMap((forms, index) => (forms.some(isThere) ? [] : [index]));
  if (missing.length === 0) return 'whole';
  return missing.every((index) => isMiddle(words, index)) ? 'near' : undefined;
}

/** Returns the initials of `JL`, `J.L.` or `J.-L.`, or the word itself. `LI` in `LI Wei` is both, so each way is tried. */
function initialsIn(word: string, words: readonly string[]): string[] {
  const isOfCapitals = /^\p{Lu}(?:-?\p{Lu}){1,2}$/u.test(word) && words.some((other) => /\p{Ll}/u.test(other));
  return isOfCapitals || /^\p{L}\.(?:-?\p{L}\.?)+$/u.test(word) ? (word.match(/\p{L}/gu) ?? []) : [word];
}

function joinedPrefixes(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (const word of words) {
    if (PREFIX.test(joined.at(-1) ?? '')) joined.push(`${joined.pop()}${word}`);
    else joined.push(word);
  }
  return joined;
}

/** Whether a word is a middle name, which registries may not have, so that they are not searched by it. */
function isMiddle(words: readonly unknown[], index: number): boolean {
  return index > 0 && index < words.length - 1;
}

/** Returns the text in composed letters, without blanks around it. */
function tidied(like: string): string {
  return (like.length <= SHORT_TEXT_LENGTH ? like.normalize('NFC') : like).trim();
}
