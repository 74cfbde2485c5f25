/** Whoever asks much waits for themselves, and nobody else waits for them. */

import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { fairTurns } from '../../../src/server/limits/fair-turns.ts';

/** Each question takes so long, by a clock of its own. */
function questionsOf(msOf: (caller: string) => number) {
  let nowMs = 0;
  const begun: string[] = [];
  const now = () => nowMs;
  const turns = fairTurns(now, now);
  const ask = (caller: string) =>
    turns.take(
      () => caller,
      () => {
        begun.push(caller);
        nowMs += msOf(caller);
      },
    );
  return { turns, begun, ask };
}

test('short questions are begun as they come', () => {
  const { begun, ask } = questionsOf(() => 0.1);
  for (let count = 0; count < 50; count++) ask('a');
  expect(begun).toHaveLength(50);
});

test('of long ones the next caller comes after one of whoever asks many, in the order in which they came', async () => {
  const { turns, begun, ask } = questionsOf(() => 20);
  for (let count = 0; count < 100; count++) ask('crowd');
  ask('one');
  ask('another');
  expect(begun).toEqual(['crowd']);
  while (turns.waiting() > 90) await turnOfLoop();
  expect(begun.slice(0, 6)).toEqual(['crowd', 'crowd', 'one', 'another', 'crowd', 'crowd']);
  while (turns.waiting() > 0) await turnOfLoop();
  expect(begun.filter((caller) => caller === 'crowd')).toHaveLength(100);
});

test('one long question is begun in a turn, so that what else there is has its own', async () => {
  const { begun, ask } = questionsOf(() => 20);
  for (let count = 0; count < 5; count++) ask('crowd');
  const before = begun.length;
  await turnOfLoop();
  await turnOfLoop();
  expect(begun.length - before).toBeLessThanOrEqual(2);
});

test('of short ones that wait behind a long one many are begun in a turn, or who is refused would wait for that', async () => {
  const { turns, begun, ask } = questionsOf((caller) => (caller === 'long' ? 20 : 0.1));
  ask('long');
  for (let count = 0; count < 100; count++) ask('crowd');
  expect(turns.waiting()).toBe(100);
  let turnsOfLoop = 0;
  for (; turns.waiting() > 0; turnsOfLoop++) await turnOfLoop();
  expect(begun).toHaveLength(101);
  expect(turnsOfLoop).toBeLessThan(10);
});

test.each([
  ['sixty that take a millisecond each are none too many', 60, 1, 0],
  ['forty that take ten milliseconds each are none too many', 40, 10, 0],
  ['of a thousand those that wait behind too many others are late', 1000, 1, 400],
])('%s', async (_, questions, eachMs, leastLate) => {
  let nowMs = 0;
  const late: boolean[] = [];
  const now = () => nowMs;
  const turns = fairTurns(now, now);
  for (let count = 0; count < questions; count++) {
    turns.take(
      () => 'one',
      (isLate) => {
        late.push(isLate);
        // Who is late is refused, which costs little.
        nowMs += isLate ? 0.1 : eachMs;
      },
    );
  }
  while (turns.waiting() > 0) await turnOfLoop();
  expect(late).toHaveLength(questions);
  expect(late.filter(Boolean).length).toBeGreaterThanOrEqual(leastLate);
  if (leastLate === 0) expect(late).not.toContain(true);
});

test('those who are late are refused in few turns', async () => {
  let nowMs = 0;
  let refused = 0;
  const now = () => nowMs;
  const turns = fairTurns(now, now);
  const ask = () =>
    turns.take(
      () => 'crowd',
      (isLate) => {
        if (isLate) refused++;
        nowMs += isLate ? 0.1 : 5;
      },
    );
  for (let count = 0; count < 1000; count++) ask();
  while (refused === 0) await turnOfLoop();
  let turnsOfLoop = 0;
  for (; turns.waiting() > 0; turnsOfLoop++) await turnOfLoop();
  expect(refused).toBeGreaterThan(800);
  expect(turnsOfLoop).toBeLessThan(8);
});

test('nobody is late for waiting a moment for their turn beside a crowd', async () => {
  const late: boolean[] = [];
  let nowMs = 0;
  const now = () => nowMs;
  const turns = fairTurns(now, now);
  const ask = (caller: string, waits: boolean[]) =>
    turns.take(
      () => caller,
      (isLate) => {
        waits.push(isLate);
        nowMs += 2;
      },
    );
  for (let count = 0; count < 600; count++) ask('crowd', []);
  while (nowMs < 700) await turnOfLoop();
  ask('somebody', late);
  while (late.length === 0) await turnOfLoop();
  expect(late).toEqual([false]);
});

test.each([
  ['few of those that are worked on', 500, 2, 30],
  ['many of those that are refused', 1000, 0.5, 16],
])('where each turn is long for other work, %s are begun in each', async (_, questions, eachMs, mostTurns) => {
  let nowMs = 0;
  const now = () => nowMs;
  const turns = fairTurns(now, now);
  const ask = (tookMs: number) =>
    turns.take(
      () => 'one',
      () => {
        nowMs += tookMs;
      },
    );
  ask(20);
  for (let count = 0; count < questions; count++) ask(eachMs);
  // What else is done in a turn of the event loop.
  let turnsOfLoop = 0;
  for (; turns.waiting() > 0; turnsOfLoop++) {
    nowMs += 80;
    await turnOfLoop();
  }
  expect(turnsOfLoop).toBeLessThan(mostTurns);
});
