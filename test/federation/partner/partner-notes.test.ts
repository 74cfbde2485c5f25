/** What a partner may read of its exchange with this registry: the notes of all processes together. */

import { expect, test } from 'vitest';
import { NO_NOTES, type Notes, partnerNotes } from '../../../src/federation/partner/partner-notes.ts';

const at = (second: number) => new Date(1000 * second).toISOString();

function open(others: readonly Notes[] = []) {
  const clock = { second: 0 };
  let changes = 0;
  const notes = partnerNotes({
    ...{ wallNow: () => new Date(1000 * clock.second), others: () => others },
    onChange: () => void changes++,
  });
  return { notes, clock, changes: () => changes };
}

test('questions of each kind are counted in either direction, and every note is reported to the other processes', () => {
  const { notes, clock, changes } = open();
  for (const kind of ['stats', 'genes-list', 'stats'] as const) notes.outbound(kind);
  notes.inbound('stats');
  clock.second = 5;
  notes.tokenAccepted();
  const own = { outbound: { stats: 2, 'genes-list': 1 }, inbound: { stats: 1 }, faults: [], tokenGoodAt: at(5) };
  expect([notes.all(), notes.own(), changes()]).toEqual([own, own, 5]);
});

test('faults are listed by how often they came, with the last time, fifty members of at most a hundred characters', () => {
  const { notes, clock } = open();
  notes.fault('x'.repeat(101));
  for (let number = 1; number <= 50; number++) notes.fault(`m${number}`);
  clock.second = 7;
  notes.fault('m49');
  notes.fault('m50');
  const { faults } = notes.all();
  expect(faults).toHaveLength(50);
  expect(faults.slice(0, 2)).toEqual([
    { member: 'm49', count: 2, lastAt: at(7) },
    { member: 'x'.repeat(100), count: 1, lastAt: at(0) },
  ]);
  expect(faults.at(-1)).toEqual({ member: 'm48', count: 1, lastAt: at(0) });
});

test('what several processes noted is added up, and the later time counts, whoever noted it', () => {
  const fault = (member: string, count: number, second: number) => ({ member, count, lastAt: at(second) });
  const { notes } = open([
    { ...NO_NOTES, outbound: { stats: 3 }, faults: [fault('a', 1, 9), fault('b', 5, 1)], tokenGoodAt: at(4) },
    { ...NO_NOTES, inbound: { terms: 1 }, faults: [fault('a', 1, 2)], tokenGoodAt: at(3) },
    NO_NOTES,
  ]);
  notes.outbound('stats');
  notes.fault('a');
  expect(notes.all()).toEqual({
    ...{ outbound: { stats: 4 }, inbound: { terms: 1 }, tokenGoodAt: at(4) },
    faults: [fault('b', 5, 1), fault('a', 3, 9)],
  });
  expect(notes.own()).toEqual({ ...NO_NOTES, outbound: { stats: 1 }, faults: [fault('a', 1, 0)] });
});
