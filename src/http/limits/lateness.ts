/**
 * How late this process is because of its own work, as far as its thread can know: what it has worked between two looks
 * beyond the time from one look to the next, smoothed. A timer's delay would count what other programs do with the
 * processor: then this thread is late as well, but has not worked meanwhile, and refusing questions would mend nothing.
 */

import { processorTimeMs } from '../../lib/slices.ts';

const EVERY_MS = 20;
/** One pause for collecting garbage is no lateness yet; a few turns in a row are. */
const WEIGHT = 0.25;

/**
 * Reports it again and again while `isNeeded`; then until it is needed anew, nothing runs.
 *
 * @param behindMs how much work waits for a later turn: each turn is short then, and work piles up all the same
 */
export function lateness(
  report: (lateMs: number) => void,
  isNeeded: () => boolean,
  behindMs: () => number,
): { begin(): void } {
  let timer: NodeJS.Timeout | undefined;
  let beforeMs = processorTimeMs();
  let lateMs = 0;

  function look(): void {
    const nowMs = processorTimeMs();
    lateMs = latenessAfter(lateMs, nowMs - beforeMs + behindMs());
    beforeMs = nowMs;
    report(lateMs);
    if (isNeeded()) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    begin() {
      if (timer !== undefined) return;
      lateMs = 0;
      beforeMs = processorTimeMs();
      timer = setInterval(look, EVERY_MS).unref();
    },
  };
}

/** The lateness after a look, from that before it and the processor time that the thread has used since. */
export function latenessAfter(lateMs: number, workedMs: number): number {
  return lateMs + WEIGHT * (Math.max(0, workedMs - EVERY_MS) - lateMs);
}
