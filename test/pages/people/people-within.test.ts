/** A list filtered by a text keeps whoever has it, in any form in which people write it. */

import { expect, test } from 'vitest';
import { foundPeople } from '../../../src/pages/people/found-people.ts';
import { peopleWithin } from '../../../src/pages/people/people-within.ts';
import { en } from '../../../src/pages/words/en.ts';
import { ADA, ADAS_GENE, rowsOfAnswer } from '../parts/example-records.ts';

test.each([
  ["O'Brien", 'Siobhán', 'O’Brien'],
  ['O’Brien', 'Siobhán', "O'Brien"],
  ['lukasz', 'Łukasz', 'Żółtowski'],
  ['zoltowski', 'Łukasz', 'Żółtowski'],
  ['soren', 'Søren', 'Kjær'],
  ['kjaer', 'Søren', 'Kjær'],
  ['mary jane', 'Mary-Jane', 'Okafor'],
  ['Mary‑Jane', 'Mary-Jane', 'Okafor'],
  ['mueller', 'Anna', 'Müller'],
  ['Müller, Anna', 'Anna', 'Müller'],
  ['mueller anna', 'Anna', 'Müller'],
  ['张伟', '伟', '张'],
  ['  ', 'Anna', 'Müller'],
])('%j keeps %s %s, and nobody else', (text, name, lastName) => {
  const records = [
    { ...ADAS_GENE, remoteUser: { ...ADA, id: 1, name, lastName } },
    { ...ADAS_GENE, remoteUser: { ...ADA, id: 2 } },
  ];
  const people = foundPeople(rowsOfAnswer(records as never));
  const kept = peopleWithin(text, people, en).map(({ owner }) => owner.lastName);
  expect(kept).toEqual(text.trim() === '' ? people.map(({ owner }) => owner.lastName) : [lastName]);
});

test('no text that the page does not show keeps anybody', () => {
  const records = [
    { ...ADAS_GENE, remoteUser: { ...ADA, id: 1, name: 'Anna', lastName: 'Müller' } },
    {
      ...ADAS_GENE,
      anonymousId: 'a',
      remoteUser: { ...ADA, id: undefined, anonymousId: 'b', name: 'XQZ User', lastName: null },
    },
  ];
  const people = foundPeople(rowsOfAnswer(records as never));
  expect(people.map(({ anonymousId }) => anonymousId)).toEqual([undefined, 'a']);
  for (const text of ['lleran', 'müllera', 'XQZ']) expect(peopleWithin(text, people, en)).toEqual([]);
});
