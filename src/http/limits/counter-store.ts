/**
 * Counts requests in bounded memory, and together with other instances if there is a shared cache. Shared counts can
 * only raise the count of this instance: a program that writes to the shared cache cannot lift a limit.
 */

import type { Store } from 'express-rate-limit';
import type { SharedCounters } from '../../shared-cache/shared-counters.ts';
import { windowCounts } from './window-counts.ts';

type CounterStoreOptions = Parameters<typeof windowCounts>[0] & { sharedCounters: SharedCounters | undefined };

/** Makes the store that express-rate-limit counts in. */
export function counterStore({ sharedCounters, ...window }: CounterStoreOptions): Store {
  const own = windowCounts(window);
  return {
    async increment(key) {
      const here = { ...own.add(key, 1) };
      const shared = await sharedCounters?.increment(key, window.windowMs, 1);
      const { total, resetsAtMs } = shared !== undefined && shared.total > here.total ? shared : here;
      return { totalHits: total, resetTime: new Date(Date.now() + resetsAtMs - window.now()) };
    },
    decrement(key) {
      const known = own.of(key);
      if (known !== undefined && known.total > 0) known.total--;
    },
    resetKey: own.forget,
  };
}
