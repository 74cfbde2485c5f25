/** How many lists and files are in flight, and that nothing of those stays that were refused or have ended. */

import { expect, test } from 'vitest';
import { memoryState } from '../../../src/lib/shared-state.ts';
import { FILE_LIMITS, fileSlots, listSlots } from '../../../src/server/limits/work-in-flight.ts';

const TOO_MANY = expect.objectContaining({ code: 'too-many-lists' });

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
