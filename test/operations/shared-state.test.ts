/** What copies share in the memory of one process, and through a supervisor. */

import { afterEach, expect, test, vi } from 'vitest';
import { bothStates, memoryState, takeSlot } from '../../src/lib/shared-state.ts';
import { type StateReply, type StateRequest, serveState, workerState } from '../../src/operations/supervisor-state.ts';
import { sharedStateContract } from './shared-state-contract.ts';

const MINUTE = 60_000;

afterEach(() => void vi.useRealTimers());

sharedStateContract('in the memory of one process', async () => {
  const memory = memoryState();
  const join = () => {
    const state = memory.join();
    return { state, end: async () => state[Symbol.dispose]() };
  };
  return [join(), join()];
});

/** A worker, as messages reach it and its supervisor: later, and as copies. */
function worker(memory: ReturnType<typeof memoryState>) {
  let receive: (reply: StateReply) => void = () => {};
  const served = serveState(memory.join(), (reply) => setImmediate(() => receive(structuredClone(reply))));
  const send = (message: StateRequest) => void setImmediate(() => served.receive(structuredClone(message)));
  const state = workerState(send, (added) => {
    receive = added;
  });
  return { state, served, end: async () => served[Symbol.dispose]() };
}

sharedStateContract('through a supervisor', async () => {
  const memory = memoryState();
  return [worker(memory), worker(memory)];
});

test('a worker whose supervisor does not answer goes on alone', async () => {
  const state = workerState(
    () => {},
    () => {},
  );
  const [found, counted, claim] = await Promise.all([state.get('a'), state.add('a', 1, MINUTE), state.claim('a')]);
  expect([found, counted]).toEqual([undefined, undefined]);
  expect(claim).toMatchObject({ whose: 'mine', text: undefined });
});

test('a claim that the supervisor grants too late is given back', async () => {
  vi.useFakeTimers();
  const memory = memoryState();
  const delayed: StateRequest[] = [];
  let receive: (reply: StateReply) => void = () => {};
  const served = serveState(memory.join(), (reply) => receive(reply));
  const state = workerState(
    (message) => void delayed.push(message),
    (added) => {
      receive = added;
    },
  );
  const claim = state.claim('a question');
  await vi.advanceTimersByTimeAsync(1000);
  expect(await claim).toMatchObject({ whose: 'mine' });
  for (const message of delayed) {
    served.receive(message);
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(await memory.join().claim('a question')).toMatchObject({ whose: 'mine' });
});

test('a message of another form changes nothing', async () => {
  const memory = memoryState();
  const { state, served } = worker(memory);
  const broken: unknown[] = [
    { kind: 'state', request: 1, verb: 'set', key: 7, text: 'x', lastsMs: MINUTE },
    { kind: 'state', request: 2, verb: 'set', key: 'a', text: { x: 1 }, lastsMs: MINUTE },
    { kind: 'state', request: 3, verb: 'publish', key: 'a', text: 'x', lastsMs: 'long' },
    { kind: 'state', request: 4, verb: 'add', key: 'a', by: 'x', windowMs: MINUTE },
    { kind: 'state', request: 5, verb: 'unknown', key: 'a' },
    { kind: 'state' },
  ];
  for (const message of broken) served.receive(message as StateRequest);
  expect(await state.get('a')).toBeUndefined();
  expect((await state.add('a', 1, MINUTE))?.total).toBe(1);
});

test('memory is bounded: what has ended goes, then what was stored first', async () => {
  const clock = { nowMs: 0 };
  const state = memoryState(() => clock.nowMs).join();
  await state.set('first', 'x', 10 * MINUTE);
  for (let at = 0; at < 3000; at++) await state.set(`short ${at}`, 'x', 1000);
  clock.nowMs = 1000;
  expect(await state.get('short 2999')).toBeUndefined();
  for (let at = 0; at < 100_000; at++) await state.set(`long ${at}`, 'x', 10 * MINUTE);
  expect(await state.get('first')).toBeUndefined();
  expect(await state.get('long 99999')).toBe('x');
});

test('while the server cannot be used, the processes of a machine share alone, and what was published is known in both', async () => {
  const [server, machine] = [memoryState(), memoryState()];
  let isInUse = true;
  const open = () => bothStates({ ...server.join(), isInUse: () => isInUse }, machine.join());
  const [one, other] = [open(), open()];
  await one.set('a', 'at the server', MINUTE);
  await one.publish('b', 'known', MINUTE);
  isInUse = false;
  expect([await other.get('a'), await other.get('b')]).toEqual([undefined, 'known']);
  await one.set('a', 'on the machine', MINUTE);
  expect(await other.get('a')).toBe('on the machine');
  const received: string[] = [];
  const subscription = other.subscribe('c', (text) => received.push(text));
  await one.publish('c', 'news', MINUTE);
  expect(received).toEqual(['news', 'news']);
  subscription[Symbol.dispose]();
  await one.publish('c', 'more', MINUTE);
  expect(received).toHaveLength(2);
});

test('all copies together have so many slots, which end with the copy that has taken them', async () => {
  const memory = memoryState();
  const [one, other] = [worker(memory), worker(memory)];
  const taken = await Promise.all(
    Array.from({ length: 10 }, (_, at) => takeSlot((at % 2 === 0 ? one : other).state, 'lists', 4)),
  );
  expect(taken.filter((slot) => slot !== undefined)).toHaveLength(4);
  taken.find((slot) => slot !== undefined)?.[Symbol.dispose]();
  expect(await takeSlot(one.state, 'lists', 4)).toBeDefined();
  expect(await takeSlot(other.state, 'lists', 4)).toBeUndefined();
  expect(await takeSlot(other.state, 'other lists', 4)).toBeDefined();
  await one.end();
  expect(await takeSlot(other.state, 'lists', 4)).toBeDefined();
});
