/** Names of several words: by which of them registries are asked, and who is called so. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold } from '../../../src/domain/folding.ts';
import { readName } from '../../../src/domain/query/full-name.ts';

test.each<[string, string[], string[]]>([
  ['Miriam Ben-Harush', ['Harush'], ['Miriam', 'Ben']],
  ['Ben-Harush, Miriam', ['Harush'], ['Ben']],
  ['Prof. Dr. med. Quispe', ['Quispe'], ['Qui', 'Quı', 'spe']],
  ['Quispe, MD, PhD', ['Quispe'], ['Qui', 'Quı', 'spe']],
  ['Efraín Quispe', ['Quispe'], ['Efraín', 'spe']],
  ['Lukasz', ['ukasz'], ['asz']],
  ['Łukasz', ['ukasz'], ['asz']],
  ['Kjersti Odegard', ['Kjersti'], ['deg', 'đeg', 'ðeg']],
  ['Odegard', ['Odegard'], ['ard', 'arđ', 'arð']],
  ['Sørensen', ['rensen'], ['ren', 'nsen']],
  ['Haakonsen', ['Haakonsen'], ['kon', 'køn', 'nsen']],
  ['Zoë Lü', ['Zoë'], ["Zo'ë", 'Zo’ë', 'Zøë', "Zø'ë", 'Zø’ë']],
  ['Ana Müllerová', ['Ana'], ['ler', 'łer']],
  ['Müllerová', ['Müllerová'], ['ler', 'łer', 'rov', 'røv']],
  ['J. O’Brien', ['Brien'], ['Bri', 'Brı']],
  ['%%% Quispe', ['Quispe'], ['Qui', 'Quı', 'spe']],
  ['Ana Wolfeschlegelstein Quispe', ['Quispe'], ['Ana', 'Wolfeschlegelstein', 'spe']],
  ['G. Araújo de Sá', ['Araúj'], ['Ara', 'aúj']],
  ['J. van der Wal', ['Wal'], ['Wał']],
  ['Dr.', ['Dr.'], []],
  ['Yi Wu', ['Yi'], ['Wu']],
  ['Wu Y', ['Wu'], []],
  ['W. Li', ['Li'], ['Lı', 'łi', 'łı']],
  ['J. Le B.', ['Le'], ['łe']],
  ['ABC Quispe', ['Quispe'], ['Qui', 'Quı', 'spe']],
  [' Müller ', ['Müller'], ['Mül', 'Müł', 'Muel', 'Mueł', 'ler', 'łer']],
  ['李 小龙', ['小龙'], ['李']],
  ['田中太郎', ['田中', '太郎'], []],
  ['Minjun Kim', ['Minjun'], ['Kim', 'Kım']],
  ['Kim Min-jun', ['Kim'], ['Min', 'Mın']],
  ['Xiaoming Wang', ['Wang'], ['Xiaoming', 'Waŋ']],
  ['Sumi Re', ['Sumi'], ['Sum', 'Su-mi', 'Su mi']],
  ['Maryann', ['Maryann'], ['ann']],
  ['Vandenberg', ['Vandenberg'], ['berg']],
  ['Eva Müller, Universität Bonn', ['Eva'], ['ler', 'łer']],
  ['eva.quispe@example.org', ['quispe'], ['eva', 'spe']],
  ['de Souza', ['Souza'], ['Sou', 'Søu', 'uza']],
  ['Saint-Jean', ['Jean'], ['Jea', "Je'a", 'Je’a']],
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
  ['Minjun', 'Min-jun'],
  ['Jiho', 'Ji ho'],
  ['Daeun', 'Da-eun'],
  ['Seohyeon', 'Seo-Hyeon'],
  ['Mingyu', 'Min Gyu'],
  ['Xiaoming', 'Xiao-Ming'],
  ['Jeanpierre', 'Jean-Pierre'],
  ['Maryann', 'Mary Ann'],
  ['Bjornerik', 'Bjørn-Erik'],
  ['Hanssorgen', 'Hans Sørgen'],
  ['Elsayed', 'El-Sayed'],
  ['Abdulrahman', 'Abd ul-Rahman'],
  ['Dupont', 'Du Pont'],
  ['Vandenberg', 'van den Berg'],
  ['Delacruz', 'de la Cruz'],
  ['Rossi', 'Ro-ssi'],
])('%j is no certain zero where %j is there, with a sign or blank that was not typed', (like, lastName) => {
  for (const typed of [like, like.toUpperCase(), like.toLowerCase()]) {
    const name = readName(typed);
    expect(name?.match({ name: 'Miriam', lastName })).toBe('whole');
    expect(readName(`${typed} M.`)?.match({ name: 'Miriam', lastName })).toBe('whole');
    const { texts, isCertain } = name?.further() ?? { texts: [], isCertain: true };
    const isFound = [...(name?.first.texts ?? []), ...texts].some((text) => fold(lastName).includes(fold(text)));
    expect([isFound, isCertain]).not.toEqual([false, true]);
  }
});

test.each([
  ['Xiaoming Li', 'a registry may have X. Li, and Li is in too many names'],
  ['eva.quispe@example.org', 'a mail address may have another name'],
])('that nobody is called %j is never certain: %s', (like) => {
  expect([readName(like)?.further().isCertain, readName('Efraín Quispe')?.further().isCertain]).toEqual([false, true]);
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
  ['Minjun Kim', { name: 'Min-jun', lastName: 'Kim' }, 'whole'],
  ['Kim, Minjun', { name: 'Min Jun', lastName: 'Kim' }, 'whole'],
  ['Kim Min Jun', { name: 'Minjun', lastName: 'Kim' }, 'whole'],
  ['Min-jun Kim', { name: 'Minjun', lastName: 'Kim' }, 'whole'],
  ['MinJun A. Kim', { name: 'Min Jun', lastName: 'Kim' }, 'near'],
  ['Min Jun', { name: 'Minjun', lastName: 'Kim' }, 'whole'],
  ['Jeanpierre Dupont', { name: 'Jean-Pierre', lastName: 'Du Pont' }, 'whole'],
  ['Ana van den Berg', { name: 'Ana', lastName: 'Vandenberg' }, 'whole'],
  ['Naaron', { name: 'Ann-N', lastName: 'Aaron' }, undefined],
  ['Junkim Min', { name: 'Min-jun', lastName: 'Kim' }, undefined],
  ['J-L Quispe', { name: 'Jean-Luc', lastName: 'Quispe' }, 'whole'],
  ['de Souza', { name: 'Ana', lastName: 'Souza' }, 'near'],
  ['van den Heuvel', { name: 'Ana', lastName: 'Heuvel' }, 'near'],
  ['Di Adams', { name: 'Ana', lastName: 'Adams' }, undefined],
  ['Eva Quispe Mamani', { name: 'Eva', lastName: 'Quispe' }, 'near'],
  ['Eva Quispe-Mamani', { name: 'Eva', lastName: 'Quispe' }, 'near'],
  ['Eva Quispe Mamani', { name: 'Eva', lastName: 'Mamani' }, 'near'],
  ['Eva Quispe Mamani', { name: 'Ana', lastName: 'Quispe' }, undefined],
  ['Sidorov Ivan Petrovich', { name: 'Ivan', lastName: 'Sidorov' }, 'near'],
  ['Ivan Jovanovich', { name: 'Ivan', lastName: 'Sidorov' }, undefined],
  ['Eva Saint-Jean', { name: 'Eva', lastName: 'St. Jean' }, 'whole'],
  ['Eva Quispe (Bonn)', { name: 'Eva', lastName: 'Quispe' }, 'whole'],
  ['Sana', { name: 'Rosa Nabil', lastName: 'Quispe' }, undefined],
])('%j stands for %j: %j', (like, person, expected) => {
  expect(readName(like)?.match(person)).toBe(expected);
});

test.each([
  ['ben', 'whole', ['ben'], true],
  ['harush', undefined, ['harush'], true],
  ['ben ha', 'whole', ['ben ha'], true],
  ['benha', 'whole', ['benha'], true],
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
