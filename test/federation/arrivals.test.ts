/** Things taken in the order in which they arrive. */

import { describe, expect, test } from 'vitest';
import { arrivals } from '../../src/federation/fan-out.ts';

describe('the reader of arrivals', () => {
  test('gets what came before it looked, in order', async () => {
    const { arrive, next } = arrivals<string>();
    arrive('a');
    arrive('b');
    expect([await next(), await next()]).toEqual(['a', 'b']);
  });

  test('waits for what comes later', async () => {
    const { arrive, next } = arrivals<string>();
    const first = next();
    arrive('a');
    expect(await first).toBe('a');
    const second = next();
    arrive('b');
    arrive('c');
    expect([await second, await next()]).toEqual(['b', 'c']);
  });

  test('gets all that came before the end, and then nothing, however often it looks', async () => {
    const { arrive, end, next } = arrivals<string>();
    arrive('a');
    end();
    expect([await next(), await next(), await next()]).toEqual(['a', undefined, undefined]);
  });

  test('gets the end it waits for', async () => {
    const { end, next } = arrivals<string>();
    const waiting = next();
    end();
    expect(await waiting).toBeUndefined();
  });

  test('is thrown the first failure, and no thing that came before it', async () => {
    const { arrive, fail, next } = arrivals<string>();
    arrive('a');
    fail(new Error('first'));
    fail(new Error('second'));
    await expect(next()).rejects.toThrow('first');
    await expect(next()).rejects.toThrow('first');
  });

  test('is thrown a failure it waits for', async () => {
    const { fail, next } = arrivals<string>();
    const waiting = next();
    fail(new Error('broken'));
    await expect(waiting).rejects.toThrow('broken');
  });
});
