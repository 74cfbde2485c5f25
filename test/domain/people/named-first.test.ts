/** Where there is room for few, those who can be written to come first. */

import { expect, test } from 'vitest';
import { namedFirst } from '../../../src/domain/people/order.ts';

test('people with a name come first, and otherwise the order stays', () => {
  expect(namedFirst(['?1', 'b', '?2', 'a'], (one) => one.startsWith('?'))).toEqual(['b', 'a', '?1', '?2']);
  expect(namedFirst([], () => true)).toEqual([]);
});
