/** How much work is in flight, for whom, and who waits for it. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Semaphore, type SemaphoreSlot, semaphore } from '../../src/lib/semaphore.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const { signal } = new AbortController();
const WAIT = { withinMs: 10_000, signal };

/** Waits for a slot; `slot` is null when it was refused. */
function waiting(of: Semaphore, caller: string, weight = 1, wait = WAIT) {
  const one: { slot: SemaphoreSlot | undefined | null } = { slot: undefined };
  void of.acquire(caller, weight, wait).then((slot) => {
    one.slot = slot ?? null;
  });
  return one;
}

const settle = () => vi.advanceTimersByTimeAsync(0);

test('slots hold the capacity together, and one that is alone may hold more', () => {
  const { hasRoom, take, weight } = semaphore({ capacity: () => 10, share: 1 });
  expect(hasRoom('a', 100)).toBe(true);
  const slot = take('a', 8);
  expect([hasRoom('b', 2), hasRoom('b', 3)]).toEqual([true, false]);
  expect(slot.hasRoom(100)).toBe(true);
  slot[Symbol.dispose]();
  slot[Symbol.dispose]();
  expect(weight()).toBe(0);
});

test('one caller has its share, and its oldest slot may hold more; what has no caller has no share', () => {
  const { hasRoom, take } = semaphore({ capacity: () => 100, share: 1 / 2 });
  const oldest = take('a', 30);
  const second = take('a', 20);
  expect([hasRoom('a', 1), hasRoom('b', 50), hasRoom('b', 51)]).toEqual([false, true, false]);
  expect([second.hasRoom(21), oldest.hasRoom(80), oldest.hasRoom(81)]).toEqual([false, true, false]);
  for (let count = 0; count < 5; count++) take(undefined, 10);
  expect(hasRoom(undefined, 1)).toBe(false);
});

test('what is reserved is for the oldest slot of all', () => {
  const { take } = semaphore({ capacity: () => 40, share: 1, reserved: 5 });
  const slots = Array.from({ length: 8 }, (_, at) => take(String(at), 1));
  const grown = slots.toReversed().map((slot) => {
    while (slot.weight() < 5 && slot.hasRoom(slot.weight() + 1)) slot.set(slot.weight() + 1);
    return slot.weight();
  });
  expect(grown.at(-1)).toBe(5);
  expect(grown.reduce((sum, weight) => sum + weight)).toBeLessThanOrEqual(40);
});

test('who waits is next by the fewest slots of their caller, and then by when they came', async () => {
  const one = semaphore({ capacity: () => 1, share: 1 });
  const first = one.take('x', 1);
  const all = ['a', 'a', 'b', 'c'].map((caller) => waiting(one, caller));
  await settle();
  first[Symbol.dispose]();
  const order: number[] = [];
  for (let left = all.length; left > 0; left--) {
    await settle();
    const next = all.findIndex(({ slot }, at) => slot !== undefined && !order.includes(at));
    order.push(next);
    all[next]?.slot?.[Symbol.dispose]();
  }
  expect(order).toEqual([2, 3, 0, 1]);
});

test('a small one finds room while a large one waits, and the large one has it when there is enough', async () => {
  const of = semaphore({ capacity: () => 10, share: 1 });
  const held = of.take('a', 6);
  const large = waiting(of, 'b', 8);
  const small = waiting(of, 'c', 4);
  await settle();
  expect([large.slot, small.slot?.weight()]).toEqual([undefined, 4]);
  held.set(1);
  small.slot?.set(1);
  await settle();
  expect(large.slot?.weight()).toBe(8);
});

test('who waits is refused when the time is over, leaves when they want to, and is refused at once where too many wait', async () => {
  const of = semaphore({ capacity: () => 1, share: 1, mostWaiting: 3, mostWaitingOfCaller: 2 });
  of.take('a', 1);
  const leave = new AbortController();
  const leaving = waiting(of, 'b', 1, { withinMs: 10_000, signal: leave.signal });
  const late = waiting(of, 'b');
  const third = waiting(of, 'b');
  await settle();
  expect([leaving.slot, late.slot, third.slot]).toEqual([undefined, undefined, null]);
  leave.abort();
  await settle();
  expect([leaving.slot, of.slots()]).toEqual([null, 2]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([late.slot, of.slots(), of.weight()]).toEqual([null, 1, 1]);
});

test('who would wait too long is refused at once: what is queued, times what one takes, by how many go together', async () => {
  const of = semaphore({ capacity: () => 2, share: 1 });
  async function work(slot: SemaphoreSlot | undefined): Promise<void> {
    await vi.advanceTimersByTimeAsync(1000);
    slot?.[Symbol.dispose]();
  }
  for (let count = 0; count < 8; count++) await work(await of.acquire('a', 1, WAIT));
  of.take('a', 2);
  const all = Array.from({ length: 30 }, (_, at) => waiting(of, String(at)));
  await settle();
  expect(all.filter(({ slot }) => slot === undefined)).toHaveLength(21);
  expect(all.slice(21).every(({ slot }) => slot === null)).toBe(true);
});

test('what takes longer than the wait is waited for where slots end often enough', async () => {
  const of = semaphore({ capacity: () => 64, share: 1 });
  const begun: (SemaphoreSlot | undefined)[] = [];
  for (let count = 0; count < 200; count++) {
    begun.at(-64)?.[Symbol.dispose]();
    begun.push(await of.acquire('a', 1, WAIT));
    await vi.advanceTimersByTimeAsync(500);
  }
  begun.at(-64)?.[Symbol.dispose]();
  of.take('a', 1);
  const [first, second] = [waiting(of, 'b'), waiting(of, 'c')];
  await settle();
  expect([first.slot, second.slot]).toEqual([undefined, undefined]);
});

test('who has room is not refused because others wait for theirs', async () => {
  const of = semaphore({ capacity: () => 4, share: 1 / 2 });
  for (let count = 0; count < 4; count++) {
    const slots = await Promise.all(['a', 'a', 'b', 'b'].map((caller) => of.acquire(caller, 1, WAIT)));
    await vi.advanceTimersByTimeAsync(4000);
    for (const slot of slots) slot?.[Symbol.dispose]();
  }
  for (let count = 0; count < 40; count++) waiting(of, 'a');
  await settle();
  const other = waiting(of, 'b');
  await settle();
  expect(other.slot?.weight()).toBe(1);
});

test('a slot that has ended grows no more', async () => {
  const of = semaphore({ capacity: () => 4, share: 1 });
  const held = of.take('a', 1);
  const slot = of.take('b', 1);
  slot[Symbol.dispose]();
  const grown = slot.grow(3, WAIT);
  held[Symbol.dispose]();
  expect([await grown, of.weight(), of.slots()]).toEqual([false, 0, 0]);
});
