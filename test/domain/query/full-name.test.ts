/** Names of several words: by which of them registries are asked, and who is called so. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold } from '../../../src/domain/folding.ts';
import { readName } from '../../../src/domain/query/full-name.ts';

test.each<[string, string[], string[]]>([
  ['Miriam Ben-Harush', ['Miriam'], ['Ben']],
  ['Ben-Harush, Miriam', ['Miriam'], ['Ben']],
  ['Prof. Dr. med. Quispe', ['Quispe'], ['spe']],
  ['Quispe, MD, PhD', ['Quispe'], ['spe']],
  ['Efraín Quispe', ['Quispe'], ['Efra']],
  ['Lukasz', ['ukasz'], ['asz']],
  ['Łukasz', ['ukasz'], ['asz']],
  ['Kjersti Odegard', ['Kjersti'], ['Kjers']],
  ['Odegard', ['Odegard'], ['deg', 'đeg', 'ðeg']],
  ['Sørensen', ['rensen'], ['ensen']],
  ['Haakonsen', ['Haakonsen'], ['nsen']],
  ['Zoë Lü', ['Zoë'], ["Zo'ë", 'Zo’ë', 'Zøë', "Zø'ë", 'Zø’ë']],
  ['Ana Müllerová', ['Ana'], ['ler', 'łer']],
  ['Müllerová', ['Müllerová'], ['ler', 'łer']],
  ['J. O’Brien', ['Brien'], ['Bri', 'Brı']],
  ['%%% Quispe', ['Quispe'], ['spe']],
  ['Ana Wolfeschlegelstein Quispe', ['Quispe'], ['spe']],
  ['G. Araújo de Sá', ['Araúj'], ['Ara', "Ar'a", 'Ar’a']],
  ['J. van der Wal', ['Wal'], ['Wał']],
  ['Dr.', ['Dr.'], []],
  ['Yi Wu', ['Yi'], ['Wu']],
  ['Wu Y', ['Wu'], []],
  ['W. Li', ['Li'], ['Lı', 'łi', 'łı']],
  ['J. Le B.', ['Le'], ['łe']],
  ['ABC Quispe', ['Quispe'], ['spe']],
  [' Müller ', ['Müller'], ['ler', 'łer']],
  ['李 小龙', ['小龙'], []],
  ['田中太郎', ['田中', '太郎'], []],
])('%j is asked for by %j, and where that finds nobody by %j', (like, first, further) => {
  const name = readName(like);
  expect([name?.first.texts, name?.further().texts]).toEqual([first, further]);
});

test.each([
  ['Yaakov', "Ya'akov"],
  ['Mbaye', 'M’Baye'],
  ['Masud', "Mas'ud"],
  ['Lukyanenko', 'Luk’yanenko'],
  ['Shinichi', "Shin'ichi"],
  ['Noam', 'No’am'],
  ['Talat', "Tal'at"],
  ['Saad', "Sa'ad"],
  ['Kaahumanu', "Ka'ahumanu"],
])('%j is no certain zero where %j is there, with an apostrophe that was not typed', (like, lastName) => {
  const name = readName(like);
  expect(name?.match({ name: 'Miriam', lastName })).toBe('whole');
  const { texts, isCertain } = name?.further() ?? { texts: [], isCertain: true };
  const isFound = [...(name?.first.texts ?? []), ...texts].some((text) => fold(lastName).includes(fold(text)));
  expect([isFound, isCertain]).not.toEqual([false, true]);
});

test('a text without a letter is no name', () => {
  expect(['', ' ', '%', '12'].map((like) => readName(like))).toEqual(Array(4).fill(undefined));
});

const MIRIAM = { name: 'Miriam', lastName: 'Ben-Harush' };
test.each([
  ['miriam ben-harush', MIRIAM, 'whole'],
  ['BEN-HARUSH, Miriam', MIRIAM, 'whole'],
  ['M. Ben-Harush', MIRIAM, 'whole'],
  ['Miriam Ben Harush', MIRIAM, 'whole'],
  ['Miriam Ruth Ben-Harush', MIRIAM, 'near'],
  ['Ruth Ben-Harush', MIRIAM, undefined],
  ['Anna Ruth Ben-Harush', MIRIAM, undefined],
  ['N. Ben-Harush', MIRIAM, undefined],
  ['Miriam Ben-Harush', { name: 'M.', lastName: 'Ben-Harush' }, 'whole'],
  ['Miriam Ben-Harush', { name: 'R.', lastName: 'Ben-Harush' }, undefined],
  ['Miriam Ben-Harush', { name: 'Miriam Ben-Harush', lastName: null }, 'whole'],
  ['Efrain Quispe', { name: 'Efraín', lastName: 'Quispe Mamani' }, 'whole'],
  ['Ann Quispe', { name: 'Hannah', lastName: 'Quispe' }, undefined],
  ['Ann-N Aaron-L-Bo', { name: 'Ann-N', lastName: 'Aaron-L-Bo' }, 'whole'],
  ['Miriam Ben-Harush', { name: null, lastName: null }, undefined],
  ['Yi Wu', { name: 'Yi', lastName: 'Wu' }, 'whole'],
  ['Yi Wu', { name: 'Yan', lastName: 'Wu' }, undefined],
  ['Quispe JL', { name: 'Jean-Luc', lastName: 'Quispe' }, 'whole'],
  ['JL Quispe', { name: 'Jean-Luc', lastName: 'Quispe' }, 'whole'],
  ['J.L. Quispe', { name: 'Jean Luc', lastName: 'Quispe' }, 'whole'],
  ['J.-L. Quispe', { name: 'Jean-Luc', lastName: 'Quispe' }, 'whole'],
  ['Quispe JL', { name: 'Jean', lastName: 'Quispe' }, 'near'],
  ['Quispe JL', { name: 'Anne-Luce', lastName: 'Quispe' }, undefined],
  ['LI Wei', { name: 'Wei', lastName: 'Li' }, 'whole'],
])('%j stands for %j: %j', (like, person, expected) => {
  expect(readName(like)?.match(person)).toBe(expected);
});

test.each([
  ['ben', 'whole', ['ben'], true],
  ['harush', undefined, ['harush'], true],
  ['ben ha', 'whole', ['ben ha'], true],
])('a last name that begins with %j: %j', (like, match, texts, prefix) => {
  const name = readName(like, true);
  expect([name?.match(MIRIAM), name?.first]).toMatchObject([match, { texts, prefix }]);
  expect(readName(like)?.first.prefix).toBe(false);
});

test('whoever is called by first and last name is found by them, in either order and case, whatever they are', () => {
  const word = fc.stringMatching(/^[A-Za-zÀ-ÿ'’-]{2,12}$/).filter((one) => /\p{L}{2}/u.test(one));
  fc.assert(
    fc.property(word, word, (name, lastName) => {
      for (const like of [`${name} ${lastName}`, `${lastName}, ${name}`, `${name} ${lastName}`.toUpperCase()]) {
        expect(readName(like)?.match({ name, lastName })).toBe('whole');
      }
    }),
  );
});
