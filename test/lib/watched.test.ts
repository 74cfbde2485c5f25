/** What passes is looked at, and its end is noted once, whatever its reader does. */

import { describe, expect, test } from 'vitest';
import { watched } from '../../src/lib/watched.ts';

async function* three(closed: string[] = []) {
  try {
    yield* ['a', 'b', 'c'];
  } finally {
    closed.push('closed');
  }
}

/** With what was noted of it. */
function noted(arriving: AsyncIterable<string>) {
  const seen: string[] = [];
  const things = watched(arriving, () => ({
    onEach: (thing) => void seen.push(thing),
    onEnd: (how) => void seen.push(how),
  }));
  return { seen, things };
}

describe('the end of what passes is noted once', () => {
  test('when all have come, though its reader leaves behind that', async () => {
    const { seen, things } = noted(three());
    const iterator = things[Symbol.asyncIterator]();
    for (let next = await iterator.next(); next.done !== true; ) next = await iterator.next();
    await iterator.return?.();
    expect(seen).toEqual(['a', 'b', 'c', 'ended']);
  });

  test('when its reader leaves, and leaves again', async () => {
    const closed: string[] = [];
    const { seen, things } = noted(three(closed));
    const iterator = things[Symbol.asyncIterator]();
    await iterator.next();
    await iterator.return?.();
    await iterator.return?.();
    expect([seen, closed]).toEqual([['a', 'left'], ['closed']]);
  });

  test('when it fails', async () => {
    const { seen, things } = noted({
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('broken')) }),
    });
    await expect(things[Symbol.asyncIterator]().next()).rejects.toThrow('broken');
    expect(seen).toEqual(['failed']);
  });
});
