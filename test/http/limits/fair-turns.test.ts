/** Whoever asks much waits for themselves, and nobody else waits for them. */

import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { fairTurns } from '../../../src/http/limits/fair-turns.ts';

/** Each question takes so long, by a clock of its own. */
function questionsOf(eachMs: number) {
  let nowMs = 0;
  const begun: string[] = [];
  const turns = fairTurns(() => nowMs);
  const ask = (caller: string) =>
    turns.take(
      () => caller,
      () => {
        begun.push(caller);
        nowMs += eachMs;
      },
    );
  return { turns, begun, ask };
}

test('short questions are begun as they come', () => {
  const { begun, ask } = questionsOf(0.1);
  for (let count = 0; count < 50; count++) ask('a');
  expect(begun).toHaveLength(50);
});

test('of long ones the next caller comes after one of whoever asks many, in the order in which they came', async () => {
  const { turns, begun, ask } = questionsOf(20);
  for (let count = 0; count < 100; count++) ask('crowd');
  ask('one');
  ask('another');
  expect(begun).toEqual(['crowd']);
  while (turns.waiting() > 90) await turnOfLoop();
  expect(begun.slice(0, 6)).toEqual(['crowd', 'crowd', 'one', 'another', 'crowd', 'crowd']);
  while (turns.waiting() > 0) await turnOfLoop();
  expect(begun.filter((caller) => caller === 'crowd')).toHaveLength(100);
});

test('one question is begun in a turn, so that what else there is has its own', async () => {
  const { begun, ask } = questionsOf(20);
  for (let count = 0; count < 5; count++) ask('crowd');
  const before = begun.length;
  await turnOfLoop();
  await turnOfLoop();
  expect(begun.length - before).toBeLessThanOrEqual(2);
});
