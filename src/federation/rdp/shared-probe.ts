/**
 * A probe of a partner that several questions share: a question that arrived before the probe ended needs none of its
 * own for a while.
 */

/** An older result no longer counts, because a question that yields may have arrived long before. */
const RECENT_MS = 10_000;

export type SharedProbe<Found> = {
  /**
   * Returns the result of the probe under way, or of the last one; undefined if that ended before the question arrived,
   * or too long ago. Resolves with undefined if the probe failed.
   *
   * @param cameMs when the question arrived, as `performance.now()`; undefined: now
   */
  for(cameMs: number | undefined): Promise<Found | undefined> | undefined;
  /** Makes this the probe under way. */
  begin(probing: Promise<Found>): Promise<Found>;
};

export function sharedProbe<Found>(): SharedProbe<Found> {
  let last: { found: Promise<Found | undefined>; endedMs: number } | undefined;
  return {
    for(cameMs = performance.now()) {
      if (last === undefined || cameMs > last.endedMs || performance.now() - last.endedMs > RECENT_MS) return undefined;
      return last.found;
    },
    async begin(probing) {
      const probe = { found: probing.catch(() => undefined), endedMs: Number.POSITIVE_INFINITY };
      last = probe;
      try {
        return await probing;
      } finally {
        probe.endedMs = performance.now();
      }
    },
  };
}
