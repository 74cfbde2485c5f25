/** One look at a partner that may serve several questions: whoever came before it had ended needs no other for a while. */

/** What was found longer ago than this says nothing of now: a question that lets others go first may have come long before. */
const RECENT_MS = 10_000;

type SharedLook<Found> = {
  /**
   * What is found by the look that is under way, or was by the last one; undefined where that had ended before the question
   * came, or long ago. Resolves with undefined when it was cut short, which says nothing.
   *
   * @param cameMs when the question came, as `performance.now()`; undefined: now
   */
  for(cameMs: number | undefined): Promise<Found | undefined> | undefined;
  /** Makes this the look that is under way. */
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
