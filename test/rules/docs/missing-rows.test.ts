/** docs/missing-rows.md leads on from every state that an origin may have, and fits a screen. */

import { expect, test } from 'vitest';
import { ORIGIN_STATES } from '../../../src/domain/federation/origin.ts';
import { codesIn, read, tablesOf } from '../../support/docs/read-markdown.ts';

const page = read('docs/missing-rows.md');

test('docs/missing-rows.md names every state of an origin, once', () => {
  const rows = tablesOf(page).find(({ header }) => header[0] === '`state`')?.rows ?? [];
  expect(rows.flatMap(([states = '']) => codesIn(states)).toSorted()).toEqual(ORIGIN_STATES.toSorted());
});

test('docs/missing-rows.md is a page of one screen', () => {
  expect(page.split('\n').length).toBeLessThan(60);
});
