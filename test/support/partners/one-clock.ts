/** A clock of the test's own, where it does not matter that there are two. */

import type { Clock } from '../../../src/federation/partner/times.ts';

/** @param now in milliseconds as `Date.now()` */
export function oneClock(now: () => number): Clock {
  return { now, toWall: (steadyMs) => steadyMs, toSteady: (wallMs) => wallMs };
}
