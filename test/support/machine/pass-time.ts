/** Time that passes at once, by every clock of this process; `Date` is faked already. */

import { vi } from 'vitest';

let aheadMs = 0;

/** The steady clock never goes back, so it stays ahead; later tests in this process may fake the global `performance`. */
export function passTime(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
  if (aheadMs === 0) beAhead(performance);
  aheadMs += ms;
}

/** Once in a process: a clock over a clock over a clock takes a microsecond to read. */
function beAhead(steady: Performance): void {
  const now = steady.now.bind(steady);
  steady.now = () => now() + aheadMs;
}
