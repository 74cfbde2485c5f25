/** Texts that take long to read where reading starts again at every sign, goes back, or makes one sign many. */

import type { TextOfLength } from './growth.ts';

/** What a text repeats, by its kind. */
const KINDS: Readonly<Record<string, string>> = {
  blanks: ' ',
  tabs: '\t',
  'line feeds': '\n',
  'line ends of Windows': '\r\n',
  'wide blanks': '\u3000',
  'marks of two classes': '\u0301\u0316',
  'letters with marks': 'a\u0301\u0316',
  'half-width marks': '\uff9e\u0301',
  'signs that expand': '\ufdfa',
  'signs beyond U+FFFF': '\u{1f9ec}',
  'halves of signs': '\ud83e',
  controls: '\u0001',
  'small letters': 'a',
  capitals: 'A',
  'letters of both cases': 'aA',
  digits: '1',
  'letters and digits': 'a1',
  'quotes: "': '"',
  "quotes: '": "'",
  slashes: '/',
  backslashes: '\\',
  commas: ',',
  semicolons: ';',
  colons: ':',
  dots: '.',
  hyphens: '-',
  underscores: '_',
  bars: '|',
  'brackets: (': '(',
  'brackets: )': ')',
  'brackets: [': '[',
  'brackets: {': '{',
  'brackets: <': '<',
  'signs: @': '@',
  'signs: =': '=',
  'signs: ?': '?',
  'signs: #': '#',
  'signs: %': '%',
  'signs: &': '&',
  'signs: +': '+',
  'signs: *': '*',
  'signs: !': '!',
  'signs: $': '$',
  'words and blanks': 'a ',
  'capitals and blanks': 'A1 ',
  'words and commas': 'a, ',
  'words and line feeds': 'a\n',
  'blanks and line feeds': ' \n',
  'pairs of names and values': 'a=1;',
  'labels of hosts': 'a.',
  'pieces of paths': 'a/',
};

/** Before what is repeated, and behind it: what is looked for is begun, and then is not there. */
export type Frame = { before: string; after: string };

const ALONE: readonly Frame[] = [
  { before: '', after: '' },
  { before: '', after: '\0!' },
];
const WITHIN: readonly Frame[] = [{ before: 'a b', after: 'x\0' }];

/** Each with its kind. @param words what an expression looks for: repeated too, and put before what is repeated */
export function hardTexts(words?: readonly string[]): { kind: string; textOf: TextOfLength }[] {
  const repeatedWords = (words ?? [])
    .flatMap((word) => [word, `${word}\n`])
    .map((unit) => [`repeated '${unit}'`, unit] as const);
  const units = [...Object.entries(KINDS), ...repeatedWords];
  const frames =
    words === undefined ? ALONE : [...ALONE, ...WITHIN, ...words.map((before) => ({ before, after: '\0' }))];
  return units.flatMap(([kind, unit]) =>
    frames.map(({ before, after }) => ({
      kind: `${kind}, between '${before}' and '${after}'`,
      textOf: (length: number) => before + repeated(unit, length) + after,
    })),
  );
}

const repetitions = new Map<string, string>();

function repeated(unit: string, length: number): string {
  const key = `${length} ${unit}`;
  let text = repetitions.get(key);
  if (text === undefined) {
    text = unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
    repetitions.set(key, text);
  }
  return text;
}
