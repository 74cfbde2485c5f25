/** Counts what callers used within a window that begins with their first use, in bounded memory. */

/** `total` is the amount used in the window; `resetsAtMs` is its end, on the steady clock. */
type Counted = { total: number; resetsAtMs: number };

type WindowCounts = {
  /** Adds to the amount and returns the new total. */
  add(key: string, by: number): Counted;
  /** Returns the count of a caller; undefined if nothing was used. */
  of(key: string): Counted | undefined;
  forget(key: string): void;
};

type Options = {
  windowMs: number;
  /** How many callers are counted at once; beyond that, those whose window ends first are dropped. */
  mostCallers: number;
  /** The steady clock, in milliseconds. */
  now: () => number;
};

/** Makes counters in memory. */
export function windowCounts({ windowMs, mostCallers, now }: Options): WindowCounts {
  /** In the order in which the windows end, as all windows have the same length. */
  const counts = new Map<string, Counted>();

  function of(key: string): Counted | undefined {
    const known = counts.get(key);
    return known !== undefined && known.resetsAtMs > now() ? known : undefined;
  }

  function sweep(nowMs: number): void {
    for (const [key, { resetsAtMs }] of counts) {
      if (resetsAtMs > nowMs && counts.size <= mostCallers) return;
      counts.delete(key);
    }
  }

  return {
    add(key, by) {
      const known = of(key);
      if (known !== undefined) {
        known.total += by;
        return known;
      }
      const nowMs = now();
      counts.delete(key);
      const first = { total: by, resetsAtMs: nowMs + windowMs };
      counts.set(key, first);
      sweep(nowMs);
      return first;
    },
    of,
    forget: (key) => void counts.delete(key),
  };
}
