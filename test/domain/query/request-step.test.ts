/** What an administrator notes about a request for access. */

import { expect, test } from 'vitest';
import { LONGEST_NOTE, REQUEST_STATES, readRequestStep } from '../../../src/domain/query/request-step.ts';

test('a step has one of the four states, and may have a short note', () => {
  expect(REQUEST_STATES).toEqual(['received', 'forwarded', 'answered', 'declined']);
  for (const state of REQUEST_STATES) expect(readRequestStep({ state })).toEqual({ state, note: null });
  expect(readRequestStep({ state: 'forwarded', note: ' Called her.\n' })).toEqual({
    state: 'forwarded',
    note: 'Called her.',
  });
  expect(readRequestStep({ state: 'answered', note: '  ' })).toEqual({ state: 'answered', note: null });
  expect(readRequestStep({ state: 'answered', note: 'x'.repeat(LONGEST_NOTE) })?.note).toHaveLength(LONGEST_NOTE);
});

test.each([
  [undefined],
  [null],
  ['answered'],
  [[]],
  [{}],
  [{ state: 'gone' }],
  [{ state: 'toString' }],
  [{ state: ['answered'] }],
  [{ state: 'answered', note: 1 }],
  [{ state: 'answered', note: 'x'.repeat(LONGEST_NOTE + 1) }],
])('anything else is no step: %j', (body) => {
  expect(readRequestStep(body)).toBeUndefined();
});
