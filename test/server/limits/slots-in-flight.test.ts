/** How many lists and files are in flight, and that nothing of those stays that were refused or have ended. */

import { expect, test } from 'vitest';
import { memoryState } from '../../../src/lib/shared-state.ts';
import { FILE_LIMITS, fileSlots, LIST_LIMITS, listSlots } from '../../../src/server/limits/work-in-flight.ts';

const TOO_MANY = expect.objectContaining({ code: 'too-many-lists' });

test('four lists of one address are in flight at once, and sixteen in all', async () => {
  const slots = listSlots(LIST_LIMITS);
  const taken: Disposable[] = [];
  for (const last of [1, 2, 3, 4]) {
    for (let count = 0; count < 4; count++) taken.push(await slots.enter(`192.0.2.${last}`));
    await expect(slots.enter(`192.0.2.${last}`)).rejects.toEqual(TOO_MANY);
  }
  await expect(slots.enter('192.0.2.5')).rejects.toEqual(TOO_MANY);
  taken[0]?.[Symbol.dispose]();
  await expect(slots.enter('192.0.2.2')).rejects.toEqual(TOO_MANY);
  await slots.enter('192.0.2.5');
  expect(slots.inFlight()).toBe(16);
});

test('a list that finds no slot of all processes leaves none of its own behind', async () => {
  const memory = memoryState();
  const open = () => listSlots({ mostInAll: 2, mostPerAddress: 1 }, memory.join());
  const [one, other] = [open(), open()];
  const taken = [await one.enter('192.0.2.1'), await one.enter('192.0.2.2')];
  await expect(other.enter('192.0.2.1')).rejects.toEqual(TOO_MANY);
  await expect(other.enter('192.0.2.3')).rejects.toEqual(TOO_MANY);
  expect([one.inFlight(), other.inFlight()]).toEqual([2, 0]);
  for (const slot of taken) slot[Symbol.dispose]();
  const next = await other.enter('192.0.2.3');
  await expect(one.enter('192.0.2.3')).rejects.toEqual(TOO_MANY);
  next[Symbol.dispose]();
  expect([one.inFlight(), other.inFlight()]).toEqual([0, 0]);
});

test('four files are collected at once, two of one address, for which eight more wait', async () => {
  const slots = fileSlots(FILE_LIMITS);
  const leaving = new AbortController();
  const enter = (address: string) => slots.enter(address, leaving.signal);
  for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.2']) await enter(address);
  const waiting = Array.from({ length: 8 }, () => enter('192.0.2.1'));
  await expect(enter('192.0.2.1')).rejects.toEqual(expect.objectContaining({ code: 'too-many-exports' }));
  const next = enter('192.0.2.3');
  expect(slots.inFlight()).toBe(13);
  leaving.abort(new Error('They left.'));
  const outcomes = await Promise.allSettled([...waiting, next]);
  expect(outcomes.map((one) => one.status === 'rejected' && one.reason.message)).toEqual(Array(9).fill('They left.'));
  expect(slots.inFlight()).toBe(4);
});

test('a file is in flight until its slot is disposed of, and not where it was refused', async () => {
  const slots = fileSlots({ ...FILE_LIMITS, mostWaitMs: 0 });
  const { signal } = new AbortController();
  const files = [await slots.enter('192.0.2.1', signal), await slots.enter('192.0.2.1', signal)];
  await expect(slots.enter('192.0.2.1', signal)).rejects.toThrow();
  expect(slots.inFlight()).toBe(2);
  await files[0]?.hold(1000);
  for (const file of files) file[Symbol.dispose]();
  for (const file of files) file[Symbol.dispose]();
  expect(slots.inFlight()).toBe(0);
});
