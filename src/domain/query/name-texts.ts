/**
 * By which texts a registry is asked for a name, so that it finds its people however it writes them: registries compare
 * as RDP does, which tells apart most of what `../spelling.ts` takes for one (rdp-protocol 3.7).
 */

import { fold } from '../folding.ts';
import { APOSTROPHES, HYPHENS, LETTERS, PREFIXES } from '../spelling.ts';

export type NameTexts = {
  texts: readonly string[];
  /** Letters in the shortest text. */
  letters: number;
  /** Whether every form of the word has one of the texts in it. */
  isSure: boolean;
};

/**
 * `typed`: the forms of signs and letters that only a name has, such as the apostrophe of `O’Brien` and the `ø` of `Ødegård`.
 * `letters`: the forms that plain letters may stand for, too, such as `ø` for the `o` of `Odegard`.
 * `any`: also what may have been left out: an apostrophe, such as that of `Ya'akov` in `Yaakov`, and one hyphen or blank, such
 * as that of `Min-jun` in `Minjun`.
 */
export type NameDoubt = 'typed' | 'letters' | 'any';

/** More texts take too many requests. */
const MOST_TEXTS = 6;
/** A shorter text finds too many people. */
const FEWEST_LETTERS = 3;

/** A letter or two, with the forms that RDP tells apart; no forms where they are too many. */
type Unit = {
  text: string;
  forms: readonly string[];
  /** Letters in the text, and in the shortest form. */
  letters: number;
  fewest: number;
};

/** Registries have it in any of its forms. */
export const SAINT = /^(?:sainte?|sankt|ste?)$/i;
const SIGN = new RegExp(`[${HYPHENS}${APOSTROPHES}\\s]`);
const SYLLABLES = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const ONLY_SYLLABLES = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー]{2,}$/u;
/** A name may have a blank or an apostrophe behind these. */
const PREFIX_TYPED = /^mc(?=..)/i;
const PREFIX = new RegExp(`^(?:${PREFIXES})(?=..)`, 'i');
/** Words before family names, which may be joined to them: `Vandenberg`, `Dupont`, `Elsayed`. */
const PARTICLE =
  /^(?:vande[nr]?|vonde[mnr]|v[ao]n|del(?:a|os)|d[aeiou]s?|l[aeo]s?|[ae]l|ben|abd[aeu]l|abd|sankt|sain?t|st|te[nr]|zu[mr])(?=\p{L}{4})/iu;
/**
 * Where an apostrophe may be left out: between vowels (`Ya'akov`), before a vowel behind a consonant and a vowel (`Mas'ud`,
 * `Luk'yanenko`, `Shin'ichi`), and behind a first `M` (`M'Baye`).
 */
const VOWEL = '[aeiouyæœøı]';
const ONE_VOWEL = new RegExp(VOWEL);
const CONSONANT = '[^aeiouyæœøı]';
const LEFT_OUT = new RegExp(`(?<=${VOWEL}${CONSONANT}?)(?=${VOWEL})|(?<=^m)(?=${CONSONANT})`, 'g');
const APOSTROPHE = new RegExp(`[${APOSTROPHES}]`);

/**
 * Returns texts by which a word of a name is asked for: the longest part of it that has one form, or a short part in each
 * of its forms, or, where those are too many, the word with each letter in turn replaced everywhere. Of a word that may be
 * two, parts on both sides of each place between them. The time is linear in the length of the word.
 */
export function nameTexts(word: string, doubt: NameDoubt): NameTexts {
  const whole = oneWordTexts(word, doubt);
  const hasParticle = PARTICLE.test(word);
  const places = doubt === 'any' && whole.isSure && !hasParticle ? placesBetween(word) : undefined;
  if (places === undefined) return whole;
  return onBothSides(word, places) ?? asTwo(word, whole) ?? { ...whole, isSure: false };
}

