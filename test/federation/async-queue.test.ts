/** Things taken in the order in which they push. */

import { describe, expect, test } from 'vitest';
import { asyncQueue } from '../../src/federation/fan-out.ts';

describe('the reader of asyncQueue', () => {
  test('gets what came before it looked, in order', async () => {
    const { push, next } = asyncQueue<string>();
    push('a');
    push('b');
    expect([await next(), await next()]).toEqual(['a', 'b']);
  });

  test('waits for what comes later', async () => {
    const { push, next } = asyncQueue<string>();
    const first = next();
    push('a');
    expect(await first).toBe('a');
    const second = next();
    push('b');
    push('c');
    expect([await second, await next()]).toEqual(['b', 'c']);
  });

  test('gets all that came before the end, and then nothing, however often it looks', async () => {
    const { push, end, next } = asyncQueue<string>();
    push('a');
    end();
    expect([await next(), await next(), await next()]).toEqual(['a', undefined, undefined]);
  });

  test('gets the end it waits for', async () => {
    const { end, next } = asyncQueue<string>();
    const waiting = next();
    end();
    expect(await waiting).toBeUndefined();
  });

  test('is thrown the first failure, and no thing that came before it', async () => {
    const { push, fail, next } = asyncQueue<string>();
    push('a');
    fail(new Error('first'));
    fail(new Error('second'));
    await expect(next()).rejects.toThrow('first');
    await expect(next()).rejects.toThrow('first');
  });

  test('is thrown a failure it waits for', async () => {
    const { fail, next } = asyncQueue<string>();
    const waiting = next();
    fail(new Error('broken'));
    await expect(waiting).rejects.toThrow('broken');
  });
});
