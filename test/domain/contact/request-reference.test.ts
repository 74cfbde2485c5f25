/** References of requests for access. */

import { expect, test } from 'vitest';
import { requestReference } from '../../../src/domain/contact/request-events.ts';

test('a reference is eight signs in two parts, none of which is taken for another one or makes a word', () => {
  const drawn = Array.from({ length: 28 }, (_, index) => requestReference(() => index));
  const signs = drawn.map((reference) => reference[0]);
  expect(new Set(signs).size).toBe(28);
  expect(signs.join('')).not.toMatch(/[01AEIOUL]/);
  for (const reference of drawn) expect(reference).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/);
});

test('each sign is drawn by itself', () => {
  let drawn = 0;
  expect(requestReference(() => drawn++)).toBe('2345-6789');
});
