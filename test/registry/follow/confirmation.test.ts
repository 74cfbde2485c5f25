/** The word of an operator never keeps a withdrawal waiting, and comes in the end. */

import { expect, test } from 'vitest';
import { confirmationReader } from '../../../src/registry/follow/held.ts';

const WORD = new Date('2026-01-01T12:00:00Z');

test('the word of an operator is read as it stands', async () => {
  const read = confirmationReader(async () => WORD);
  expect(await read()).toEqual({ at: WORD });
  expect(await confirmationReader(async () => undefined)()).toEqual({ at: undefined });
});

test('it is unknown where its server refuses, and looked up again the next time', async () => {
  const answers = [Promise.reject(new Error('away')), Promise.resolve(WORD)];
  const read = confirmationReader(() => answers.shift() as Promise<Date>);
  expect(await read()).toBe(undefined);
  expect(await read()).toEqual({ at: WORD });
});

test('it has half a second where its server is silent, is asked for once, and is reported when it comes', async () => {
  const late = Promise.withResolvers<Date>();
  let asked = 0;
  const read = confirmationReader(() => {
    asked += 1;
    return late.promise;
  });
  const beganMs = performance.now();
  expect(await Promise.all([read(), read()])).toEqual([undefined, undefined]);
  expect(performance.now() - beganMs).toBeGreaterThan(490);
  late.resolve(WORD);
  expect(await read()).toEqual({ at: WORD });
  expect(asked).toBe(1);
});
