/** What is opened at its first use. */

import { expect, test } from 'vitest';
import { openedOnce } from '../../src/lib/opened-once.ts';

test('it is opened once, for those who come together and those who come later', async () => {
  let opened = 0;
  const open = openedOnce(async () => ++opened);
  expect(await Promise.all([open(), open()])).toEqual([1, 1]);
  expect(await open()).toBe(1);
});

test('what failed is tried again by whoever comes next', async () => {
  let tries = 0;
  const open = openedOnce(async () => {
    if (++tries === 1) throw new Error('EMFILE: too many open files');
    return 'open';
  });
  expect(await Promise.allSettled([open(), open()])).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  expect(await open()).toBe('open');
  expect(tries).toBe(2);
});