/** Does the same for a word that is one everywhere, but for a particle at its beginning. */
export function oneWordTexts(word: string, doubt: NameDoubt): NameTexts {
  const isLeftOut = doubt === 'any' && !APOSTROPHE.test(word);
  const pieces = piecesOf(word, doubt).map((piece) => unitsOf(piece, doubt, isLeftOut));
  const fewest = Math.min(FEWEST_LETTERS, Math.max(...pieces.map(lettersOf)));
  if (fewest === 0 || (fewest === 1 && pieces.length > 1)) return { texts: [word], letters: fewest, isSure: false };
  const found = fewestTexts(pieces, fewest);
  if (found !== undefined) return found;
  if (doubt === 'any') return { ...oneWordTexts(word, 'letters'), isSure: false };
  return { texts: replacedInTurn(unitsOf(word, doubt, false)), letters: countLetters(word), isSure: false };
}

/** Returns the longest part of one form, or the part with the fewest forms. */
function fewestTexts(pieces: readonly Unit[][], fewest: number): NameTexts | undefined {
  const [run] = pieces.flatMap(runs).toSorted((a, b) => b.letters - a.letters);
  if (run !== undefined && run.letters >= fewest) return run;
  const [part] = pieces
    .flatMap((units) => windows(units, fewest))
    .toSorted((a, b) => a.texts - b.texts || b.letters - a.letters);
  return part && { texts: [...new Set(textsOf(part.units))], letters: part.letters, isSure: true };
}

/** Either of two words has so many letters, and a vowel. */
const FEWEST_OF_EACH = 2;
const LATIN = /^[\p{Script=Latin}\p{M}]+$/u;
/** In a longer word, one place in the middle is tried, so that the time stays linear. */
const MOST_PLACES = 20;

/** The first and the last place of a sign or blank that may have been left out. */
type Places = { first: number; last: number };

/** Whether a registry may write a word without signs as two. */
export function mayBeTwo(word: string): boolean {
  return placesBetween(word) !== undefined;
}

