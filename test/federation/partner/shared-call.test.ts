/** A call that several readers wait for: nobody can cancel it for the others, and nobody waits too long. */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sharedCall } from '../../../src/federation/partner/shared-call.ts';

type Run = Parameters<typeof sharedCall<string>>[0]['run'];
type Running = Parameters<Run>[0];

/** A call whose course the test decides. */
function open({ endsWithReaders = false } = {}) {
  const answer = Promise.withResolvers<string>();
  const running = Promise.withResolvers<Running>();
  let isStopped = false;
  const call = sharedCall<string>({
    endsWithReaders,
    run: (given) => {
      running.resolve(given);
      given.signal.addEventListener('abort', () => {
        isStopped = true;
        answer.reject(given.signal.reason);
      });
      return answer.promise;
    },
  });
  return { ...call, answer, running: running.promise, isStopped: () => isStopped };
}

const staying = new AbortController().signal;
const LONG = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the readers of a call', () => {
  test('are all given its answer, and so is who comes after it has come', async () => {
    const { wait, running, answer, isCancelled } = open();
    const readers = [wait(staying, LONG), wait(staying, LONG)];
    (await running).onBegin();
    answer.resolve('four people');
    expect(await Promise.all(readers)).toEqual(['four people', 'four people']);
    expect(await wait(staying, LONG)).toBe('four people');
    expect(isCancelled()).toBe(false);
  });

  test('each wait as long as they will', async () => {
    const { wait, answer } = open();
    const hasty = wait(staying, 100);
    const patient = wait(staying, LONG);
    await vi.advanceTimersByTimeAsync(100);
    expect(await hasty).toBe('waiting');
    answer.resolve('late');
    expect(await patient).toBe('late');
  });

  test('are all told of its failure', async () => {
    const { wait, answer } = open();
    const readers = [wait(staying, LONG), wait(staying, LONG)];
    answer.reject(new Error('broken'));
    expect((await Promise.allSettled(readers)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  test('can leave without taking it from the others', async () => {
    const { wait, answer, isStopped } = open();
    const leaver = new AbortController();
    const left = wait(leaver.signal, LONG);
    const stayed = wait(staying, LONG);
    leaver.abort();
    expect(await left).toBe('left');
    expect(isStopped()).toBe(false);
    answer.resolve('for whoever stays');
    expect(await stayed).toBe('for whoever stays');
  });

  test('leave nothing behind: no timer, no listener', async () => {
    const { wait, answer } = open();
    const reader = new AbortController();
    const remove = vi.spyOn(reader.signal, 'removeEventListener');
    const waiting = wait(reader.signal, LONG);
    answer.resolve('done');
    await waiting;
    expect(vi.getTimerCount()).toBe(0);
    expect(remove).toHaveBeenCalledOnce();
  });

  test('who had left before do not wait, and do not count', async () => {
    const { wait, isStopped } = open({ endsWithReaders: true });
    expect(await wait(AbortSignal.abort(), LONG)).toBe('left');
    expect(isStopped()).toBe(false);
  });
});

describe('the last reader who leaves', () => {
  test.each([true, false])('cancels a call that has not begun (ends with its readers: %s)', async (endsWithReaders) => {
    const { wait, isStopped, isCancelled, ended } = open({ endsWithReaders });
    const [first, second] = [new AbortController(), new AbortController()];
    const waits = [wait(first.signal, LONG), wait(second.signal, LONG)];
    first.abort();
    await waits[0];
    expect(isStopped()).toBe(false);
    second.abort();
    await waits[1];
    expect([isStopped(), isCancelled()]).toEqual([true, true]);
    await ended;
  });

  test('cancels one that was given up waiting for, just so', async () => {
    const { wait, isStopped } = open();
    const waiting = wait(staying, 100);
    await vi.advanceTimersByTimeAsync(100);
    expect([await waiting, isStopped()]).toEqual(['waiting', true]);
  });

  test('does not cancel one that has begun: its answer may serve the next', async () => {
    const { wait, running, answer, isStopped, hasBegun } = open();
    (await running).onBegin();
    const waiting = wait(staying, 100);
    await vi.advanceTimersByTimeAsync(100);
    expect([await waiting, isStopped(), hasBegun()]).toEqual(['waiting', false, true]);
    answer.resolve('late');
    expect(await wait(staying, LONG)).toBe('late');
  });

  test('does cancel one that has begun, where its answer may serve nobody else', async () => {
    const { wait, running, isStopped } = open({ endsWithReaders: true });
    (await running).onBegin();
    const leaver = new AbortController();
    const left = wait(leaver.signal, LONG);
    leaver.abort();
    expect([await left, isStopped()]).toEqual(['left', true]);
  });
});

describe('a call that gives its readers up', () => {
  test('answers them at once, and goes on', async () => {
    const { wait, running, answer, isStopped, ended } = open();
    const readers = [wait(staying, LONG), wait(staying, LONG)];
    const { onBegin, resolveEarly: giveUp } = await running;
    onBegin();
    giveUp('nothing yet');
    expect(await Promise.all(readers)).toEqual(['nothing yet', 'nothing yet']);
    expect(isStopped()).toBe(false);
    const hasEnded = vi.fn();
    void ended.then(hasEnded);
    await vi.advanceTimersByTimeAsync(LONG);
    expect(hasEnded).not.toHaveBeenCalled();
    answer.resolve('in the end');
    await ended;
  });

  test('may still fail, which is nobody’s error', async () => {
    const { wait, running, answer, ended } = open();
    const reader = wait(staying, LONG);
    (await running).resolveEarly('nothing yet');
    expect(await reader).toBe('nothing yet');
    answer.reject(new Error('broken'));
    await expect(ended).resolves.toBeUndefined();
  });
});
