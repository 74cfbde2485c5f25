/** A limit to how often something may be done within a time: by one caller, and by all together. */

export type RateLimit = {
  /** Counts one more, or answers how many seconds to wait. */
  take(address: string): { isAllowed: true } | { isAllowed: false; retryAfterSeconds: number };
};

type Options = {
  /** Whom an address belongs to: addresses of one caller count as one. */
  callerOf: (address: string) => string;
  mostPerCaller: number;
  /** Bounds what is remembered, too. */
  mostInAll: number;
  periodMs: number;
  /** The steady clock, in milliseconds. */
  now: () => number;
};

export function rateLimit({ callerOf, mostPerCaller, mostInAll, periodMs, now }: Options): RateLimit {
  let taken: { atMs: number; from: string }[] = [];

  return {
    take(address) {
      const nowMs = now();
      taken = taken.filter(({ atMs }) => nowMs - atMs < periodMs);
      const from = callerOf(address);
      const own = taken.filter((one) => one.from === from);
      const blocking = own.length >= mostPerCaller ? own : taken.length >= mostInAll ? taken : [];
      const [oldest] = blocking;
      if (oldest !== undefined) {
        return { isAllowed: false, retryAfterSeconds: Math.max(1, Math.ceil((oldest.atMs + periodMs - nowMs) / 1000)) };
      }
      taken.push({ atMs: nowMs, from });
      return { isAllowed: true };
    },
  };
}
