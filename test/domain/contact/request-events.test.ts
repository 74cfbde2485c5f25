/** How a request for access stands after what happened to it, and what its sender sees of that. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  PERSON_EVENTS,
  type PersonEvent,
  type RequestEvent,
  requestNow,
  senderSees,
} from '../../../src/domain/contact/request-events.ts';
import { REQUEST_STATES, type RequestAnswer, type RequestState } from '../../../src/domain/contact/request-step.ts';

const TERM_DAYS = 14;
const OLGA = { name: 'Olga Petrov', address: 'olga@example.org', words: null };

function onDay(day: number): string {
  return new Date(Date.UTC(2026, 0, 1 + day)).toISOString();
}

const SENT: RequestEvent = { kind: 'received', at: onDay(0), confirmBy: onDay(7) };
const CONFIRMED: RequestEvent = { kind: 'confirmed', at: onDay(1) };

function noted(day: number, state: RequestState, answer: RequestAnswer | null = null): RequestEvent {
  return { kind: 'noted', at: onDay(day), state, answer };
}

function happened(day: number, kind: PersonEvent): RequestEvent {
  return { kind, at: onDay(day) };
}

const NOBODY_ASKED = { answer: null, asking: null, timesForwarded: 0 };

function seenOn(day: number, ...events: RequestEvent[]) {
  return senderSees(requestNow(events), Date.parse(onDay(day)), TERM_DAYS);
}

const OPEN = { openSince: onDay(1), closesAt: onDay(15) };

test('a request waits for seven days until its address is confirmed, and is open from then on', () => {
  expect(requestNow([SENT])).toEqual({ state: 'unconfirmed', confirmBy: onDay(7) });
  expect(requestNow([SENT, CONFIRMED])).toEqual({ ...NOBODY_ASKED, state: 'received', openSince: onDay(1) });
  expect(requestNow([SENT, CONFIRMED, { kind: 'confirmed', at: onDay(3) }])).toMatchObject({ openSince: onDay(1) });
  expect([0, 6, 7, 8].map((day) => seenOn(day, SENT).state)).toEqual(['unconfirmed', 'unconfirmed', 'gone', 'gone']);
});

test('a request without a message is open at once, and one that an administrator takes over from then on', () => {
  const open = { ...NOBODY_ASKED, state: 'received', openSince: onDay(0) };
  expect(requestNow([{ ...SENT, confirmBy: null }])).toEqual(open);
  const takenOver = [SENT, noted(2, 'forwarded'), { kind: 'confirmed', at: onDay(3) } as const];
  expect(requestNow(takenOver)).toEqual({ ...NOBODY_ASKED, state: 'forwarded', openSince: onDay(2) });
});

describe('whoever asked sees', () => {
  test.each([
    ['an acceptance at once, and for good', [noted(2, 'accepted', OLGA)], 2, { state: 'accepted', ...OLGA }],
    ['an acceptance after the end, too', [noted(20, 'accepted', OLGA)], 21, { state: 'accepted', ...OLGA }],
    [
      '“not now” where it was chosen to be shown',
      [noted(2, 'not-now', { until: '2026-03-01' })],
      3,
      { ...OPEN, state: 'not-now', until: '2026-03-01' },
    ],
    ['“not now” as closed at the end', [noted(2, 'not-now', { until: null })], 15, { ...OPEN, state: 'closed' }],
    [
      'what was accepted by mistake as before',
      [noted(2, 'accepted', OLGA), noted(3, 'forwarded')],
      4,
      { ...OPEN, state: 'received' },
    ],
  ] as const)('%s', (_, events, day, seen) => {
    expect(seenOn(day, SENT, CONFIRMED, ...events)).toEqual({ openSince: onDay(1), ...seen });
  });
});

describe('with the person', () => {
  const QUEUED = happened(2, 'queued');
  const ASKED = happened(3, 'asked');
  const asking = { number: 1, queuedAt: onDay(2), askedAt: onDay(3), remindedAt: null };

  test.each([
    ['waits for its turn', [QUEUED], { state: 'forwarded', asking: { ...asking, askedAt: null } }],
    ['is there', [QUEUED, ASKED], { state: 'forwarded', asking }],
    [
      'is there again',
      [QUEUED, ASKED, happened(7, 'reminded')],
      { state: 'forwarded', asking: { ...asking, remindedAt: onDay(7) } },
    ],
    ['cannot be delivered', [QUEUED, happened(3, 'undelivered')], { state: 'received', asking: null }],
    ['is answered', [QUEUED, ASKED, noted(4, 'declined')], { state: 'declined', asking: null }],
    [
      'is answered while a reminder is on its way',
      [QUEUED, ASKED, noted(6, 'accepted', OLGA), happened(7, 'reminded')],
      { state: 'accepted', answer: OLGA, asking: null },
    ],
    [
      'is forwarded again',
      [QUEUED, ASKED, noted(4, 'not-now'), happened(5, 'queued')],
      { state: 'forwarded', asking: { number: 2, queuedAt: onDay(5), askedAt: null, remindedAt: null } },
    ],
  ])('a request %s', (_, events, now) => {
    expect(requestNow([SENT, CONFIRMED, ...events])).toMatchObject(now);
  });
});

test('a step that the sender may not see changes nothing of what they see, at any moment', () => {
  const silent = REQUEST_STATES.filter((state) => state !== 'accepted');
  const what = fc.constantFrom(...silent, ...PERSON_EVENTS);
  const events = fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), what), { maxLength: 6 });
  fc.assert(
    fc.property(events, fc.integer({ min: 1, max: 60 }), (done, day) => {
      const inOrder = done.toSorted(([one], [other]) => one - other);
      const after = inOrder.map(([at, state]) => (isPersonEvent(state) ? happened(at, state) : noted(at, state)));
      expect(seenOn(day, SENT, CONFIRMED, ...after)).toEqual(seenOn(day, SENT, CONFIRMED));
    }),
  );
});

function isPersonEvent(state: RequestState | PersonEvent): state is PersonEvent {
  return PERSON_EVENTS.some((one) => one === state);
}

test('a shown “not now” stays as it was, whoever is asked again and declines', () => {
  const shown = [SENT, CONFIRMED, noted(2, 'not-now', { until: '2026-03-01' })];
  const hidden = REQUEST_STATES.filter((state) => state !== 'accepted' && state !== 'received');
  const what = fc.constantFrom(...hidden, ...PERSON_EVENTS);
  const events = fc.array(fc.tuple(fc.integer({ min: 3, max: 40 }), what), { maxLength: 6 });
  fc.assert(
    fc.property(events, fc.integer({ min: 3, max: 60 }), (done, day) => {
      const inOrder = done.toSorted(([one], [other]) => one - other);
      const after = inOrder.map(([at, state]) => (isPersonEvent(state) ? happened(at, state) : noted(at, state)));
      expect(seenOn(day, ...shown, ...after)).toEqual(seenOn(day, ...shown));
    }),
  );
  expect(seenOn(5, ...shown, noted(4, 'received'))).toMatchObject({ state: 'received' });
});

test('the events of a request begin with its receipt', () => {
  expect(() => requestNow([])).toThrow('begin with its receipt');
});
