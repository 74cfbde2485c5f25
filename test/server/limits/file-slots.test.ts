/** Slots, waiting and room for files of searches, with a clock that a test moves. */

import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FILE_LIMITS } from '../../../src/server/limits/work-in-flight.ts';
import { type Asker, LIMITS, openLimiter, type Step, stepsOf } from '../../support/server/file-askers.ts';
import { MEBIBYTE } from '../../support/server/start-exports.ts';

/** A registry that has run for an hour. */
beforeEach(() => void vi.useFakeTimers().advanceTimersByTime(3_600_000));
afterEach(() => void vi.useRealTimers());

describe('a slot for collecting', () => {
  test('is had by as many as there are slots, and by the next when one has room to be read', async () => {
    const { askAll } = openLimiter();
    const askers = await askAll('a', 'b', 'c');
    expect(stepsOf(askers)).toEqual(['collecting', 'collecting', 'waiting']);
    await askers[0]?.hold(1);
    expect(stepsOf(askers)).toEqual(['reading', 'collecting', 'collecting']);
  });

  test('is free again, once, for who comes next when its reader leaves', async () => {
    const { askAll } = openLimiter();
    const askers = await askAll('a', 'b', 'c', 'd');
    await askers[0]?.leave();
    expect(stepsOf(askers)).toEqual(['left', 'collecting', 'collecting', 'waiting']);
  });

  test('is had by one address for half of them at most', async () => {
    const { askAll } = openLimiter({ mostCollecting: 4 });
    const own = await askAll('a', 'a', 'a');
    expect(stepsOf(own)).toEqual(['collecting', 'collecting', 'waiting']);
    const [other] = await askAll('b');
    expect(other?.step).toBe('collecting');
    await own[0]?.leave();
    expect(own[2]?.step).toBe('collecting');
  });

  test('is next had by the address that asks for the fewest, however long others wait already', async () => {
    const { askAll } = openLimiter({ mostCollecting: 4 });
    const collecting = await askAll('a', 'b', 'b', 'c');
    const waiting = await askAll('a', 'a', 'd', 'e');
    await collecting[3]?.leave();
    expect(stepsOf(waiting)).toEqual(['waiting', 'waiting', 'collecting', 'waiting']);
    await collecting[2]?.leave();
    expect(stepsOf(waiting)).toEqual(['waiting', 'waiting', 'collecting', 'collecting']);
    await collecting[1]?.leave();
    expect(stepsOf(waiting)).toEqual(['collecting', 'waiting', 'collecting', 'collecting']);
  });

  test('counts the addresses of one IPv6 network as one', async () => {
    const { askAll } = openLimiter({ mostCollecting: 4 });
    const askers = await askAll('2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8:0:1::1');
    expect(stepsOf(askers)).toEqual(['collecting', 'collecting', 'waiting', 'collecting']);
  });
});

