/** The phases of a follower: which event leads where, and that each rebuild ends. */

import { expect, test } from 'vitest';
import {
  idlePhase,
  nextPhase,
  type OpenFile,
  type Phase,
  type PhaseEvent,
} from '../../../src/registry/follow/phases.ts';

const HERE: OpenFile = { hasData: true, isHeld: false };
const HELD: OpenFile = { hasData: true, isHeld: true };
const EMPTY: OpenFile = { hasData: false, isHeld: false };
const PHASES: readonly Phase[] = ['first', 'steady', 'held', 'reading', 'read', 'opening', 'staged', 'closed'];

function after(start: Phase, events: readonly PhaseEvent[], open = HERE): Phase {
  return events.reduce((phase, event) => nextPhase(phase, event, open), start);
}

test('the first reading and a rebuild go through the same phases, and end in steady ones', () => {
  const rebuild = ['due', 'read', 'poll', 'opened', 'swapped'] as const;
  expect([after('first', rebuild), after('steady', rebuild)]).toEqual(['steady', 'steady']);
});

test('without a rebuild the open file decides', () => {
  expect([EMPTY, HERE, HELD].map(idlePhase)).toEqual(['first', 'steady', 'held']);
  for (const phase of ['first', 'steady', 'held'] as const) {
    expect([EMPTY, HERE, HELD].map((open) => nextPhase(phase, 'noticed', open))).toEqual(['first', 'steady', 'held']);
  }
});

test('no rebuild begins while people are held back, and one that is under way goes on', () => {
  expect(() => nextPhase('held', 'due', HELD)).toThrow();
  expect(after('steady', ['due', 'noticed', 'read', 'noticed', 'poll', 'noticed', 'opened', 'noticed'], HELD)).toBe(
    'staged',
  );
  expect(nextPhase('staged', 'rejected', HELD)).toBe('held');
});

test('a rebuild that fails leads back to where the open file is', () => {
  expect(nextPhase('reading', 'failed', EMPTY)).toBe('first');
  expect(nextPhase('opening', 'failed', HERE)).toBe('steady');
  expect(after('staged', ['outdated', 'poll', 'opened'])).toBe('staged');
});

test('nothing leads out of closed, and everything into it', () => {
  for (const phase of PHASES) expect(nextPhase(phase, 'closed', HERE)).toBe('closed');
  for (const event of ['noticed', 'due', 'failed', 'swapped'] as const) {
    expect(nextPhase('closed', event, HERE)).toBe('closed');
  }
});
