/** Long work in slices: those that wait count by what they take, and not by what they may take at most. */

import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  beginRequest,
  inSlices,
  nextTurn,
  noteRefusal,
  readAnswer,
  sliced,
  slicedInTurn,
  slicesBehindMs,
  workBehindMs,
} from '../../src/lib/slices.ts';

const MANY = 60;
/** Of a slice, at most. */
const SLICE_MS = 5;

/** By both clocks. What a machine counts is rough: Linux counts the time of a thread that runs in steps of some milliseconds. */
let nowMs = 0;

beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  vi.spyOn(process, 'threadCpuUsage').mockImplementation(() => ({ user: 1000 * nowMs, system: 0 }));
});
afterEach(() => void vi.restoreAllMocks());

function work(ms: number): void {
  nowMs += ms;
}

/** How far behind it is while so many wait, each of whom then works for so long. */
async function behindWith(many: number, workMs: number): Promise<number> {
  const waiting = Array.from({ length: many }, async () => {
    await slicedInTurn();
    work(workMs);
  });
  const behindMs = slicesBehindMs();
  await Promise.all(waiting);
  return behindMs;
}

test('many that work for a moment are little to wait for, and many that work for all of a slice are much', async () => {
  await behindWith(MANY, 0);
  expect(await behindWith(MANY, 0)).toBeLessThan(MANY);
  await behindWith(MANY, SLICE_MS);
  expect(await behindWith(MANY, 0)).toBeGreaterThan((MANY * SLICE_MS) / 2);
  expect(slicesBehindMs()).toBe(0);
});

test('a slice is over after its time, and what is begun goes on before what is not', async () => {
  const order: string[] = [];
  async function long(name: string, slices: number): Promise<void> {
    const { next } = await slicedInTurn();
    for (let left = slices; left > 0; left--) {
      order.push(name);
      work(SLICE_MS);
      await next();
    }
  }
  await Promise.all([long('first', 3), long('second', 2)]);
  expect(order).toEqual(['first', 'first', 'first', 'second', 'second']);
  expect(sliced().next()).toBeUndefined();
});

test('what nobody waits for any more is worked out no further', async () => {
  const reader = new AbortController();
  let steps = 0;
  function* work(): Generator<undefined, string> {
    for (; steps < 100; steps++) {
      if (steps === 3) reader.abort();
      yield;
    }
    return 'whole';
  }
  expect(await inSlices(work(), reader.signal)).toBeUndefined();
  expect(steps).toBe(3);
  steps = 4;
  expect(await inSlices(work(), new AbortController().signal)).toBe('whole');
});

test('short slices share a turn of the event loop, and a long one has its own', async () => {
  async function turnsFor(many: number, workMs: number): Promise<number> {
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await behindWith(many, workMs);
    isOver = true;
    return turns;
  }
  expect(await turnsFor(MANY, 0)).toBeLessThan(MANY / 2);
  expect(await turnsFor(MANY / 4, SLICE_MS)).toBeGreaterThanOrEqual(MANY / 4 - 1);
});

/** In how many turns of the event loop so much short work is done that comes together, and how far behind it was in between. */
async function shortWork(many: number, workMs: number): Promise<{ turns: number; mostBehindMs: number }> {
  let turns = 0;
  let mostBehindMs = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  let left = many;
  for (let count = 0; count < many; count++) {
    readAnswer(() => {
      work(workMs);
      mostBehindMs = Math.max(mostBehindMs, workBehindMs());
      left--;
      if (left === 0) resolve();
    });
  }
  const count = () => {
    turns++;
    if (left > 0) setImmediate(count);
  };
  count();
  await promise;
  return { turns, mostBehindMs };
}

test('of short work that comes together a part is done in each turn, and what is soon through is not behind', async () => {
  // What others here took long for is forgotten.
  await behindWith(MANY, 0);
  await shortWork(400, 0.1);
  noteRefusal();
  const { turns, mostBehindMs } = await shortWork(40, 0.5);
  expect(turns).toBeGreaterThanOrEqual(3);
  expect(mostBehindMs).toBe(0);
});

test.each([
  ['some', 20, () => {}],
  ['few, while somebody is refused', 10, noteRefusal],
])(
  'of a hundred pieces of short work that come together, each turn has %s, and first come is first served',
  async (_, most, before) => {
    before();
    const done: number[] = [];
    let doneInTurn = 0;
    const inTurns: number[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    for (let number = 0; number < 100; number++) {
      readAnswer(() => {
        work(1);
        done.push(number);
        doneInTurn++;
        if (done.length === 100) resolve();
      });
    }
    function endSlot(): void {
      inTurns.push(doneInTurn);
      doneInTurn = 0;
      if (done.length < 100) setImmediate(endSlot);
    }
    setImmediate(endSlot);
    await promise;
    expect(Math.max(...inTurns)).toBeLessThan(most);
    expect(done).toEqual(Array.from({ length: 100 }, (_, number) => number));
  },
);

test('what waits and what comes meanwhile have one time together in each turn', async () => {
  noteRefusal();
  let workedMs = 0;
  let mostMs = 0;
  let left = 200;
  const { promise, resolve } = Promise.withResolvers<void>();
  function piece(): void {
    work(1);
    workedMs++;
    left--;
    if (left === 0) resolve();
  }
  function comeInTurn(count: number): void {
    mostMs = Math.max(mostMs, workedMs);
    workedMs = 0;
    for (let number = 0; number < 40; number++) readAnswer(piece);
    if (count > 1) setImmediate(comeInTurn, count - 1);
  }
  setImmediate(comeInTurn, 5);
  await promise;
  // What is left of one turn, and the next one.
  expect(mostMs).toBeLessThan(15);
});

test('much short work is behind by what it takes', async () => {
  expect((await shortWork(200, 2)).mostBehindMs).toBeGreaterThan(100);
  expect(workBehindMs()).toBe(0);
});

test('of requests that begin together a part begins in each turn, and callers take turns', async () => {
  const begun: string[] = [];
  const begin = (caller: string) =>
    beginRequest(caller, () => {
      work(5);
      begun.push(caller);
    });
  for (let count = 0; count < 20; count++) begin('crowd');
  for (const caller of ['one', 'another']) begin(caller);
  expect(begun).toEqual(['crowd', 'crowd', 'crowd']);
  await nextTurn();
  await nextTurn();
  expect(begun.length).toBeLessThan(10);
  expect(begun.slice(3, 6)).toEqual(['crowd', 'one', 'another']);
  while (begun.length < 22) await nextTurn();
  expect(workBehindMs()).toBe(0);
});

test('requests that take little begin as they come', () => {
  let begun = 0;
  for (let count = 0; count < 50; count++) beginRequest('a', () => void begun++);
  expect(begun).toBe(50);
});

test('a request that waits for its turn begins in its own context, whoever offers the turn', async () => {
  const contexts = new AsyncLocalStorage<string>();
  const seen: unknown[] = [];
  await nextTurn();
  contexts.run('first', beginRequest, 'a', () => {
    const { next } = sliced();
    work(20);
    void next();
  });
  contexts.run('second', beginRequest, 'b', () => seen.push(contexts.getStore()));
  expect(seen).toEqual([]);
  await expect.poll(() => seen).toEqual(['second']);
});
