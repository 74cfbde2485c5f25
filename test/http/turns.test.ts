/** Turns: a few at once, the others in the order in which they came, and whoever leaves takes no place. */

import { expect, test } from 'vitest';
import { turns } from '../../src/http/turns.ts';

const stays = new AbortController().signal;

test('so many have their turn at once, and the next comes when one ends', async () => {
  const two = turns(2);
  const first = await two.take(stays);
  await two.take(stays);
  const came: number[] = [];
  const waiting = [3, 4].map(async (number) => {
    await two.take(stays);
    came.push(number);
  });
  await Promise.resolve();
  expect(came).toEqual([]);
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  await waiting[0];
  expect(came).toEqual([3]);
});

test('whoever leaves while waiting is passed over', async () => {
  const one = turns(1);
  const first = await one.take(stays);
  const leaver = new AbortController();
  const left = one.take(leaver.signal);
  const last = one.take(stays);
  leaver.abort();
  await expect(left).rejects.toThrow('aborted');
  first[Symbol.dispose]();
  (await last)[Symbol.dispose]();
  await expect(one.take(leaver.signal)).rejects.toThrow('aborted');
  expect(await one.take(stays)).toBeDefined();
});
