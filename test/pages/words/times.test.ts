/** How long something took, in whole milliseconds or in seconds. */

import { expect, test } from 'vitest';
import { timeTaken, timeWaited } from '../../../src/pages/parts/dates.ts';
import { en } from '../../../src/pages/words/en.ts';

test.each([
  [36.09190100058913, 'in 36 ms', 'at once'],
  [0, 'in 0 ms', 'at once'],
  [1240, 'in 1.2 s', 'in 1.2 s'],
])('%d ms are shown as %s, and to readers as %s', (elapsedMs, taken, waited) => {
  expect([timeTaken(elapsedMs, en), timeWaited(elapsedMs, en)]).toEqual([taken, waited]);
});
