/** Which texts may be the name of a person, and which cannot. */

import { expect, test } from 'vitest';
import { isFamilyNameFirst, mayBePerson } from '../../../src/domain/query/person-text.ts';

test.each([
  'Paul Engrud',
  'paul engrud',
  'PAUL ENGRUD',
  'Engrud, Paul',
  'Engrud, P.',
  'P. Engrud',
  'Engrud P',
  'Prof. Dr. Paul Engrud',
  'Paul Engrud, MD, PhD',
  'Mme Amélie Desrochers-Nguyen',
  'Jean-Baptiste de la Cruz Villanueva',
  "O'Brien",
  'Kaʻiulani Nāoneikaʻohu',
  '张伟',
  'AN Li',
  'Nguyễn Văn An',
  'nguyễn văn an',
  'An, Nguyễn Văn',
  'Or Levi',
  'engrud a',
  'engrud de la serna a',
  'Julia Child',
  'Son, Paul',
  'Byeol-ha (별하) Paek',
  'Paul Engrud (Bonn)',
  'Paul Engrud, Department of Genetics, University of Bonn',
  'Paul Engrud <paul.engrud@example.org>',
  'paul.engrud@example.org',
])('%j may be a name', (text) => expect(mayBePerson(text)).toBe(true));

test.each([
  'KCNQ2',
  'who works on sodium channels',
  'boy with seizures',
  'Rett, autism, seizures',
  'child seizures',
  'julia child',
  'Patient Engrud',
  'is a channel',
  'Dr',
  'a',
  'c.881C>T',
  'x'.repeat(80),
  '',
])('%j is none', (text) => expect(mayBePerson(text)).toBe(false));

test('a comma separates a family name and first names', () => {
  expect(['Engrud, Paul', 'Paul Engrud, MD', 'Paul Engrud'].map(isFamilyNameFirst)).toEqual([true, false, false]);
});
