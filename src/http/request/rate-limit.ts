/** Limits how often something may be done within a period: by one caller, and by all together. */

export type RateLimit = {
  /** Counts one use, or returns how many seconds to wait. */
  take(address: string): { isAllowed: true } | { isAllowed: false; retryAfterSeconds: number };
};

type Options = {
  /** Returns the caller of an address; several addresses may have the same one. */
  callerOf: (address: string) => string;
  mostPerCaller: number;
  /** Also bounds the memory. */
  mostInAll: number;
  periodMs: number;
  /** The steady clock, in milliseconds. */
  now: () => number;
};

/** Makes a limit, which counts in the memory of this process. */
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
