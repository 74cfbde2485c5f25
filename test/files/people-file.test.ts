/** Files that are taken for tables of people, and what is reported of those that are none. */

import { expect, test } from 'vitest';
import { readPeopleSheets, TEMPLATES } from '../../src/files/people-file.ts';
import { isSnapshot } from '../../src/files/snapshot-file.ts';

const none = 'x is no snapshot, and no table of people: no heading for e-mail addresses stands in its first row.';

test.each([
  ['', 'x is empty, but must hold a snapshot or a table of people.'],
  ['<html>', `${none} Headings: e-mail, name, last name, organisation, department, description, `],
  ['a,b\n"', 'x has a cell in row 2 that begins with a quote (") and never ends.'],
])('%j is no table of people', async (content, message) => {
  expect(isSnapshot(Buffer.from(content))).toBe(false);
  await expect(readPeopleSheets('x', Buffer.from(content))).rejects.toMatchObject({
    name: 'UnsoundPeople',
    message: expect.stringContaining(message),
  });
});

test.each(Object.keys(TEMPLATES))('the template that ends with %s is one', async (ending) => {
  const bytes = TEMPLATES[ending]?.() ?? Buffer.from('');
  expect(isSnapshot(bytes)).toBe(false);
  expect((await readPeopleSheets('x', bytes)).length).toBeGreaterThan(0);
});

test.each([['{'], ['\ufeff\n { "format"'], ['[1,']])('%j is meant as a snapshot', (content) => {
  expect(isSnapshot(Buffer.from(content))).toBe(true);
});
