/** The slots of one partner: whose they are, and what runs within them. */

import { expect, onTestFinished, test, vi } from 'vitest';
import {
  type PartnerQueue,
  partnerQueue,
  questionSlots,
  type Slot,
} from '../../../src/federation/partner/partner-queue.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));
const { signal } = new AbortController();
const open = (maxConcurrency: number) => partnerQueue({ timeoutMs: 5000, maxConcurrency });

async function slotOf(queue: PartnerQueue): Promise<Slot> {
  return (await queue.acquire({})) as Slot;
}

/** Waits for slots; `had` are the names of those who have one, in order. */
function waiting(names: readonly string[], acquire: (name: string) => Promise<unknown>) {
  const had: string[] = [];
  const slots = names.map(async (name) => {
    const slot = (await acquire(name)) as Slot;
    had.push(name);
    return slot;
  });
  return { had, slots };
}

test('questions of lists have half of the slots, and others wait for no more of them', async () => {
  const queue = open(4);
  const ends: (() => void)[] = [];
  const lists = waiting(['a', 'b', 'c', 'd'], () =>
    queue.inList(async () => {
      const slot = await slotOf(queue);
      await new Promise<void>((resolve) => ends.push(resolve));
      slot.end();
    }),
  );
  await settled();
  expect(ends).toHaveLength(2);
  const others = waiting(['1', '2', '3'], () => queue.acquire({}));
  await settled();
  expect(others.had).toEqual(['1', '2']);
  ends[0]?.();
  await settled();
  expect([lists.had, ends.length, others.had]).toEqual([['a'], 2, ['1', '2', '3']]);
});

test('a slot is its owner’s for as long as they need it, and who waits behind them too long is refused', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const queue = open(1);
  const slot = await slotOf(queue);
  const behind = queue.acquire({});
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await behind).toMatchObject({ failure: { state: 'busy', reason: { code: 'no-turn-in-time' } } });
  slot.end();
  expect(await queue.acquire({})).toHaveProperty('end');
});

test('requests of a question run within its slot, and in slots that nobody waits for', async () => {
  const queue = open(3);
  const slots = questionSlots({ queue, first: await slotOf(queue), isAwaited: () => true });
  slots.takeFirst();
  const more = waiting(['2', '3', '4'], () => slots.acquire(signal));
  await settled();
  expect(more.had).toEqual(['2', '3']);
  const other = waiting(['other'], () => queue.acquire({}));
  (await more.slots[0])?.end();
  await settled();
  // It waits for its own slot, as another question waits for the one that is free.
  expect([more.had, other.had]).toEqual([['2', '3'], ['other']]);
  expect(queue.takeIdle()).toBeUndefined();
});

test('a request whose question is busy in its slot has the next one that nobody waits for', async () => {
  const queue = open(2);
  const slots = questionSlots({ queue, first: await slotOf(queue), isAwaited: () => true });
  slots.takeFirst();
  const more = waiting(['2', '3', '4'], () => slots.acquire(signal));
  await settled();
  expect(more.had).toEqual(['2']);
  (await more.slots[0])?.end();
  await settled();
  expect(more.had).toEqual(['2', '3']);
  (await more.slots[1])?.release();
  await settled();
  expect(more.had).toEqual(['2', '3', '4']);
});

test('a question that leaves while it waits takes no slot, and none is idle while another waits', async () => {
  const queue = open(1);
  const held = await slotOf(queue);
  const leave = new AbortController();
  const leaving = queue.acquire({ signal: leave.signal });
  const next = waiting(['next'], () => queue.acquire({}));
  leave.abort(new Error('left'));
  await expect(leaving).rejects.toThrow('left');
  held.end();
  expect(queue.takeIdle()).toBeUndefined();
  await settled();
  expect(next.had).toEqual(['next']);
  (await next.slots[0])?.end();
  await settled();
  expect(queue.takeIdle()).toBeDefined();
});

test('a question of a list waits for as long as its list may, and others as long as an answer can come in time', async () => {
  vi.useFakeTimers();
  try {
    const queue = open(1);
    await queue.acquire({});
    const had: unknown[] = [];
    void queue.acquire({ yields: true }).then((slot) => had.push(slot));
    const other = queue.acquire({});
    await vi.advanceTimersByTimeAsync(6000);
    expect([await other, had]).toEqual([{ failure: expect.objectContaining({ state: 'busy' }) }, []]);
  } finally {
    vi.useRealTimers();
  }
});

test('a slot that is given back during a request is free when the request has ended', async () => {
  const queue = open(1);
  const slots = questionSlots({ queue, first: await slotOf(queue), isAwaited: () => true });
  const first = slots.takeFirst();
  slots.giveBack();
  const other = waiting(['other'], () => queue.acquire({}));
  await settled();
  expect(other.had).toEqual([]);
  first?.end();
  await settled();
  expect(other.had).toEqual(['other']);
});

test('a request that leaves in the moment of the slot lets the next one have it', async () => {
  const queue = open(1);
  const slots = questionSlots({ queue, first: await slotOf(queue), isAwaited: () => true });
  const first = slots.takeFirst();
  const leave = new AbortController();
  const leaving = slots.acquire(leave.signal);
  const next = waiting(['next'], () => slots.acquire(signal));
  await settled();
  first?.end();
  leave.abort(new Error('left'));
  await expect(leaving).rejects.toThrow('left');
  await settled();
  expect(next.had).toEqual(['next']);
});

test('a question has its slot for one request after the other, until it ends', async () => {
  const queue = open(1);
  const slots = questionSlots({ queue, first: await slotOf(queue), isAwaited: () => true });
  const other = waiting(['other'], () => queue.acquire({}));
  slots.takeFirst()?.end();
  for (let requests = 0; requests < 3; requests++) ((await slots.acquire(signal)) as Slot).end();
  await settled();
  expect(other.had).toEqual([]);
  slots.end();
  await settled();
  expect(other.had).toEqual(['other']);
});

test('a slot that is released while its request goes on is that of others, and the next request waits in order', async () => {
  const queue = open(1);
  const slots = questionSlots({ queue, first: await slotOf(queue), isAwaited: () => true });
  const other = waiting(['other'], () => queue.acquire({}));
  slots.takeFirst()?.release();
  const next = waiting(['next'], () => slots.acquire(signal));
  await settled();
  expect([other.had, next.had]).toEqual([['other'], []]);
  (await other.slots[0])?.end();
  await settled();
  expect(next.had).toEqual(['next']);
  slots.end();
  (await next.slots[0])?.end();
  await settled();
  expect(queue.takeIdle()).toBeDefined();
});

test('a question for whose answer nobody waits gives its slot back between two requests', async () => {
  const queue = open(1);
  let isAwaited = true;
  const slots = questionSlots({ queue, first: await slotOf(queue), isAwaited: () => isAwaited });
  const first = slots.takeFirst();
  const next = waiting(['next'], () => slots.acquire(signal));
  const other = waiting(['other'], () => queue.acquire({}));
  isAwaited = false;
  first?.end();
  await settled();
  expect([other.had, next.had]).toEqual([['other'], []]);
});
