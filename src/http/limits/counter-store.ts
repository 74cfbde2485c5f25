/**
 * Counts requests in bounded memory, and together with other processes and instances where they share counters. Shared
 * counts can only raise the count of this process: a program that writes to a shared cache cannot lift a limit.
 */

import type { Store } from 'express-rate-limit';
import { windowCounts } from '../../lib/window-counts.ts';
import type { SharedCounters } from '../../shared-cache/shared-counters.ts';

type CounterStoreOptions = Parameters<typeof windowCounts>[0] & {
  sharedCounters: SharedCounters | undefined;
  /** How many uses of a caller are taken from the shared counter at once; by default each on its own. */
  atOnce?: (key: string) => number;
};

type Counted = { total: number; resetsAtMs: number };
/** Uses that this process took from the shared counter and gives to requests, from `next` to `last`. */
type Taken = { next: number; last: number; resetsAtMs: number };

/** Makes the store that express-rate-limit counts in. */
export function counterStore({ sharedCounters, atOnce = () => 1, ...window }: CounterStoreOptions): Store {
  const own = windowCounts(window);
  /** By the counts of callers, with which they are forgotten. */
  const taken = new WeakMap<Counted, Taken>();
  const underWay = new WeakMap<Counted, Promise<Counted | undefined>>();

  /** Takes uses, gives the first of them to the caller of this function, and keeps the others. */
  async function take(key: string, here: Counted, uses: number): Promise<Counted | undefined> {
    const shared = await sharedCounters?.increment(key, window.windowMs, uses);
    if (shared === undefined) return undefined;
    const { total: last, resetsAtMs } = shared;
    const first = last - uses + 1;
    taken.set(here, { next: first + 1, last, resetsAtMs });
    return { total: first, resetsAtMs };
  }

  /** Returns the number of this use among those of all; every use has its own, so no more than a limit are below it. */
  async function numberInAll(key: string, here: Counted): Promise<Counted | undefined> {
    const uses = atOnce(key);
    if (uses === 1) return take(key, here, uses);
    for (;;) {
      const kept = taken.get(here);
      if (kept !== undefined && kept.next <= kept.last && kept.resetsAtMs > window.now()) {
        return { total: kept.next++, resetsAtMs: kept.resetsAtMs };
      }
      const others = underWay.get(here);
      if (others === undefined) {
        const mine = take(key, here, uses);
        underWay.set(here, mine);
        return mine.finally(() => underWay.delete(here));
      }
      if ((await others) === undefined) return undefined;
    }
  }

  return {
    async increment(key) {
      const counted = own.add(key, 1);
      const here = { ...counted };
      const shared = sharedCounters && (await numberInAll(key, counted));
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
