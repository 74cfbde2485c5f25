/** Invented people whose names have every sign and letter of the table of spellings, and the forms in which others write them. */

import { fold } from '../../../src/domain/folding.ts';
import { APOSTROPHES, HYPHENS, LETTERS } from '../../../src/domain/spelling.ts';
import { seededRandom } from '../../tools/bench/invented/seeded-random.ts';
import type { Named } from './full-names.ts';

const FIRST = [
  'Miriam',
  'Efraín',
  'Zoë',
  'Jean-Luc',
  'Kjersti',
  'Łucja',
  'Aoife',
  'Thi Thu',
  'Øystein',
  'Seán',
  'Işıl',
  'Min-jun',
  'Daeun',
];
/** A name for each letter of the table, with more of them. */
const WITH_LETTERS = [
  ...['Ødegård', 'Ørstedgaard', 'Langerødmoen', 'Lœuvrange', 'Solbergsæter', 'Straßner', 'Weißgruber', 'Żółtowska'],
  ...['Łukaszczyk', 'Yıldırım', 'Kılıçbay', 'Đorđevik', 'Bukađanin', 'Guðlaugur', 'Þórsbrandur', 'Għaxaqija'],
  ...['Ŧuolljárvi', 'Láŋgasvuona', 'Åkerstrømm', 'Jägerström', 'Köhlermann', 'Müllerhagen', 'Sørbø', 'Þórðarbær'],
];
const PLAIN = ['Quispe', 'Ruiz', 'Okafor', 'Smithson', 'Todorov', 'Wilson', 'Hansen', 'Thorold', 'Mamani', 'Strasser'];
const SPACED = ['Mc Carthy', 'McBrannagh', 'Mac Gregor', 'MacPhersan', 'O Briain', 'van der Wijk', 'López García'];
const UNSPACED: readonly (readonly [name: string, lastName: string])[] = [
  ...([
    ['伟', '张'],
    ['太郎', '田中'],
    ['志', '長谷川'],
    ['小龙', '李'],
    ['철수', '김'],
    ['はな', '林'],
  ] as const),
];

const apostrophes = [...APOSTROPHES].flatMap((sign) => [`O${sign}Brannagh`, `D${sign}Amatore`, `N${sign}Guessaba`]);
const hyphens = [...HYPHENS].flatMap((sign) => [`Ben${sign}Harush`, `Quintriqueo${sign}Sáez`]);

/** So many people, among them one for every sign and letter at least. */
export function peopleOfEveryForm(count: number): Named[] {
  const random = seededRandom(39);
  const lastNames = [...apostrophes, ...hyphens, ...WITH_LETTERS, ...SPACED, ...PLAIN];
  const rest = count - UNSPACED.length;
  const spelled = Array.from({ length: rest }, (_, index) => ({
    name: random.pick(FIRST),
    lastName: lastNames[index % lastNames.length] ?? '',
  }));
  const unspaced = UNSPACED.map(([name, lastName]) => ({ name, lastName }));
  return [...spelled, ...unspaced].map((names, index) => ({ id: index + 1, ...names }));
}

type Form = readonly [title: string, write: (person: Named) => string];

/** The ways in which somebody types a name; a sign of the table is replaced by another one, by turns. */
export const TYPED_FORMS: readonly Form[] = [
  ['as registered', ({ name, lastName }) => `${name} ${lastName}`],
  ['last name first', ({ name, lastName }) => `${lastName}, ${name}`],
  ['the last name alone', ({ lastName }) => lastName],
  ['with an initial and a title', ({ name, lastName }) => `Dr. ${[...name][0]}. ${lastName}`],
  ['with other signs', (person) => withOtherSigns(`${person.name} ${person.lastName}`, person.id)],
  ['the last name alone with other signs', ({ lastName, id }) => withOtherSigns(lastName, id)],
  ['in plain letters', ({ name, lastName }) => inPlain(`${name} ${lastName}`, 0)],
  ['the last name alone in plain letters', ({ lastName }) => inPlain(lastName, 0)],
  ['transcribed', ({ name, lastName }) => inPlain(`${name} ${lastName}`, 1)],
  ['the last name alone in capitals and transcribed', ({ lastName }) => inPlain(lastName, 1).toUpperCase()],
  ['without apostrophes, and blanks for hyphens', ({ lastName }) => withoutSigns(inPlain(lastName, 0))],
  ['without hyphens and blanks in either name', ({ name, lastName }) => `${inOne(name)} ${inOne(lastName)}`],
  ['with a hyphen between syllables', ({ name, lastName }) => `${lastName} ${name.replace('Daeun', 'Da-eun')}`],
  ['without blanks behind prefixes, or between syllables', (person) => joined(person)],
];

const HYPHEN = new RegExp(`[${HYPHENS}]`, 'g');
const APOSTROPHE = new RegExp(`[${APOSTROPHES}]`, 'g');
const LETTER = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'gi');

function withOtherSigns(text: string, turn: number): string {
  const hyphens = [...HYPHENS];
  const apostrophes = [...APOSTROPHES];
  return text
    .replace(HYPHEN, hyphens[turn % hyphens.length] ?? '')
    .replace(APOSTROPHE, apostrophes[turn % apostrophes.length] ?? '');
}

function inPlain(text: string, at: 0 | 1): string {
  const spelled = text.normalize('NFC').replace(LETTER, (letter) => {
    const [plain, transcribed] = LETTERS.get(letter.toLowerCase()) ?? [letter];
    const written = (at === 1 ? transcribed : undefined) ?? plain;
    return letter === letter.toLowerCase() ? written : `${written.slice(0, 1).toUpperCase()}${written.slice(1)}`;
  });
  return [...spelled].map((sign) => (fold(sign) === '' || /[^\p{L}]/u.test(sign) ? sign : unaccented(sign))).join('');
}

function unaccented(sign: string): string {
  const plain = sign.normalize('NFD').replace(/\p{M}/gu, '');
  return plain === '' ? sign : plain.normalize('NFC');
}

function inOne(name: string): string {
  return name.replace(HYPHEN, '').replaceAll(' ', '');
}

function withoutSigns(text: string): string {
  return text.replace(APOSTROPHE, '').replace(HYPHEN, ' ');
}

function joined({ name, lastName }: Named): string {
  const isOfSyllables = /\p{Script=Han}|\p{Script=Hangul}/u.test(lastName);
  if (isOfSyllables) return lastName + name;
  return lastName.replace(/^(Ma?c|O|D|L|N)[ ']/, '$1');
}
