/**
 * Measures how late this process is because of its own work: the processor time of its thread between two samples,
 * minus the time from one sample to the next, smoothed. The delay of a timer would also count work of other programs,
 * and refusing questions would not help against that.
 */

import { processorTimeMs } from '../../lib/slices.ts';

const EVERY_MS = 20;
/** The weight of one sample: a single pause for garbage collection is not lateness yet, several busy turns in a row are. */
const WEIGHT = 0.25;

/**
 * Reports the lateness again and again while `isNeeded`; after that no timer runs until the next `begin`.
 *
 * @param behindMs how much work waits for a later turn: turns are short then, though work piles up
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

/** Returns the lateness after a sample, from the lateness before it and the processor time that the thread used since. */
export function latenessAfter(lateMs: number, workedMs: number): number {
  return lateMs + WEIGHT * (Math.max(0, workedMs - EVERY_MS) - lateMs);
}
