/** Counters that several instances of one registry share, so that a caller is counted once for all of them. */

export type SharedCounters = {
  /**
   * Counts one more under this key within a window of time that began with the first; undefined while nobody shares.
   *
   * @returns what was counted in the window, this one too, and when the window ends, by `Date.now()`
   */
  increment(key: string, windowMs: number): Promise<{ total: number; resetsAtMs: number } | undefined>;
};
