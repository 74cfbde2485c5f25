/** Which requests reach a person when, and how long a link may be used. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  LINK_MS,
  linkState,
  type PersonPlan,
  personPlan,
  type RequestOfPerson,
  whyNotForwarded,
} from '../../../src/domain/contact/person-plan.ts';
import type { RequestEvent } from '../../../src/domain/contact/request-events.ts';

const DAY_MS = 86_400_000;
const BEGIN = Date.UTC(2026, 0, 1);
const TERM_DAYS = 14;

function onDay(day: number): string {
  return new Date(BEGIN + day * DAY_MS).toISOString();
}

type Happened = [day: number, what: 'queued' | 'asked' | 'reminded' | 'undelivered' | 'declined'];

/** Received and confirmed on a day, with what happened after it. */
function request(id: number, day: number, ...happened: Happened[]): RequestOfPerson {
  const events = happened.map(([at, what]): RequestEvent => {
    return what === 'declined'
      ? { kind: 'noted', at: onDay(at), state: what, answer: null }
      : { kind: what, at: onDay(at) };
  });
  const received: RequestEvent = { kind: 'received', at: onDay(day), confirmBy: onDay(day + 7) };
  return { id, events: [received, { kind: 'confirmed', at: onDay(day) }, ...events] };
}

function planOn(day: number, requests: readonly RequestOfPerson[], most = 3): PersonPlan & { nextDay: number | null } {
  const plan = personPlan(requests, { now: BEGIN + day * DAY_MS, most, termDays: TERM_DAYS });
  return { ...plan, nextDay: plan.nextMs === null ? null : (plan.nextMs - BEGIN) / DAY_MS };
}

const sentOn = (id: number, day: number) => request(id, day, [day, 'queued'], [day, 'asked']);
const queued = (id: number, day: number) => request(id, day, [day, 'queued']);

test.each([
  ['nobody asks', 1, [], { ask: [], remind: [], waiting: 0, nextDay: null }],
  ['one asks', 1, [queued(1, 1)], { ask: [1], waiting: 0, nextDay: 5 }],
  ['nothing of it was forwarded', 1, [request(1, 1)], { ask: [], nextDay: null }],
  ['another one asks while two are open', 2, [sentOn(1, 1), sentOn(2, 1), queued(3, 2)], { ask: [3], nextDay: 5 }],
  [
    'a fourth one asks while three are open',
    2,
    [sentOn(1, 1), sentOn(2, 1), sentOn(3, 1), queued(4, 2)],
    { ask: [], waiting: 1, nextDay: 5 },
  ],
  [
    'one of three is answered, and one waits',
    3,
    [request(1, 1, [1, 'queued'], [1, 'asked'], [2, 'declined']), sentOn(2, 1), sentOn(3, 1), queued(4, 2)],
    { ask: [4], waiting: 0 },
  ],
  [
    'one of three is answered, and three wait, which go together',
    3,
    [
      request(1, 1, [1, 'queued'], [1, 'asked'], [2, 'declined']),
      sentOn(2, 1),
      ...[3, 4, 5].map((id) => queued(id, 2)),
    ],
    { ask: [], waiting: 3 },
  ],
  [
    'nothing is open any more, and five wait, of which the oldest three go',
    3,
    [request(9, 1, [1, 'queued'], [1, 'asked'], [2, 'declined']), ...[5, 4, 3, 2, 1].map((id) => queued(id, id / 10))],
    { ask: [1, 2, 3], waiting: 2, nextDay: 7 },
  ],
  ['four days have gone', 5, [sentOn(1, 1)], { ask: [], remind: [1], nextDay: 12 }],
  [
    'somebody was reminded',
    6,
    [request(1, 1, [1, 'queued'], [1, 'asked'], [5, 'reminded'])],
    { remind: [], nextDay: 12 },
  ],
  [
    'the links of three have ended, and one waits',
    12,
    [...[1, 2, 3].map((id) => request(id, 1, [1, 'queued'], [1, 'asked'], [5, 'reminded'])), queued(4, 6)],
    { ask: [4], waiting: 0 },
  ],
  ['what waited is closed', 17, [queued(1, 1)], { ask: [], waiting: 0, nextDay: null }],
  ['what was sent is closed before the reminder', 15, [request(1, 0, [12, 'queued'], [12, 'asked'])], { remind: [] }],
  ['it could not be delivered', 2, [request(1, 1, [1, 'queued'], [1, 'undelivered'])], { ask: [], nextDay: null }],
])('who is written to and who is reminded, when %s', (_, day, requests, plan) => {
  expect(planOn(day, requests)).toMatchObject(plan);
});

