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
 * `any`: the forms that plain letters may stand for, too, such as `ø` for the `o` of `Odegard`.
 */
export type NameDoubt = 'typed' | 'any';

/** More texts take too many requests. */
const MOST_TEXTS = 6;
/** A shorter text finds too many people. */
const FEWEST_LETTERS = 3;

/** A letter or two, with the forms that RDP tells apart; no forms where they are too many. */
type Unit = { text: string; forms: readonly string[]; letters: number };

const SIGN = new RegExp(`[${HYPHENS}${APOSTROPHES}\\s]`);
const SYLLABLES = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const ONLY_SYLLABLES = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー]{2,}$/u;
/** A name may have a blank or an apostrophe behind these. */
const PREFIX: Readonly<Record<NameDoubt, RegExp>> = {
  typed: /^mc(?=..)/i,
  any: new RegExp(`^(?:${PREFIXES})(?=..)`, 'i'),
};

/**
 * Returns texts by which a word of a name is asked for: the longest part of it that has one form, or a short part in each
 * of its forms, or, where those are too many, the word with each letter in turn replaced everywhere. The time is linear
 * in the length of the word.
 */
export function nameTexts(word: string, doubt: NameDoubt): NameTexts {
  const pieces = piecesOf(word, doubt).map((piece) => unitsOf(piece, doubt));
  const fewest = Math.min(FEWEST_LETTERS, Math.max(...pieces.map(lettersOf)));
  if (fewest === 0 || (fewest === 1 && pieces.length > 1)) return { texts: [word], letters: fewest, isSure: false };
  const [run] = pieces.flatMap(runs).toSorted((a, b) => b.letters - a.letters);
  if (run !== undefined && run.letters >= fewest) return run;
  const [part] = pieces
    .flatMap((units) => windows(units, fewest))
    .toSorted((a, b) => a.texts.length - b.texts.length || b.letters - a.letters);
  return part ?? { texts: replacedInTurn(unitsOf(word, doubt)), letters: countLetters(word), isSure: false };
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
    const [prefix = ''] = PREFIX[doubt].exec(piece) ?? [];
    if (prefix === '') return [piece];
    const two = piece.slice(0, 2);
    const apart = WRITTEN_AS.has(two.toLowerCase()) ? two : prefix;
    return [apart, piece.slice(apart.length)];
  });
}

function unitsOf(piece: string, doubt: NameDoubt): Unit[] {
  const signs = [...piece];
  const lower = doubt === 'any' ? signs.map((sign) => sign.toLowerCase()) : [];
  const formsOfTwo = (at: number) => WRITTEN_AS.get(`${lower[at]}${lower[at + 1]}`);
  const units: Unit[] = [];
  for (let at = 0; at < signs.length; at++) {
    const [sign = '', next = ''] = [signs[at], signs[at + 1]];
    const ofOne = unitOf(sign, doubt);
    const ofTwo = formsOfTwo(at);
    if (ofTwo === undefined) {
      units.push(ofOne);
      continue;
    }
    // Which two of three letters stand for one remains open.
    const isOpen = formsOfTwo(at + 1) !== undefined;
    const apart = ofOne.forms.flatMap((first) => unitOf(next, doubt).forms.map((second) => first + second));
    units.push({ text: sign + next, forms: isOpen ? [] : [...new Set([...apart, ...ofTwo])], letters: 2 });
    at++;
  }
  return units;
}

/** The units of the letters of Europe, so that each is computed once. */
const knownUnits: Readonly<Record<NameDoubt, Map<string, Unit>>> = { typed: new Map(), any: new Map() };
const LAST_KNOWN = '\u024f';

function unitOf(sign: string, doubt: NameDoubt): Unit {
  const known = knownUnits[doubt].get(sign);
  if (known !== undefined) return known;
  const unit = { text: sign, forms: formsOf(sign, doubt), letters: countLetters(sign) };
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
  if (spelled === undefined) return doubt === 'any' ? [sign, ...(WRITTEN_AS.get(fold(sign)) ?? [])] : [sign];
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

/** Returns the parts with so many letters in each of their forms. */
function windows(units: readonly Unit[], letters: number): NameTexts[] {
  return units.flatMap((_, from) => {
    let texts = [''];
    for (const { forms } of units.slice(from, from + letters)) {
      texts = texts.flatMap((text) => forms.map((form) => text + form));
      if (texts.length === 0 || texts.length > MOST_TEXTS) return [];
      const fewest = Math.min(...texts.map(countLetters));
      if (fewest >= letters) return [{ texts, letters: fewest, isSure: true }];
    }
    return [];
  });
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
