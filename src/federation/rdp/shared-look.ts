/** A look at a partner that several questions share: a question that arrived before the look ended needs no look of its own for a while. */

/** An older result no longer counts, because a question that yields may have arrived long before. */
const RECENT_MS = 10_000;

type SharedLook<Found> = {
  /**
   * Returns the result of the look under way, or of the last one; undefined if that ended before the question arrived,
   * or too long ago. Resolves with undefined if the look failed.
   *
   * @param cameMs when the question arrived, as `performance.now()`; undefined: now
   */
  for(cameMs: number | undefined): Promise<Found | undefined> | undefined;
  /** Makes this the look under way. */
  begin(looking: Promise<Found>): Promise<Found>;
};

export function sharedLook<Found>(): SharedLook<Found> {
  let last: { found: Promise<Found | undefined>; endedMs: number } | undefined;
  return {
    for(cameMs = performance.now()) {
      if (last === undefined || cameMs > last.endedMs || performance.now() - last.endedMs > RECENT_MS) return undefined;
      return last.found;
    },
    async begin(looking) {
      const look = { found: looking.catch(() => undefined), endedMs: Number.POSITIVE_INFINITY };
      last = look;
      try {
        return await looking;
      } finally {
        look.endedMs = performance.now();
      }
    },
  };
}
