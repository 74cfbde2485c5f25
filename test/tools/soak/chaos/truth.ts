/** What is true at which moment: who was public, and who could not be asked. Times are in milliseconds since 1970. */

/** Somebody withdrew or came back: somewhen within this span, for certain only before and after it. */
export type Change = { isPublic: boolean; begunMs: number; doneMs: number };

/** A time in which something was away; it is still away while `untilMs` is infinite. */
export type Absence = { fromMs: number; untilMs: number };

/** Whether an answer that was put together somewhen from then till then may name somebody with these changes. */
export function mayBeNamed(changes: readonly Change[], fromMs: number, toMs: number): boolean {
  let publicSince: number | undefined = Number.NEGATIVE_INFINITY;
  for (const { isPublic, begunMs, doneMs } of changes) {
    if (isPublic) publicSince ??= begunMs;
    else if (publicSince !== undefined) {
      if (publicSince <= toMs && doneMs >= fromMs) return true;
      publicSince = undefined;
    }
  }
  return publicSince !== undefined && publicSince <= toMs;
}

/** Whether somebody was public without a doubt all the time from then till then. */
export function isSurelyPublic(changes: readonly Change[], fromMs: number, toMs: number): boolean {
  let isSure = true;
  for (const { isPublic, begunMs, doneMs } of changes) {
    if (begunMs > toMs) break;
    // What ended before the span leaves its result behind; what touches it leaves a doubt.
    isSure = isPublic && doneMs < fromMs;
  }
  return isSure;
}

/**
 * The oldest moment whose data may still be answered at that time: the promise before it, or before as much
 * time without an absence as the promise is long.
 */
export function oldestAllowed(atMs: number, promiseMs: number, absences: readonly Absence[]): number {
  let endMs = atMs;
  for (const { fromMs, untilMs } of absences.toSorted((a, b) => b.untilMs - a.untilMs)) {
    if (fromMs >= endMs || untilMs <= endMs - promiseMs) continue;
    endMs = Math.min(endMs, fromMs);
  }
  return endMs - promiseMs;
}

/** Whether it was away from then till then and for a margin on both sides. */
export function wasAway(absences: readonly Absence[], fromMs: number, toMs: number, marginMs: number): boolean {
  return absences.some((one) => one.fromMs + marginMs <= fromMs && toMs <= one.untilMs - marginMs);
}

/** Whether it was away at any time within the span. */
export function wasTroubled(absences: readonly Absence[], fromMs: number, toMs: number): boolean {
  return absences.some((one) => one.fromMs <= toMs && one.untilMs >= fromMs);
}
