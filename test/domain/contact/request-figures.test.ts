/** How requests for access fare, in figures. */

import { expect, test } from 'vitest';
import { type RequestEvent, requestFigures } from '../../../src/domain/contact/request-events.ts';
import type { RequestState } from '../../../src/domain/contact/request-step.ts';

function onDay(day: number): string {
  return new Date(Date.UTC(2026, 0, 1 + day)).toISOString();
}

/** Confirmed a day after it came, with these steps. */
function request(...steps: [day: number, state: RequestState][]): RequestEvent[] {
  return [
    { kind: 'received', at: onDay(0), confirmBy: onDay(7) },
    { kind: 'confirmed', at: onDay(1) },
    ...steps.map(([day, state]) => ({ kind: 'noted' as const, at: onDay(day), state, answer: null })),
  ];
}

test.each([
  ['none', [], { count: 0, accepted: 0, medianDays: null }],
  ['one that is not confirmed', [request().slice(0, 1)], { count: 0, accepted: 0, medianDays: null }],
  ['one that nobody answers', [request([2, 'forwarded'])], { count: 1, accepted: 0, medianDays: null }],
  ['one', [request([2, 'forwarded'], [4, 'accepted'])], { count: 1, accepted: 1, medianDays: 3 }],
  [
    'an even number of answers',
    [request([2, 'accepted']), request([6, 'declined']), request([4, 'answered']), request([9, 'not-now']), request()],
    { count: 5, accepted: 1, medianDays: 4 },
  ],
  [
    'one that is accepted after it was postponed',
    [request([3, 'not-now'], [20, 'accepted'])],
    { count: 1, accepted: 1, medianDays: 2 },
  ],
  ['an acceptance by mistake', [request([2, 'accepted'], [3, 'declined'])], { count: 1, accepted: 0, medianDays: 1 }],
])('the figures of %s', (_, requests, figures) => {
  expect(requestFigures(requests)).toEqual(figures);
});
