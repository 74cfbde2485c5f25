/** What instances that share a server receive of what others publish, though answers of the server are lost. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cacheMessages } from '../../src/operations/cache-messages.ts';
import { sealedValues } from '../../src/operations/sealed-values.ts';

const values = sealedValues({ key: 'ab'.repeat(32), scope: 'https://here.example', now: () => 0 });
const KEY = 'breakers a-partner';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server with a number and its notes; `lost` are the names of values for which the next answer is lost. */
async function open() {
  const stored = new Map<string, Buffer>();
  const lost = new Set<string>();
  const look = vi.fn(async (...commands: readonly (readonly (string | Buffer)[])[]) => {
    const names = commands.map(([, name]) => String(name));
    if (names.some((name) => lost.delete(name))) return undefined;
    return names.map((name) => stored.get(name) ?? Buffer.alloc(0));
  });
  const messages = cacheMessages({ connection: { ask: look, look, isShared: () => true }, values });
  const received: string[] = [];
  messages.subscribe(KEY, (text) => void received.push(text));
  const counter = values.nameOf('messages');
  async function publish(text: string, number: number): Promise<void> {
    stored.set(values.nameOf(KEY), (await values.seal(KEY, text, 1000)) as Buffer);
    stored.set(`${counter}:${number}`, Buffer.from(values.nameOf(KEY)));
    stored.set(counter, Buffer.from(String(number)));
  }
  return { lost, received, publish, counter };
}

test.each(['note', 'value'])('a message whose %s is lost on the way is read with the next look', async (what) => {
  const { lost, received, publish, counter } = await open();
  await publish('first', 1);
  await vi.advanceTimersByTimeAsync(300);
  await publish('second', 2);
  lost.add(what === 'note' ? `${counter}:2` : values.nameOf(KEY));
  await vi.advanceTimersByTimeAsync(300);
  expect(received).toEqual(['first', 'second']);
});
