/** Time that passes at once, by every clock of this process; `Date` is faked already. */

import { vi } from 'vitest';

/** The steady clock never goes back, so it stays ahead; later tests in this process may fake the global `performance`. */
export function passTime(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
  const steady = performance;
  const now = steady.now.bind(steady);
  steady.now = () => now() + ms;
}
