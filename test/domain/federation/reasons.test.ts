/** Several reasons of one registry are one, of which none is lost. */

import { expect, test } from 'vitest';
import { noticeOf } from '../../../src/domain/federation/origin.ts';
import { allReasons, firstNames, isForWantOfSlot, isOmitted, reason } from '../../../src/domain/federation/reasons.ts';

const [ONE, OTHER] = [reason('not-asked-for-all'), reason('no-turn')];

test.each([
  ['one alone stays as it is', [ONE], null, ONE],
  ['one with its cause', [ONE], OTHER, reason('limited', { reasons: [ONE], because: OTHER })],
  ['several', [ONE, OTHER], null, reason('limited', { reasons: [ONE, OTHER], because: null })],
])('%s', (_, reasons, because, expected) => {
  expect(allReasons(reasons, because)).toEqual(expected);
});

test('of many names the first are said, and how many more there are', () => {
  const { names, more } = firstNames(Array.from({ length: 100 }, (_, at) => `${at}`));
  expect([names[0], names.length + more]).toEqual(['0', 100]);
  expect(more).toBeGreaterThan(0);
  expect(firstNames(['a'])).toEqual({ names: ['a'], more: 0 });
});

test('no turn is want of a slot, and what a caller left out is omitted', () => {
  expect([OTHER, ONE].map(isForWantOfSlot)).toEqual([true, false]);
  expect([reason('left-out'), ONE, null].map(isOmitted)).toEqual([true, false, false]);
});

test.each([[{}], [{ disclaimer: 'No advice.' }], [{ terms: 'https://example.org/terms' }]])(
  'beside the records of a partner stands what is configured: %j',
  (notice) => {
    expect(noticeOf({ disclaimer: undefined, terms: undefined, ...notice })).toStrictEqual(notice);
  },
);
