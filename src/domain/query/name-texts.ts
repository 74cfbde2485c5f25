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
 * `any`: also the apostrophes that may have been left out, such as that of `Ya'akov` in `Yaakov`.
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

const SIGN = new RegExp(`[${HYPHENS}${APOSTROPHES}\\s]`);
const SYLLABLES = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const ONLY_SYLLABLES = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー]{2,}$/u;
/** A name may have a blank or an apostrophe behind these. */
const PREFIX_TYPED = /^mc(?=..)/i;
const PREFIX = new RegExp(`^(?:${PREFIXES})(?=..)`, 'i');
/**
 * Where an apostrophe may be left out: between vowels (`Ya'akov`), before a vowel behind a consonant and a vowel (`Mas'ud`,
 * `Luk'yanenko`, `Shin'ichi`), and behind a first `M` (`M'Baye`).
 */
const VOWEL = '[aeiouyæœøı]';
const CONSONANT = '[^aeiouyæœøı]';
const LEFT_OUT = new RegExp(`(?<=${VOWEL}${CONSONANT}?)(?=${VOWEL})|(?<=^m)(?=${CONSONANT})`, 'g');
const APOSTROPHE = new RegExp(`[${APOSTROPHES}]`);

/**
 * Returns texts by which a word of a name is asked for: the longest part of it that has one form, or a short part in each
 * of its forms, or, where those are too many, the word with each letter in turn replaced everywhere. The time is linear
 * in the length of the word.
 */
export function nameTexts(word: string, doubt: NameDoubt): NameTexts {
  const isLeftOut = doubt === 'any' && !APOSTROPHE.test(word);
  const pieces = piecesOf(word, doubt).map((piece) => unitsOf(piece, doubt, isLeftOut));
  const fewest = Math.min(FEWEST_LETTERS, Math.max(...pieces.map(lettersOf)));
  if (fewest === 0 || (fewest === 1 && pieces.length > 1)) return { texts: [word], letters: fewest, isSure: false };
  const [run] = pieces.flatMap(runs).toSorted((a, b) => b.letters - a.letters);
  if (run !== undefined && run.letters >= fewest) return run;
  const [part] = pieces
    .flatMap((units) => windows(units, fewest))
    .toSorted((a, b) => a.texts - b.texts || b.letters - a.letters);
  if (part !== undefined) return { texts: [...new Set(textsOf(part.units))], letters: part.letters, isSure: true };
  if (doubt === 'any') return { ...nameTexts(word, 'letters'), isSure: false };
  return { texts: replacedInTurn(unitsOf(word, doubt, false)), letters: countLetters(word), isSure: false };
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

/** Returns what stands between signs, and behind a prefix or the two letters that it begins with. */
function piecesOf(word: string, doubt: NameDoubt): string[] {
  return word.split(SIGN).flatMap((piece) => {
    const [prefix = ''] = (doubt === 'typed' ? PREFIX_TYPED : PREFIX).exec(piece) ?? [];
    if (prefix === '') return [piece];
    const two = piece.slice(0, 2);
    const apart = WRITTEN_AS.has(two.toLowerCase()) ? two : prefix;
    return [apart, piece.slice(apart.length)];
  });
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
