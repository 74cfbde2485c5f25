/** Names of several words: by which of them registries are asked, and who is called so. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameMatch, readFullName } from '../../../src/domain/query/full-name.ts';

test.each([
  ['Miriam Ben-Harush', 'Ben-Harush', true],
  ['Ben-Harush, Miriam', 'Ben-Harush', true],
  ['Dr. Miriam Ben-Harush', 'Ben-Harush', true],
  ['Prof. Dr. med. Quispe', 'Quispe', true],
  ['Quispe, MD, PhD', 'Quispe', true],
  ['Efraín Quispe', 'Quispe', true],
  ['Zoë Lü', 'Zoë', false],
  ['Ana Müllerová', 'Ana', true],
  ['J. O’Brien', "O'Brien", true],
  ['Li Wu', 'Li Wu', false],
  ['%%% Quispe', 'Quispe', true],
  ['李 小龙', '小龙', false],
  ['Ana Wolfeschlegelstein Quispe', 'Quispe', true],
  ['Quispe, Ana Wolfeschlegelstein', 'Quispe', true],
  ['G. Araújo de Sá', 'Araújo', false],
  ['J. van der Wal', 'Wal', true],
])('%j is asked for by %j, whose zero is certain: %j', (like, searchText, isPlain) => {
  expect(readFullName(like)).toMatchObject({ searchText, isPlain });
});

test.each(['Quispe', 'Ben-Harush', ' Müller ', '', 'Dr.'])('%j is no name of several words', (like) => {
  expect(readFullName(like)).toBeUndefined();
});

const MIRIAM = { name: 'Miriam', lastName: 'Ben-Harush' };
test.each([
  ['miriam ben-harush', MIRIAM, 'whole'],
  ['BEN-HARUSH, Miriam', MIRIAM, 'whole'],
  ['M. Ben-Harush', MIRIAM, 'whole'],
  ['Miriam Ben Harush', MIRIAM, 'whole'],
  ['Miriam Ruth Ben-Harush', MIRIAM, 'near'],
  ['Ruth Ben-Harush', MIRIAM, undefined],
  ['N. Ben-Harush', MIRIAM, undefined],
  ['Miriam Ben-Harush', { name: 'M.', lastName: 'Ben-Harush' }, 'whole'],
  ['Miriam Ben-Harush', { name: 'R.', lastName: 'Ben-Harush' }, undefined],
  ['Miriam Ben-Harush', { name: 'Miriam Ben-Harush', lastName: null }, 'whole'],
  ['Efrain Quispe', { name: 'Efraín', lastName: 'Quispe Mamani' }, 'whole'],
  ['Ann Quispe', { name: 'Hannah', lastName: 'Quispe' }, undefined],
  ['Miriam Ben-Harush', { name: null, lastName: null }, undefined],
])('%j stands for %j: %j', (like, person, expected) => {
  const fullName = readFullName(like);
  expect(fullName && nameMatch(person, fullName)).toBe(expected);
});

test('whoever is called by first and last name is found by them, in either order and case, whatever they are', () => {
  const word = fc.stringMatching(/^[A-Za-zÀ-ÿ'’-]{2,12}$/).filter((one) => /\p{L}{2}/u.test(one));
  fc.assert(
    fc.property(word, word, (name, lastName) => {
      for (const like of [`${name} ${lastName}`, `${lastName}, ${name}`, `${name} ${lastName}`.toUpperCase()]) {
        const fullName = readFullName(like);
        expect(fullName && nameMatch({ name, lastName }, fullName)).toBe('whole');
      }
    }),
  );
});
