/** Where requests are counted: with other instances where there is something to share, else in memory, which is bounded. */

import type { Store } from 'express-rate-limit';
import type { SharedCounters } from '../../shared-cache/shared-counters.ts';

type CounterStoreOptions = {
  windowMs: number;
  /** How many callers are remembered; of more, those whose window ends first are forgotten. */
  mostCallers: number;
  sharedCounters: SharedCounters | undefined;
  /** In milliseconds, as `Date.now()`. */
  now: () => number;
};

/** What a caller asked within its window. */
type Counted = { total: number; resetsAtMs: number };

export function counterStore({ windowMs, mostCallers, sharedCounters, now }: CounterStoreOptions): Store {
  /** In the order in which their windows end, as all are of one length. */
  const own = new Map<string, Counted>();

  function forget(nowMs: number): void {
    for (const [key, { resetsAtMs }] of own) {
      if (resetsAtMs > nowMs && own.size <= mostCallers) return;
      own.delete(key);
    }
  }

  function countHere(key: string): Counted {
    const nowMs = now();
    const known = own.get(key);
    if (known !== undefined && known.resetsAtMs > nowMs) {
      known.total++;
      return known;
    }
    own.delete(key);
    const first = { total: 1, resetsAtMs: nowMs + windowMs };
    own.set(key, first);
    forget(nowMs);
    return first;
  }

  return {
    async increment(key) {
      const { total, resetsAtMs } = (await sharedCounters?.increment(key, windowMs)) ?? countHere(key);
      return { totalHits: total, resetTime: new Date(resetsAtMs) };
    },
    decrement(key) {
      const known = own.get(key);
      if (known !== undefined && known.total > 0) known.total--;
    },
    resetKey: (key) => void own.delete(key),
  };
}