test('never more than so many are open, all that wait are sent at last, and what waits is always looked at again', () => {
  const arrivals = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(arrivals, fc.integer({ min: 1, max: 4 }), fc.array(fc.nat(9)), (hours, most, answers) => {
      const HOUR = 1 / 24;
      let requests: RequestOfPerson[] = [];
      const sent: number[] = [];
      const note = (id: number, event: RequestEvent) => {
        requests = requests.map((one) => (one.id === id ? { id, events: [...one.events, event] } : one));
      };
      for (let hour = 0; hour < 24 * 13; hour++) {
        hours.forEach((at, id) => {
          if (at === hour) requests.push(queued(id, hour * HOUR));
        });
        const plan = planOn(hour * HOUR, requests, most);
        if (plan.waiting > 0) expect(plan.nextMs).not.toBeNull();
        const at = onDay(hour * HOUR);
        for (const id of plan.ask) note(id, { kind: 'asked', at });
        for (const id of plan.remind) note(id, { kind: 'reminded', at });
        sent.push(...plan.ask);
        const open = requests.filter(({ id }) => sent.includes(id) && linkedOf(id)?.at(-1)?.kind !== 'noted');
        expect(open.length).toBeLessThanOrEqual(most);
        // Somebody answers what is there the longest, at every hour of the list and at least each half day.
        if (hour % 12 === 0 || answers.includes(hour % 10)) {
          const [first] = open;
          if (first) note(first.id, { kind: 'noted', at, state: 'declined', answer: null });
        }
      }
      expect(new Set(sent).size).toBe(sent.length);
      expect(sent.toSorted()).toEqual(requests.map(({ id }) => id).toSorted());
      function linkedOf(id: number) {
        return requests.find((one) => one.id === id)?.events;
      }
    }),
    { numRuns: 60 },
  );
});

test('a link can be used until it ends, and not when anybody has answered or a newer message has come', () => {
  const now = BEGIN + 2 * DAY_MS;
  const link = { number: 1, expires: BEGIN + DAY_MS + LINK_MS };
  const stateOf = ({ events }: RequestOfPerson, at = now) => linkState(events, link, at);
  expect(stateOf(sentOn(1, 1))).toBe('open');
  expect(stateOf(sentOn(1, 1), link.expires)).toBe('expired');
  expect(stateOf(request(1, 1, [1, 'queued'], [1, 'asked'], [2, 'declined']))).toBe('used');
  expect(stateOf(request(1, 1, [1, 'queued'], [1, 'asked'], [2, 'declined'], [2, 'queued']))).toBe('expired');
});

test.each([
  ['which nobody has seen', request(1, 1), 2, undefined],
  ['that waits', queued(1, 1), 2, 'waiting'],
  ['that is with the person', sentOn(1, 1), 2, 'with-the-person'],
  ['whose link has ended', sentOn(1, 1), 9, undefined],
  ['that could not be delivered', request(1, 1, [1, 'queued'], [1, 'undelivered']), 2, undefined],
  ['that is declined', request(1, 1, [1, 'declined']), 2, 'answered'],
  ['that is closed', request(1, 1), 15, 'closed'],
  ['whose address is not confirmed', { id: 1, events: request(1, 1).events.slice(0, 1) }, 2, 'unconfirmed'],
])('a request %s can be forwarded, or says why not', (_, { events }, day, why) => {
  expect(whyNotForwarded(events, { now: BEGIN + day * DAY_MS, termDays: TERM_DAYS })).toBe(why);
});
