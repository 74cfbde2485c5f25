/** The law of the state that copies share, for each of its forms. */

import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { SharedState } from '../../src/lib/shared-state.ts';
import { PATIENCE_MS } from '../support/machine/patience.ts';

const MINUTE = 60_000;
const NEVER = new AbortController().signal;
const PATIENT = { timeout: PATIENCE_MS, interval: 5 };

type Copy = { state: SharedState; end(): Promise<void> };

/** @param open opens two copies that share one state, for one test */
export function sharedStateContract(name: string, open: () => Promise<readonly [Copy, Copy]>): void {
  describe(`the state that copies share ${name}`, () => {
    async function openStates() {
      const [one, other] = await open();
      return [one.state, other.state] as const;
    }

    test('has at a key what the last writer stored there, until it ends', async () => {
      const [one, other] = await openStates();
      expect(await other.get('a key')).toBeUndefined();
      await one.set('a key', 'earlier', MINUTE);
      await other.set('a key', 'later', MINUTE);
      await one.set('another key', 'short', 300);
      await one.set('a third key', 'over', -1);
      await expect.poll(() => one.get('a key'), PATIENT).toBe('later');
      await pause(400);
      expect([await other.get('another key'), await other.get('a third key')]).toEqual([undefined, undefined]);
    });

    test('counts the uses of all within a window', async () => {
      const [one, other] = await openStates();
      expect((await one.add('a caller', 3, MINUTE))?.total).toBe(3);
      const both = await other.add('a caller', 2, MINUTE);
      expect(both?.total).toBe(5);
      expect((both?.resetsAtMs ?? 0) - performance.now()).toBeGreaterThan(MINUTE / 3);
      expect((await other.add('another caller', 1, 300))?.total).toBe(1);
      await pause(400);
      expect((await one.add('another caller', 1, 300))?.total).toBe(1);
    });

    test('has one copy find something out, whose outcome the others get', async () => {
      const [one, other] = await openStates();
      await one.set('a question', 'an old answer', MINUTE);
      const mine = await one.claim('a question');
      const theirs = await other.claim('a question');
      if (mine.whose !== 'mine' || theirs.whose !== 'another') throw new Error('The first has the claim.');
      expect([mine.text, theirs.text]).toEqual(['an old answer', 'an old answer']);
      expect((await other.claim('another question')).whose).toBe('mine');
      const ended = theirs.ended(NEVER);
      mine.end('an outcome');
      mine.end('another outcome');
      expect(await ended).toBe('an outcome');
      const next = await other.claim('a question');
      expect(next.whose).toBe('mine');
    });

    test('lets go of a claim with the copy that has it, and of whoever leaves', async () => {
      const [one, other] = await open();
      await one.state.claim('a question');
      const [theirs, again] = [await other.state.claim('a question'), await other.state.claim('a question')];
      if (theirs.whose !== 'another' || again.whose !== 'another') throw new Error('The first has the claim.');
      const leaving = new AbortController();
      const left = again.ended(leaving.signal);
      leaving.abort(new Error('left'));
      await expect(left).rejects.toThrow('left');
      await expect(again.ended(leaving.signal)).rejects.toThrow('left');
      const ended = theirs.ended(NEVER);
      await one.end();
      expect(await ended).toBeUndefined();
      expect((await other.state.claim('a question')).whose).toBe('mine');
    });

    test('tells the others what is published, and those who come later what was published last', async () => {
      const [one, other] = await openStates();
      const received: Record<string, string[]> = { one: [], other: [], late: [], left: [] };
      const note = (who: string) => (text: string) => void received[who]?.push(text);
      one.subscribe('news', note('one'));
      other.subscribe('news', note('other'));
      const leaving = other.subscribe('news', note('left'));
      await one.publish('news', 'first', MINUTE);
      await expect.poll(() => received.other, PATIENT).toEqual(['first']);
      leaving[Symbol.dispose]();
      await other.publish('other news', 'of something else', MINUTE);
      await other.publish('news', 'second', MINUTE);
      await expect.poll(() => received.one, PATIENT).toEqual(['second']);
      other.subscribe('news', note('late'));
      await expect.poll(() => received.late?.at(-1), PATIENT).toBe('second');
      expect(received.left).toEqual(['first']);
      expect(received.one).toEqual(['second']);
      expect(await one.get('news')).toBe('second');
    });

    test('reaches the others within 0.3 s', async () => {
      const [one, other] = await openStates();
      const tookMs: number[] = [];
      for (let time = 0; time < 5; time++) {
        const come = Promise.withResolvers<void>();
        const subscription = other.subscribe(`key ${time}`, () => come.resolve());
        await pause(50);
        const beganMs = performance.now();
        await one.publish(`key ${time}`, 'text', MINUTE);
        await come.promise;
        tookMs.push(performance.now() - beganMs);
        subscription[Symbol.dispose]();
      }
      expect(Math.min(...tookMs)).toBeLessThan(300);
    });
  });
}
