/** What counts as the answer of somebody whom a request is about, and who reads what of it. */

import { expect, test } from 'vitest';
import { confirmationOf, readPersonAnswer } from '../../../src/domain/contact/person-plan.ts';

const ABOUT = { reference: 'K7QM-4XRT', now: Date.UTC(2026, 0, 1) };
const TYPED = { typed: 'K7QM' };

test('what is to be typed is the first part of the reference, in any letters', () => {
  expect(confirmationOf(ABOUT.reference)).toBe('K7QM');
  expect(readPersonAnswer({ choice: 'decline', typed: ' k7qm ' }, ABOUT).problems).toEqual([]);
});

test('of a request from before there were references something is to be typed, too', () => {
  const before = { ...ABOUT, reference: '' };
  const problems = (typed: string) => readPersonAnswer({ choice: 'decline', typed }, before).problems;
  expect([problems(''), problems(confirmationOf(''))]).toEqual([['typed-wrong'], []]);
});

test.each([
  [
    'accepted',
    { choice: 'accept', name: 'Dr. O.', address: 'olga@example.org', words: 'Please write.\r\nSoon.' },
    {
      state: 'accepted',
      answer: { name: 'Dr. O.', address: 'olga@example.org', words: 'Please write.\nSoon.' },
      note: null,
    },
  ],
  [
    'declined, with words for administrators alone',
    { choice: 'decline', name: 'Olga', words: 'No time.' },
    {
      state: 'declined',
      answer: null,
      note: 'No time.',
    },
  ],
  [
    'not now, unseen by whoever asked',
    { choice: 'not-now', weeks: '2', words: 'Later.' },
    {
      state: 'not-now',
      answer: null,
      note: '2026-01-15 · Later.',
    },
  ],
  [
    'not now, seen by whoever asked',
    { choice: 'not-now', weeks: '52', isShown: 'yes' },
    {
      state: 'not-now',
      answer: { until: '2026-12-31' },
      note: '2026-12-31',
    },
  ],
])('what is noted, and what the asker reads: %s', (_, fields, step) => {
  expect(readPersonAnswer({ ...fields, ...TYPED }, ABOUT)).toMatchObject({ problems: [], step });
});

test.each([
  ['the form as it came', {}, ['nothing-chosen', 'typed-wrong']],
  ['a choice without the signs', { choice: 'decline' }, ['typed-wrong']],
  ['the signs of another request', { choice: 'decline', typed: '4XRT' }, ['typed-wrong']],
  ['the signs without a choice', TYPED, ['nothing-chosen']],
  ['another choice', { ...TYPED, choice: 'maybe' }, ['nothing-chosen']],
  ['two choices', { ...TYPED, choice: ['accept', 'decline'] }, ['nothing-chosen']],
  [
    'yes without name and address',
    { ...TYPED, choice: 'accept', name: ' \u200e', address: '' },
    ['name-missing', 'address-missing'],
  ],
  ['not now, for nobody knows how long', { ...TYPED, choice: 'not-now', weeks: '3' }, ['weeks-missing']],
  ['too many words', { ...TYPED, choice: 'decline', words: 'x'.repeat(501) }, ['words-too-long']],
])('%s is no answer', (_, fields, problems) => {
  const { step, ...read } = readPersonAnswer(fields, ABOUT);
  expect([read.problems, step]).toEqual([problems, undefined]);
});
