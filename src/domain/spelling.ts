/**
 * Signs and letters that people write for one another in names: the one table of the program. Registries keep apart
 * what this table does not (`./folding.ts`); a federated search and the filters of pages look for every form
 * (docs/decisions/0085-one-table-of-spellings.md).
 */

import { fold } from './folding.ts';

/** They do not count: `O'Brien`, `O’Brien` and `OBrien` are one name. */
export const APOSTROPHES = "'`´‘’‛′‵ʹʻʼʽʾʿˈ՚׳＇";
/** They count as blanks, as do the dots between names in Chinese, Japanese and Catalan. */
export const HYPHENS = '-‐‑‒–—―−⁃־﹘﹣－·・';
/** Letters with the plain letters that people type for them: first one by one, then as a transcription of two. */
export const LETTERS: ReadonlyMap<string, readonly [plain: string, transcribed?: string]> = new Map<
  string,
  readonly [string, string?]
>([
  ['ø', ['o', 'oe']],
  ['œ', ['oe']],
  ['æ', ['ae']],
  ['ß', ['ss']],
  ['ł', ['l']],
  ['ı', ['i']],
  ['đ', ['d', 'dj']],
  ['ð', ['d', 'dh']],
  ['þ', ['th']],
  ['ħ', ['h']],
  ['ŧ', ['t']],
  ['ŋ', ['ng']],
  ['å', ['a', 'aa']],
  ['ä', ['a', 'ae']],
  ['ö', ['o', 'oe']],
  ['ü', ['u', 'ue']],
]);

const APOSTROPHE = new RegExp(`[${APOSTROPHES}]|\\p{Cf}`, 'gu');
const HYPHEN = new RegExp(`[${HYPHENS}]`, 'g');
const LETTER = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'g');
const TRANSCRIBED = new RegExp(
  `[${[...LETTERS].flatMap(([letter, [, transcribed]]) => (transcribed ? letter : [])).join('')}]`,
  'g',
);
/** A word before others that is often cut short: `St. John`, `Sankt Gallen`. */
const SAINT = /(?<![^ ])(?:sainte?|sankt|ste?\.?)(?= )/g;
const MOST_KINDS = 2;
/** Beginnings of names that stand with a blank behind them or without: `Mc Carthy`, `O Brien`, `L'Enfant`. */
export const PREFIXES = 'ma?c|d[ae]ll|[odln]';
const PREFIX = new RegExp(`(?<![^ ])(${PREFIXES}) (?=[^ ]{2})`, 'g');
/** In longer texts, letters and marks are not put together: that takes time with the square of a run of marks. */
const SHORT_TEXT_LENGTH = 64;

/**
 * Returns the forms in which texts are compared: two names are the same if they share a form, and a name contains a text
 * if one of its forms contains a form of it. One form, and more where letters have transcriptions (`Müller` has `muller`
 * and `mueller`), four at most. The time is linear in the length of the text.
 */
export function spellings(text: string): readonly string[] {
  return [...new Set(transcriptions(text).map((one) => one.replace(PREFIX, '$1')))];
}

/** Returns the forms as {@link spellings} does, each also with its prefixes apart, for comparing word by word. */
export function wordSpellings(text: string): readonly string[] {
  return [...new Set(transcriptions(text).flatMap((one) => [one, one.replace(PREFIX, '$1')]))];
}

/** In longer names, only so many words begin one without blanks. */
const MOST_WORDS = 6;

/** The forms of names, and what each of their words begins without blanks: `minjun` in `Min-jun`. */
export type NameForms = { forms: readonly string[]; begun: readonly string[] };

/** Returns the forms of names in which a text is looked for. */
export function nameForms(names: readonly string[]): NameForms {
  const forms = [...new Set(names.flatMap(spellings))];
  const begun = forms.flatMap((form) => {
    const words = form.split(' ');
    const beginnings = words.slice(0, Math.min(words.length - 1, MOST_WORDS));
    return beginnings.map((_, at) => joined(words.slice(at).join(' ')));
  });
  return { forms, begun };
}

/** Whether names contain a text in any of its forms with blanks and without any. */
export function isInNames({ forms: own, begun }: NameForms, forms: readonly string[]): boolean {
  return isSpelledIn(own, forms) || begun.some((one) => forms.some((form) => one.startsWith(form)));
}

/** Returns the forms of a text with blanks and without any. */
export function joinedSpellings(text: string): readonly string[] {
  const forms = spellings(text);
  return [...new Set([...forms, ...forms.map(joined)])];
}

function joined(form: string): string {
  return form.replaceAll(' ', '').replace(/s+/g, 's');
}

/** Whether a text contains another one, both in their forms. */
export function isSpelledIn(own: readonly string[], forms: readonly string[]): boolean {
  return own.some((one) => forms.some((form) => one.includes(form)));
}

/** Returns the text in plain letters: with and without the transcription of each letter that has one. */
function transcriptions(text: string): readonly string[] {
  const composed = text.length <= SHORT_TEXT_LENGTH ? text.normalize('NFC') : text;
  const lower = composed.toLowerCase().replace(APOSTROPHE, '').replace(HYPHEN, ' ');
  const letters = [...new Set(lower.match(TRANSCRIBED))];
  // Names have one or two such letters; all letters of a longer text are transcribed together.
  const kinds = letters.length <= MOST_KINDS ? letters : [letters.join('')];
  let all = [lower];
  for (const kind of kinds) {
    const each = new RegExp(`[${kind}]`, 'g');
    all = all.flatMap((one) => [one, one.replace(each, (letter) => LETTERS.get(letter)?.[1] ?? letter)]);
  }
  return all.map(plain);
}

function plain(lower: string): string {
  return fold(lower)
    .replace(LETTER, (letter) => LETTERS.get(letter)?.[0] ?? letter)
    .replace(/s+/g, 's')
    .replace(/\s+/g, ' ')
    .replace(SAINT, 'st')
    .trim();
}
