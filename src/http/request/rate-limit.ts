/** A limit to how often something may be done within a time: by one address, and by all together. */

import { networkOf } from './network-of.ts';

export type RateLimit = {
  /** Counts one more, or tells how many seconds to wait. IPv6 addresses of one network count as one. */
  take(address: string): { isAllowed: true } | { isAllowed: false; retryAfterSeconds: number };
};

type Options = {
  mostPerAddress: number;
  /** Bounds what is remembered, too. */
  mostInAll: number;
  periodMs: number;
  /** In milliseconds. */
  now: () => number;
};

export function rateLimit({ mostPerAddress, mostInAll, periodMs, now }: Options): RateLimit {
  let taken: { atMs: number; from: string }[] = [];

  return {
    take(address) {
      const nowMs = now();
      taken = taken.filter(({ atMs }) => nowMs - atMs < periodMs);
      const from = networkOf(address);
      const own = taken.filter((one) => one.from === from);
      const blocking = own.length >= mostPerAddress ? own : taken.length >= mostInAll ? taken : [];
      const [oldest] = blocking;
      if (oldest !== undefined) {
        return { isAllowed: false, retryAfterSeconds: Math.max(1, Math.ceil((oldest.atMs + periodMs - nowMs) / 1000)) };
      }
      taken.push({ atMs: nowMs, from });
      return { isAllowed: true };
    },
  };
}
