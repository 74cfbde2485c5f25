/** What callers used up within a window that begins with their first use, in memory that is bounded. */

/** `total` is what was used within the window, which ends at that moment of the steady clock. */
type Counted = { total: number; resetsAtMs: number };

type WindowCounts = {
  /** Counts so much more, and answers what it is together. */
  add(key: string, by: number): Counted;
  /** Undefined where nothing was used. */
  of(key: string): Counted | undefined;
  forget(key: string): void;
};

type Options = {
  windowMs: number;
  /** How many callers are remembered; of more, those whose window ends first are forgotten. */
  mostCallers: number;
  /** The steady clock, in milliseconds. */
  now: () => number;
};

export function windowCounts({ windowMs, mostCallers, now }: Options): WindowCounts {
  /** In the order in which their windows end, as all are of one length. */
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
