/** Whatever a partner sends, nobody else waits for it: a part of what `npm run soak -- --attack` puts. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { attack, MOST_WAIT_MS } from './attack.ts';
import { EVERY_HOSTILE_ANSWER, hostileAnswer } from './every-hostile-answer.ts';
import { type HostileNetwork, openHostileNetwork } from './hostile-network.ts';

let network: HostileNetwork;
beforeAll(async () => {
  network = await openHostileNetwork();
});
afterAll(() => network[Symbol.asyncDispose]());

test('every attack has a name of its own', () => {
  const names = EVERY_HOSTILE_ANSWER.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name))).toEqual([]);
});

test.each([
  ['small-records', 1],
  ['lists-in-lists', 1],
  ['chunks-of-10000', 8],
  ['chunks-of-one-byte', 8],
  ['interim-answers-without-end', 8],
  ['keys-in-an-unknown-member', 8],
  ['whole-records', 8],
  ['packed-records', 8],
  ['signs-of-windows-1252', 8],
  ['signs-of-shift-jis', 8],
  ['some-organisms-after-a-failure', 8],
  ['every-page-fails', 8],
  ['organisms-after-a-failure', 8],
])('%s, %i at once, keeps nobody waiting', async (name, questions) => {
  const { worst, worstWithout } = await attack(network, hostileAnswer(name), questions);
  // What the registry computes meanwhile is what others wait for, however busy the machine is with other tests.
  expect(worst.computedMs - worstWithout.computedMs).toBeLessThan(MOST_WAIT_MS);
});