describe('whoever waits', () => {
  test('is refused after ten seconds, with the time to ask again, and then gets a slot', async () => {
    const { ask, askAll } = openLimiter();
    const askers = await askAll('a', 'b', 'c');
    await vi.advanceTimersByTimeAsync(9_999);
    expect(askers[2]?.step).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(askers[2]).toMatchObject({ step: 'refused', retryAfterSeconds: 10 });
    await askers[0]?.leave();
    expect((await ask('c')).step).toBe('collecting');
  });

  test('waits for a slot and for room no longer than ten seconds together', async () => {
    const { askAll } = openLimiter({ mostBytes: 10 * MEBIBYTE });
    const [first, second, third] = await askAll('a', 'b', 'c');
    await first?.hold(8);
    await second?.hold(8);
    const [fourth, fifth] = await askAll('d', 'e');
    expect(stepsOf([third, fourth, fifth] as Asker[])).toEqual(['collecting', 'collecting', 'waiting']);
    await vi.advanceTimersByTimeAsync(6_000);
    await third?.leave();
    // The time in which a file is collected does not count.
    await vi.advanceTimersByTimeAsync(20_000);
    await fifth?.hold(8);
    await vi.advanceTimersByTimeAsync(3_999);
    expect(fifth?.step).toBe('for room');
    await vi.advanceTimersByTimeAsync(1);
    expect(fifth?.step).toBe('refused');
  });

  test('is refused at once when as many wait as may, of the address or in all', async () => {
    const { askAll } = openLimiter();
    const own = await askAll('a', 'a', 'a', 'a', 'a');
    expect(stepsOf(own)).toEqual(['collecting', 'waiting', 'waiting', 'waiting', 'refused']);
    const others = await askAll('b', 'c', 'd', 'e', 'f');
    expect(stepsOf(others)).toEqual(['collecting', 'waiting', 'waiting', 'waiting', 'refused']);
  });

  test('is not in the way of an address that may go on at once', async () => {
    const { ask, askAll } = openLimiter({ mostWaiting: 3 });
    expect(stepsOf(await askAll('a', 'a', 'a', 'a'))).toEqual(['collecting', 'waiting', 'waiting', 'waiting']);
    expect((await ask('b')).step).toBe('collecting');
  });

  test('may leave, and the one behind them does not wait longer for that', async () => {
    const { askAll } = openLimiter();
    const askers = await askAll('a', 'b', 'c', 'd');
    await askers[2]?.leave();
    await askers[0]?.leave();
    expect(stepsOf(askers)).toEqual(['left', 'collecting', 'left', 'collecting']);
  });
});

describe('room', () => {
  test('for a file is there when readers before have taken enough of theirs', async () => {
    const { askAll } = openLimiter();
    const [a, b, c] = (await askAll('a', 'b', 'c')) as [Asker, Asker, Asker];
    await a.hold(45);
    await b.hold(45);
    await c.hold(45);
    expect(stepsOf([a, b, c])).toEqual(['reading', 'reading', 'for room']);
    await a.letGo(30);
    expect(c.step).toBe('for room');
    await b.letGo(30);
    expect(c.step).toBe('reading');
  });

  test('for a small file is there while a large one waits, and a second large one is refused at once', async () => {
    const { askAll, ask } = openLimiter();
    for (const asker of await askAll('a', 'b')) await asker.hold(45);
    const large = await ask('c');
    await large.hold(45);
    const small = await ask('d');
    await small.hold(1);
    const second = await ask('e');
    await second.hold(45);
    expect(stepsOf([large, small, second])).toEqual(['for room', 'reading', 'refused']);
  });

  test('is no more for one address than its share, but always enough for one file', async () => {
    const { askAll } = openLimiter({ mostCollecting: 4 });
    const [first, second, other] = (await askAll('a', 'a', 'b')) as [Asker, Asker, Asker];
    await first.hold(400);
    expect(first.step).toBe('reading');
    await second.hold(1);
    expect(second.step).toBe('for room');
    await other.hold(40);
    expect(other.step).toBe('reading');
    await first.letGo(390);
    expect(second.step).toBe('reading');
  });

  test('counts something for every reader, so that files of nothing are bounded, too', async () => {
    const { ask } = openLimiter({ mostBytes: 20 * MEBIBYTE });
    const askers: Asker[] = [];
    for (let at = 0; at < 30; at++) {
      const asker = await ask(`192.0.2.${at}`);
      askers.push(asker);
      if (asker.step === 'collecting') await asker.hold(0);
    }
    expect(stepsOf(askers).filter((step) => step === 'reading')).toHaveLength(20);
  });

  test('is given back when its reader leaves, however much was taken, and when they leave while waiting for it', async () => {
    const { askAll } = openLimiter();
    const [a, b, c] = (await askAll('a', 'b', 'c')) as [Asker, Asker, Asker];
    await a.hold(49);
    await b.hold(49);
    await c.hold(49);
    await c.leave();
    const [d] = (await askAll('d')) as [Asker];
    await d.hold(49);
    expect(d.step).toBe('for room');
    await a.letGo(20);
    await a.leave();
    expect(d.step).toBe('reading');
  });
});

