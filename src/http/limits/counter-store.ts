/**
 * Where requests are counted: in memory, which is bounded, and with other instances where there is something to share. Those
 * can only add to what this one has counted: who writes to what is shared cannot take a limit away.
 */

import type { Store } from 'express-rate-limit';
import type { SharedCounters } from '../../shared-cache/shared-counters.ts';
import { windowCounts } from './window-counts.ts';

type CounterStoreOptions = Parameters<typeof windowCounts>[0] & { sharedCounters: SharedCounters | undefined };

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
