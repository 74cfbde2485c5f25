/** What waits for readers is bounded: whoever takes nothing is cut off before others are refused for it. */

import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import type { Request, Response } from 'express';
import { expect, test } from 'vitest';
import { type AnswerMemory, answersMemory } from '../../../src/server/limits/answer-memory.ts';

const MOST = 1_000_000;
const LOOK_EVERY_MS = 100;
/** The least that counts as large. */
const LARGE = 262_144;

/** A connection of which is said what waits and what was written. */
function connection(): Socket & { waits: number; written: number } {
  const stream = Object.assign(new PassThrough(), { waits: 0, written: 0 });
  Object.defineProperties(stream, {
    writableLength: { get: () => stream.waits },
    bytesWritten: { get: () => stream.written },
  });
  return stream as never;
}

type Answer = AnswerMemory & { end(): void };

function followed(count: number, mostBytes = MOST) {
  let nowMs = 0;
  const reported = { cutOff: 0, reserved: [] as [rows: number, bytes: number][] };
  const callers = new Map<unknown, string>();
  const memory = answersMemory({
    mostBytes,
    callerOf: (req) => callers.get(req),
    onReserved: (_, rows, bytes) => void reported.reserved.push([rows, bytes]),
    refuse: () => {
      throw new Error('no room');
    },
    onCutOff: () => reported.cutOff++,
    now: () => nowMs,
  });
  /** An answer to a caller, at a connection. */
  function answer(caller?: string, socket: Socket | null = null): Answer {
    const req = { socket: {} };
    if (caller !== undefined) callers.set(req, caller);
    const res = Object.assign(new PassThrough(), { socket, req });
    return { ...memory.open(req as Request, res as unknown as Response), end: () => void res.destroy() };
  }
  /** Holds so many bytes for an answer. Returns a function that ends the answer. */
  function hold(bytes: number): () => void {
    const { reserve, end } = answer();
    reserve(0, bytes);
    return end;
  }
  function hasRoom(bytes: number): boolean {
    try {
      hold(bytes)();
      return true;
    } catch {
      return false;
    }
  }
  const connections = Array.from({ length: count }, connection);
  for (const one of connections) memory.follow(one);
  const lookOnce = async (afterMs: number) => {
    nowMs += afterMs;
    memory.look();
    // Until those that were cut off are closed.
    await new Promise((closed) => setImmediate(closed));
    return connections.map(({ destroyed }) => destroyed);
  };
  /** As often as it is looked. */
  const look = async (afterMs: number) => {
    for (let leftMs = afterMs; leftMs > LOOK_EVERY_MS; leftMs -= LOOK_EVERY_MS) await lookOnce(LOOK_EVERY_MS);
    return lookOnce(Math.min(afterMs, LOOK_EVERY_MS));
  };
  return { memory, answer, hold, hasRoom, connections, look, lookOnce, reported };
}

test('a slow reader is left alone while there is room', async () => {
  const { connections, look, memory, hasRoom } = followed(1);
  Object.assign(connections[0] as object, { waits: MOST / 2, written: MOST / 2 });
  await look(0);
  expect(await look(60_000)).toEqual([false]);
  expect([memory.isFull(), hasRoom(LARGE)]).toEqual([false, true]);
});

test('beyond half of the room, whoever took nothing for five seconds is cut off, and who reads is not', async () => {
  const { connections, look, reported, memory, hasRoom } = followed(2);
  const [idle, busy] = connections;
  Object.assign(idle as object, { waits: 400_000, written: 400_000 });
  Object.assign(busy as object, { waits: 400_000, written: 400_000 });
  await look(0);
  expect([memory.isFull(), hasRoom(LARGE)]).toEqual([false, false]);
  Object.assign(busy as object, { written: 500_000 });
  expect(await look(4_000)).toEqual([false, false]);
  expect(await look(2_000)).toEqual([true, false]);
  expect(reported.cutOff).toBe(1);
});

test.each([
  [
    [300_000, 400_000],
    [false, true],
  ],
  [
    [400_000, 300_000],
    [true, false],
  ],
])(
  'of readers who take nothing, at whom %j bytes wait, the one with most is cut off first',
  async (waiting, expected) => {
    const { connections, look } = followed(2);
    for (const [at, waits] of waiting.entries()) Object.assign(connections[at] as object, { waits, written: waits });
    await look(0);
    expect(await look(5_000)).toEqual(expected);
  },
);

