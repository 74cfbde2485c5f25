/** Time that passes at once, by every clock of this process; `Date` is faked already. */

import { vi } from 'vitest';

/** The steady clock never goes back, so it stays ahead. */
export function passTime(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
  const { now } = performance;
  performance.now = () => now.call(performance) + ms;
}