test('of a registry two files are held for readers and two wait for room, beside two hundred that wait ten seconds', async () => {
  const { askAll } = openLimiter(FILE_LIMITS);
  const [a, b, c, d] = (await askAll('a', 'b', 'c', 'd')) as [Asker, Asker, Asker, Asker];
  await a.hold(31);
  await b.hold(31);
  for (const small of [c, d]) await small.hold(0);
  const [e, f] = (await askAll('e', 'f')) as [Asker, Asker];
  await e.hold(0);
  expect(stepsOf([a, b, c, d, e, f])).toEqual([
    ...['reading', 'reading', 'for room', 'for room', 'refused', 'collecting'],
  ]);
  const waiting = await askAll(...Array.from({ length: 202 }, (_, at) => `w${at}`));
  const steps = ['collecting', ...Array(200).fill('waiting'), 'refused'];
  expect(stepsOf(waiting)).toEqual(steps);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(stepsOf([c, d, ...waiting])).toEqual(['for room', 'for room', ...steps]);
  await vi.advanceTimersByTimeAsync(1);
  // The slots of those who are refused in time are free for two who wait.
  const ended = [...Array(3).fill('collecting'), ...Array(199).fill('refused')];
  expect(stepsOf([c, d, ...waiting])).toEqual(['refused', 'refused', ...ended]);
});

test('whatever order they ask, read and leave in, no bound is passed, and all is free when all have left', async () => {
  const action = fc.record({ who: fc.nat(40), what: fc.constantFrom('ask', 'ask', 'hold', 'letGo', 'leave', 'wait') });
  await fc.assert(
    fc.asyncProperty(
      fc.array(action, { maxLength: 60 }),
      fc.array(fc.nat(60), { minLength: 41, maxLength: 41 }),
      async (actions, sizes) => {
        const { ask } = openLimiter();
        const askers: { asker: Asker; address: string; size: number; held: number }[] = [];
        for (const { who, what } of actions) {
          const address = `192.0.2.${who % 5}`;
          if (what === 'ask') askers.push({ asker: await ask(address), address, size: sizes[who] ?? 0, held: 0 });
          if (what === 'wait') await vi.advanceTimersByTimeAsync(4_000);
          const one = askers[who % Math.max(1, askers.length)];
          if (one === undefined) continue;
          if (what === 'hold' && one.asker.step === 'collecting') {
            one.held = one.size;
            await one.asker.hold(one.size);
          }
          if (what === 'letGo' && one.asker.step === 'reading') {
            const taken = Math.floor(one.held / 2);
            one.held -= taken;
            await one.asker.letGo(taken);
          }
          if (what === 'leave') await one.asker.leave();
          const inStep = (...steps: Step[]) => askers.filter(({ asker }) => steps.includes(asker.step));
          expect(inStep('collecting', 'for room').length).toBeLessThanOrEqual(LIMITS.mostCollecting);
          expect(inStep('for room').length).toBeLessThanOrEqual(LIMITS.mostWaitingForRoom);
          expect(inStep('waiting').length).toBeLessThanOrEqual(LIMITS.mostWaiting);
          const room = inStep('reading').reduce((sum, { held }) => sum + Math.min(held + 1, 50), 0);
          expect(room).toBeLessThanOrEqual(100);
          const underWay = Map.groupBy(inStep('collecting', 'for room'), (each) => each.address);
          for (const own of underWay.values()) expect(own.length).toBeLessThanOrEqual(LIMITS.mostCollecting / 2);
        }
        for (const { asker } of askers) await asker.leave();
        const fresh = await ask('192.0.2.99');
        await fresh.hold(49);
        const next = await ask('192.0.2.98');
        await next.hold(49);
        expect(stepsOf([fresh, next])).toEqual(['reading', 'reading']);
      },
    ),
    { numRuns: 100 },
  );
});