function placesBetween(word: string): Places | undefined {
  const signs = [...word];
  const two = LATIN.test(word) ? placesOfTwo(signs) : [];
  const [first, last] = [two[0], two.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const others = placesOfApostrophes(signs);
  const [prefix] = PREFIX.exec(word) ?? [];
  return { first: Math.min(first, prefix?.length ?? first, ...others), last: Math.max(last, ...others) };
}

/** Returns the places with two letters and a vowel on either side. */
function placesOfTwo(signs: readonly string[]): number[] {
  const vowels = signs.flatMap((sign, at) => (ONE_VOWEL.test(fold(sign).slice(0, 1)) ? [at] : []));
  const [firstVowel = signs.length, lastVowel = 0] = [vowels[0], vowels.at(-1)];
  const places = signs.map((_, at) => at).filter((at) => at > firstVowel && at <= lastVowel);
  return places.filter((at) => at >= FEWEST_OF_EACH && at <= signs.length - FEWEST_OF_EACH);
}

/** Returns the texts of a short word with those of each two words, with a hyphen and with a blank between them. */
function asTwo(word: string, { texts, letters }: NameTexts): NameTexts | undefined {
  const places = placesOfTwo([...word]);
  const two = places.flatMap((at) => ['-', ' '].map((sign) => `${word.slice(0, at)}${sign}${word.slice(at)}`));
  return asked([...texts, ...two], letters);
}

/** Returns texts of which one stands before the place, or another one behind it, wherever the place is. */
function onBothSides(word: string, { first, last }: Places): NameTexts | undefined {
  const units = unitsOf(word, 'any', false);
  const starts: number[] = [];
  for (const { text } of units) starts.push((starts.at(-1) ?? 0) + text.length);
  const startOf = (at: number) => starts[at - 1] ?? 0;
  const outside = [units.filter((_, at) => startOf(at + 1) <= first), units.filter((_, at) => startOf(at) >= last)];
  const middle = Math.floor(units.length / 2);
  const places = units.length > MOST_PLACES ? [middle] : units.keys();
  const both = Array.from(places, (at) => {
    // A unit of one letter is whole on either side.
    const before = partOf(units.slice(0, units[at]?.text.length === 1 ? at + 1 : at));
    const behind = before && partOf(units.slice(at));
    return before && behind && asked([...before.texts, ...behind.texts], Math.min(before.letters, behind.letters));
  });
  const found = [...outside.map(partOf), ...both].filter((one) => one !== undefined);
  return found.toSorted((a, b) => a.texts.length - b.texts.length || b.letters - a.letters)[0];
}

function partOf(units: Unit[]): NameTexts | undefined {
  return fewestTexts([units], FEWEST_LETTERS);
}

/** Returns the texts without those that have another one in them; undefined for too many. */
export function askedTexts(all: readonly string[]): string[] | undefined {
  const texts = [...new Set(all)].filter((text) => !all.some((other) => other !== text && text.includes(other)));
  return texts.length > MOST_TEXTS ? undefined : texts;
}

function asked(all: readonly string[], letters: number): NameTexts | undefined {
  const texts = askedTexts(all);
  return texts && { texts, letters, isSure: true };
}

/** Counts letters; a character for a syllable or a word counts as three, as it distinguishes as much. */
export function countLetters(text: string): number {
  const syllables = text.match(SYLLABLES)?.length ?? 0;
  return (text.match(/\p{L}/gu)?.length ?? 0) + syllables * (FEWEST_LETTERS - 1);
}

/**
 * Returns texts for a whole name in Chinese, Japanese or Korean; undefined for another word. Family and first name may be
 * apart at any place: one text stands before it, or the other behind it.
 */
export function unspacedNameTexts(word: string): NameTexts | undefined {
  if (!ONLY_SYLLABLES.test(word)) return undefined;
  const syllables = [...word];
  const last = syllables.slice(-2).join('');
  const texts = syllables.length === 2 ? syllables.slice(1) : [...new Set([syllables.slice(0, 2).join(''), last])];
  return { texts, letters: texts.length * FEWEST_LETTERS, isSure: true };
}

/** Returns what stands between signs, and behind a particle, a prefix or the two letters that it begins with. */
function piecesOf(word: string, doubt: NameDoubt): string[] {
  const pieces = word.split(SIGN).flatMap((piece) => {
    const [particle = ''] = doubt === 'any' ? (PARTICLE.exec(piece) ?? []) : [];
    if (particle !== '') return [piece.slice(particle.length)];
    const [prefix = ''] = (doubt === 'typed' ? PREFIX_TYPED : PREFIX).exec(piece) ?? [];
    if (prefix === '') return [piece];
    const two = piece.slice(0, 2);
    const apart = WRITTEN_AS.has(two.toLowerCase()) ? two : prefix;
    return [apart, piece.slice(apart.length)];
  });
  const others = pieces.filter((piece) => !SAINT.test(piece));
  return others.length > 0 ? others : pieces;
}

/** The place of an apostrophe that may have been left out, with the signs that registries have. */
const APOSTROPHE_OR_NONE: Unit = { text: '', forms: ['', "'", '’'], letters: 0, fewest: 0 };

function placesOfApostrophes(signs: readonly string[]): number[] {
  const plain = signs.map((sign) => fold(sign).slice(0, 1) || ' ').join('');
  return [...plain.matchAll(LEFT_OUT)].map(({ index }) => index);
}

/** @param isLeftOut whether apostrophes may have been left out */
function unitsOf(piece: string, doubt: NameDoubt, isLeftOut: boolean): Unit[] {
  const signs = [...piece];
  const lower = doubt === 'typed' ? [] : signs.map((sign) => sign.toLowerCase());
  const places = new Set(isLeftOut ? placesOfApostrophes(signs) : []);
  const formsOfTwo = (at: number) => WRITTEN_AS.get(`${lower[at]}${lower[at + 1]}`);
  const units: Unit[] = [];
  for (let at = 0; at < signs.length; at++) {
    const [sign = '', next = ''] = [signs[at], signs[at + 1]];
    const ofOne = unitOf(sign, doubt);
    const ofTwo = formsOfTwo(at);
    if (places.has(at)) units.push(APOSTROPHE_OR_NONE);
    if (ofTwo === undefined) {
      units.push(ofOne);
      continue;
    }
    // Which two of three letters stand for one remains open.
    const isOpen = formsOfTwo(at + 1) !== undefined;
    const between = places.has(at + 1) ? APOSTROPHE_OR_NONE.forms : [''];
    const ofNext = between.flatMap((sign) => unitOf(next, doubt).forms.map((form) => sign + form));
    const apart = ofOne.forms.flatMap((first) => ofNext.map((second) => first + second));
    const forms = isOpen ? [] : [...new Set([...apart, ...ofTwo])];
    units.push({ text: sign + next, forms, letters: 2, fewest: Math.min(2, ...ofTwo.map(({ length }) => length)) });
    at++;
  }
  return units;
}

/** The units of the letters of Europe, so that each is computed once. */
const knownUnits: Readonly<Record<NameDoubt, Map<string, Unit>>> = {
  typed: new Map(),
  letters: new Map(),
  any: new Map(),
};
const LAST_KNOWN = '\u024f';

function unitOf(sign: string, doubt: NameDoubt): Unit {
  const known = knownUnits[doubt].get(sign);
  if (known !== undefined) return known;
  const forms = formsOf(sign, doubt);
  const unit = { text: sign, forms, letters: countLetters(sign), fewest: Math.min(...forms.map(countLetters)) };
  if (sign <= LAST_KNOWN) knownUnits[doubt].set(sign, unit);
  return unit;
}

/** The letters that plain ones may stand for, as RDP compares them: `ø` for `o`, and `o`, which is `ö` there, for `oe`. */
const WRITTEN_AS: ReadonlyMap<string, readonly string[]> = writtenAs();

function writtenAs(): Map<string, readonly string[]> {
  const all = new Map<string, readonly string[]>();
  for (const [letter, spelled] of LETTERS) {
    const folded = fold(letter);
    for (const plain of spelled) {
      if (plain !== undefined && plain !== folded) all.set(plain, [...(all.get(plain) ?? []), folded]);
    }
  }
  return all;
}

function formsOf(sign: string, doubt: NameDoubt): readonly string[] {
  const letter = sign.toLowerCase();
  const spelled = LETTERS.get(letter);
  if (spelled === undefined) return doubt === 'typed' ? [sign] : [sign, ...(WRITTEN_AS.get(fold(sign)) ?? [])];
  // RDP takes a letter with accents for the plain one, so only its transcription is another form.
  const isAccented = spelled[0] === fold(letter);
  if (isAccented && doubt === 'typed') return [sign];
  const others = spelled.flatMap((plain = '') => [plain, ...(WRITTEN_AS.get(plain) ?? [])]);
  return [sign, ...new Set(others.filter((one) => one !== fold(letter)))];
}

/** Returns the texts of one form. */
function runs(units: readonly Unit[]): NameTexts[] {
  const found: NameTexts[] = [];
  let run: Unit[] = [];
  for (const unit of [...units, undefined]) {
    if (unit?.forms.length === 1) {
      run.push(unit);
      continue;
    }
    if (run.length > 0)
      found.push({ texts: [run.map(({ text }) => text).join('')], letters: lettersOf(run), isSure: true });
    run = [];
  }
  return found;
}

type Window = { units: readonly Unit[]; texts: number; letters: number };

/** Returns the parts with so many letters in each of their forms. */
function windows(units: readonly Unit[], letters: number): Window[] {
  return units.flatMap((first, from) => (first === APOSTROPHE_OR_NONE ? [] : windowAt(units, from, letters)));
}

function windowAt(units: readonly Unit[], from: number, letters: number): Window[] {
  const window: Window = { units: [], texts: 1, letters: 0 };
  for (let at = from; at < units.length; at++) {
    const { forms, fewest } = units[at] as Unit;
    window.texts *= forms.length;
    window.letters += fewest;
    if (window.texts === 0 || window.texts > MOST_TEXTS) return [];
    if (window.letters >= letters) return [{ ...window, units: units.slice(from, at + 1) }];
  }
  return [];
}

function textsOf(units: readonly Unit[]): string[] {
  return units.reduce((texts, { forms }) => texts.flatMap((text) => forms.map((form) => text + form)), ['']);
}

/** Returns the word as it is, and with each letter written otherwise wherever it stands. */
function replacedInTurn(units: readonly Unit[]): string[] {
  const as = (letter: string | undefined) =>
    units.map(
      ({ text, forms }) => forms.find((form) => letter !== undefined && form !== text && form.includes(letter)) ?? text,
    );
  const texts = [undefined, ...LETTERS.keys()].map((letter) => as(letter).join(''));
  return [...new Set(texts)].slice(0, MOST_TEXTS);
}

function lettersOf(units: readonly Unit[]): number {
  return units.reduce((sum, { letters }) => sum + letters, 0);
}
