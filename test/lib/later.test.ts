/** A value that comes later goes through its steps as through those of a promise, and all of them in one go. */

import { createHook } from 'node:async_hooks';
import { describe, expect, test, vi } from 'vitest';
import { atEnd, later } from '../../src/lib/later.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));
const add = (more: string) => (text: string) => text + more;

/** The same steps for a promise and for such a value. */
const COURSES: [string, (source: PromiseLike<string>) => PromiseLike<unknown>][] = [
  ['values', (source) => source.then(add('b')).then(add('c'))],
  ['a step that takes longer', (source) => source.then(async (text) => `${text}b`).then(add('c'))],
  ['a step that hands it to another such value', (source) => source.then((text) => later(Promise.resolve(text)))],
  ['an error in a step, handled behind others', (source) => source.then(thrown).then(add('b')).then(add('c'), String)],
  ['an error in a step that takes longer', (source) => source.then(async () => thrown()).then(add('b'), String)],
  ['an error that is thrown again', (source) => source.then(thrown).then(undefined, thrown).then(add('b'), String)],
  ['an error that nobody handles', (source) => source.then(thrown).then(add('b'))],
  ['no step', (source) => source],
  ['no step for what came', (source) => source.then(null, String)],
];

function thrown(): never {
  throw new Error('broken');
}

async function outcomeOf(value: PromiseLike<unknown>) {
  try {
    return { value: await value };
  } catch (error) {
    return { error: String(error) };
  }
}

describe.each(COURSES)('%s', (_, course) => {
  test.each([() => Promise.resolve('a'), () => Promise.reject(new Error('gone'))])(
    'end as of a promise (%#)',
    async (source) => {
      expect(await outcomeOf(course(later(source())))).toEqual(await outcomeOf(course(source())));
    },
  );
});

test('a step that is added when the value has long come is done, too', async () => {
  const value = later(Promise.resolve('a')).then(add('b'));
  await settled();
  expect(await value.then(add('c'))).toBe('abc');
});

test('is handed on once: who would share it is refused', async () => {
  const value = later(Promise.resolve('a'));
  expect(await value.then(add('b'))).toBe('ab');
  expect(() => value.then(add('c'))).toThrow('handed on once');
  const given = later(Promise.resolve('a')).then(() => value);
  expect(await outcomeOf(given)).toEqual({ error: 'Error: A value that comes later is handed on once.' });
});

test('ten steps make no promise of their own', async () => {
  let promises = 0;
  const hook = createHook({
    init(_, type) {
      if (type === 'PROMISE') promises++;
    },
  });
  const { promise, resolve } = Promise.withResolvers<string>();
  let value: PromiseLike<string> = later(promise);
  const seen: string[] = [];
  hook.enable();
  for (let step = 0; step < 10; step++) value = value.then(add('b'));
  value.then((text) => seen.push(text));
  resolve('a');
  hook.disable();
  await settled();
  expect(promises).toBe(0);
  expect(seen).toEqual(['abbbbbbbbbb']);
});

test('an error that nobody handles is seen as of any promise', async () => {
  const seen: unknown[] = [];
  const listeners = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (error) => seen.push(String(error)));
  later(Promise.resolve('a')).then(thrown).then(add('b'));
  await settled();
  process.removeAllListeners('unhandledRejection');
  for (const listener of listeners) process.on('unhandledRejection', listener);
  expect(seen).toEqual(['Error: broken']);
});

test.each([thrown, async () => thrown()])('what fails at once ends as what fails later (%#)', async (begin) => {
  const end = vi.fn();
  expect(await outcomeOf(atEnd<string>(begin, end))).toEqual({ error: 'Error: broken' });
  expect(end).toHaveBeenCalledOnce();
});