test('what a kernel took at once for a reader who takes nothing counts for ten seconds and no longer', async () => {
  const { connections, look } = followed(1);
  Object.assign(connections[0] as object, { waits: MOST + 1, written: MOST + 1 });
  await look(0);
  Object.assign(connections[0] as object, { written: 9 * MOST });
  expect(await look(4_000)).toEqual([false]);
  expect(await look(10_000)).toEqual([true]);
});

test('whoever takes it in bursts is not cut off, as long as they take enough in five seconds', async () => {
  const { connections, look } = followed(1);
  const [bursty] = connections;
  Object.assign(bursty as object, { waits: MOST + 1, written: MOST + 1 });
  await look(0);
  for (let burst = 1; burst <= 20; burst++) {
    (bursty as { written: number }).written += 50_000;
    expect(await look(4_000), `burst ${burst}`).toEqual([false]);
  }
});

test('of a time in which this process had no processor and could send nothing, a reader is blamed for 0.2 s of five', async () => {
  const { connections, look, lookOnce } = followed(1);
  Object.assign(connections[0] as object, { waits: MOST / 2 + 1, written: MOST });
  await look(0);
  expect([await look(4_700), await lookOnce(60_000), await lookOnce(99)]).toEqual([[false], [false], [false]]);
  expect(await lookOnce(1)).toEqual([true]);
});

test('when all is taken, new questions are refused until readers who take nothing have been cut off', async () => {
  const { connections, look, memory } = followed(3);
  for (const one of connections) Object.assign(one, { waits: 400_000, written: 400_000 });
  expect(await look(0)).toEqual([false, false, false]);
  expect(memory.isFull()).toBe(true);
  expect((await look(1_500)).filter(Boolean)).toHaveLength(2);
  expect(memory.isFull()).toBe(false);
});

test('a connection is followed once, and not when it is closed already', async () => {
  const { connections, memory, look } = followed(1);
  const [one] = connections as unknown as [Socket];
  Object.assign(one, { waits: MOST, written: MOST });
  await look(4_000);
  expect(memory.isFull()).toBe(false);
  memory.follow(one);
  expect(await look(2_000)).toEqual([true]);
  memory.follow(one);
  expect(memory.counts().readers).toBe(0);
});

test('a connection that is closed counts no more', async () => {
  const { connections, look, memory } = followed(1);
  Object.assign(connections[0] as object, { waits: 2 * MOST });
  await look(0);
  expect(memory.counts()).toEqual({ unreadBytes: 2 * MOST, heldBytes: 0, readers: 1 });
  connections[0]?.destroy();
  await new Promise((closed) => setImmediate(closed));
  await look(100);
  expect(memory.counts()).toEqual({ unreadBytes: 0, heldBytes: 0, readers: 0 });
});

test('where a large answer is refused for lack of room, slow readers below half of the room are cut off', async () => {
  const { connections, look, reported, hold, hasRoom } = followed(3, 2 * MOST);
  hold(LARGE);
  for (const one of connections) Object.assign(one, { waits: 200_000, written: 200_000 });
  await look(0);
  expect(await look(60_000)).toEqual([false, false, false]);
  expect(hasRoom(400_000)).toBe(false);
  expect((await look(200)).filter(Boolean)).toHaveLength(2);
  expect(reported.cutOff).toBe(2);
  expect(hasRoom(400_000)).toBe(true);
  expect(await look(60_000)).toContain(false);
});

test('a refused answer makes room even where slow readers began a moment before, and nobody is cut off for it later', async () => {
  const { connections, look, hold, hasRoom } = followed(2, 2 * MOST);
  hold(LARGE);
  const [early, late] = connections;
  Object.assign(early as object, { waits: 600_000, written: 600_000 });
  await look(0);
  expect(hasRoom(LARGE)).toBe(false);
  expect(await look(6_000)).toEqual([true, false]);
  Object.assign(late as object, { waits: 400_000, written: 400_000 });
  expect(await look(60_000)).toEqual([true, false]);
});

