/** Turns at something of which there is only so much: who waits, who goes first, and who may be how many. */

import { expect, test } from 'vitest';
import { type Limit, limiter, patientPace, type QueueOptions } from '../../src/lib/limiter.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));
const patient = () => ({ pace: patientPace() });

/** Work whose beginnings are noted, and whose ends the test decides. */
function works(limit: Limit) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    enter: (name: string, options?: QueueOptions) =>
      limit(() => {
        begun.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      }, options),
    async end(name: string) {
      ends.get(name)?.();
      await settled();
    },
  };
}

test('who lets others go first has the next slot only when nobody else waits', async () => {
  const { begun, enter, end } = works(limiter(1));
  void enter('first');
  void enter('yields', patient());
  void enter('second');
  void enter('third');
  await settled();
  for (const name of ['first', 'second', 'third']) await end(name);
  expect(begun).toEqual(['first', 'second', 'third', 'yields']);
});

test('no more of those who let others go first are at work than may be, and the next goes on when one has ended', async () => {
  const { begun, enter, end } = works(limiter(4, 2));
  for (const name of ['a', 'b', 'c', 'd']) void enter(name, patient());
  await settled();
  expect(begun).toEqual(['a', 'b']);
  for (const name of ['1', '2', '3']) void enter(name);
  await settled();
  expect(begun).toEqual(['a', 'b', '1', '2']);
  await end('a');
  expect(begun).toEqual(['a', 'b', '1', '2', '3']);
  await end('b');
  expect(begun).toEqual(['a', 'b', '1', '2', '3', 'c']);
});

test('who lets others go first no more has the next slot at once', async () => {
  const { begun, enter } = works(limiter(2, 1));
  const pace = patientPace();
  void enter('a', patient());
  void enter('b', { pace });
  await settled();
  expect(begun).toEqual(['a']);
  pace.hurry();
  await settled();
  expect(begun).toEqual(['a', 'b']);
});

test('who gives up while letting others go first is answered at once, and never begins', async () => {
  const { begun, enter, end } = works(limiter(1));
  void enter('first');
  const leave = new AbortController();
  const given = enter('yields', { ...patient(), signal: leave.signal });
  leave.abort(new Error('gone'));
  await expect(given).rejects.toThrow('gone');
  await settled();
  await end('first');
  expect(begun).toEqual(['first']);
});

test('what has begun goes before all that has not, and still behind others where it lets them go first', async () => {
  const { begun, enter, end } = works(limiter(1));
  void enter('first');
  await settled();
  void enter('yields', patient());
  void enter('yields and has begun', { ...patient(), hasBegun: true });
  void enter('second');
  void enter('has begun', { hasBegun: true });
  await settled();
  for (const name of ['first', 'has begun', 'second', 'yields and has begun']) await end(name);
  expect(begun).toEqual(['first', 'has begun', 'second', 'yields and has begun', 'yields']);
});
