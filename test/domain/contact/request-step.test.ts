/** What an administrator notes about a request for access. */

import { expect, test } from 'vitest';
import { readRequestStep } from '../../../src/domain/contact/read-request-step.ts';
import { LONGEST_NOTE, REQUEST_STATES } from '../../../src/domain/contact/request-step.ts';
import { isObject } from '../../../src/domain/own-member.ts';

const stepOf = (body: unknown) => readRequestStep(isObject(body) ? { seen: 1, ...body } : body).step;
const ACCEPTANCE = { name: 'Olga Petrov', address: 'olga@example.org', words: 'Gladly.' };

test('a step has one of the six states, and may have a short note', () => {
  expect(REQUEST_STATES).toEqual(['received', 'forwarded', 'accepted', 'not-now', 'declined', 'answered']);
  for (const state of REQUEST_STATES.filter((one) => one !== 'accepted')) {
    expect(stepOf({ state })).toEqual({ state, note: null, answer: null });
  }
  expect(stepOf({ state: 'forwarded', note: ' Called her.\n' })).toMatchObject({ note: 'Called her.' });
  expect(stepOf({ state: 'answered', note: '  ' })).toMatchObject({ note: null });
  expect(stepOf({ state: 'answered', note: 'x'.repeat(LONGEST_NOTE) }).note).toHaveLength(LONGEST_NOTE);
});

test('whoever accepts is named and reached as they choose, and whoever cannot now may say until when', () => {
  const accepted = (answer: object) => stepOf({ state: 'accepted', answer }).answer;
  expect(accepted(ACCEPTANCE)).toEqual(ACCEPTANCE);
  expect(accepted({ ...ACCEPTANCE, name: ' Olga\n\u202e Petrov ', words: ' ' })).toEqual({
    ...ACCEPTANCE,
    name: 'Olga Petrov',
    words: null,
  });
  const later = (answer: unknown) => stepOf({ state: 'not-now', answer });
  expect(later({ until: '2026-12-24' }).answer).toEqual({ until: '2026-12-24' });
  expect(later({}).answer).toEqual({ until: null });
  for (const until of ['tomorrow', '2026-13-01', '2026-02-30', '2026-1-1', 20261224]) {
    expect(() => later({ until })).toThrow("'answer/until'");
  }
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
  [{ state: 'accepted' }],
  [{ state: 'accepted', answer: 'yes' }],
  [{ state: 'accepted', answer: { name: 'Olga' } }],
  [{ state: 'accepted', answer: { ...ACCEPTANCE, name: ' ' } }],
  [{ state: 'accepted', answer: { ...ACCEPTANCE, words: 'x'.repeat(2001) } }],
  [{ state: 'declined', answer: { until: null } }],
  [{ state: 'not-now', answer: 'soon' }],
  [{ state: 'answered', note: 'x'.repeat(LONGEST_NOTE + 1) }],
])('anything else is no step: %j', (body) => {
  expect(() => stepOf(body)).toThrow(/^The (?:body|member) /);
});