test('where others are refused, whoever needs more than five minutes for an answer is slow; whoever needs less is not', async () => {
  const { connections, look, hasRoom } = followed(2);
  const [long, short] = connections as unknown as [ReturnType<typeof connection>, ReturnType<typeof connection>];
  Object.assign(long, { waits: 4_000_000, written: 4_000_000 });
  Object.assign(short, { waits: 100_000, written: 4_000_000 });
  await look(0);
  for (let second = 1; second <= 8; second++) {
    for (const one of [long, short]) one.written += 8_000;
    hasRoom(LARGE);
    await look(1_000);
  }
  expect(connections.map(({ destroyed }) => destroyed)).toEqual([true, false]);
});

test('an answer is held from when it is large, as it grows and shrinks, until it has ended', async () => {
  const { memory, answer } = followed(0);
  const { reserve, end } = answer();
  const held = (bytes: number) => {
    reserve(1, bytes);
    return memory.counts().heldBytes;
  };
  expect([held(LARGE - 2), held(1), held(1), held(100), held(-300)]).toEqual([0, 0, LARGE, LARGE + 100, LARGE - 200]);
  end();
  await new Promise((closed) => setImmediate(closed));
  expect(memory.counts().heldBytes).toBe(0);
  // What is collected for a reader who has left is held for nobody.
  reserve(0, 300);
  expect(memory.counts().heldBytes).toBe(0);
});

test('all that is collected is work of its caller, small or large, and what goes again is no work', () => {
  const { answer, reported } = followed(0);
  const { reserve } = answer();
  reserve(2, 0);
  reserve(0, 30);
  reserve(3, -10);
  reserve(-3, -20);
  reserve(0, 0);
  expect(reported.reserved).toEqual([
    [2, 0],
    [0, 30],
    [3, 0],
  ]);
});

test('one caller has half of what large answers may hold, and one answer that has begun to be sent is not refused', () => {
  const { memory, answer } = followed(0, 8 * LARGE);
  answer('a').reserve(0, LARGE);
  const second = answer('a');
  second.reserve(0, LARGE);
  expect(() => answer('a').reserve(0, LARGE)).toThrow('no room');
  expect(() => second.reserve(0, 1)).toThrow('no room');
  answer('b').reserve(0, LARGE);
  second.refuseNothing();
  second.reserve(0, LARGE);
  expect(memory.counts().heldBytes).toBe(4 * LARGE);
});

test('an answer has begun with its first rows, whenever somebody waits for that', async () => {
  const { answer } = followed(0);
  const [early, late] = [answer(), answer()];
  let begun = 0;
  const waiting = early.begun().then(() => begun++);
  await Promise.resolve();
  expect(begun).toBe(0);
  early.reserve(1, 0);
  late.reserve(0, 1);
  await Promise.all([waiting, late.begun()]);
  expect(begun).toBe(1);
});

test('what a large answer holds counts for its reader: who needs longest for it is cut off first, and no more than need be', async () => {
  const { memory, connections, answer, look } = followed(3, 4 * MOST);
  const [holder, idle] = connections as unknown as [Socket, Socket];
  for (const one of connections) Object.assign(one, { waits: 600_000, written: 600_000 });
  await look(0);
  const { reserve, end } = answer('a', holder);
  reserve(0, 500_000);
  for (const one of connections) Object.assign(one, { written: 610_000 });
  expect(await look(6_000)).toEqual([true, false, false]);
  end();
  await look(0);
  expect(memory.counts()).toMatchObject({ heldBytes: 0, readers: 2 });
  Object.assign(idle, { waits: 2 * MOST });
  expect((await look(6_000)).slice(1)).toEqual([true, false]);
});

test('whoever has taken everything in between is not slow, however long ago that was', async () => {
  const { connections, look } = followed(1);
  const [one] = connections;
  Object.assign(one as object, { waits: MOST, written: MOST });
  expect(await look(4_000)).toEqual([false]);
  Object.assign(one as object, { waits: 0 });
  await look(60_000);
  Object.assign(one as object, { waits: MOST, written: 2 * MOST });
  expect(await look(4_000)).toEqual([false]);
  expect(await look(2_000)).toEqual([true]);
});
