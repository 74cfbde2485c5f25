/** Secrets are compared by their hashes. */

import { expect, test } from 'vitest';
import { tokenAmong } from '../../../src/registry/accounts/token-hash.ts';

test.each([
  [['one', 'another'], 'another', true],
  [['one', 'another'], 'other', false],
  [['one'], '', false],
  [[], 'one', false],
])('among %j is %j: %s', (tokens, token, isAmong) => {
  expect(tokenAmong(tokens)(token)).toBe(isAmong);
});
