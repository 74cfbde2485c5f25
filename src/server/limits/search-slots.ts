/** How many searches of other registries are in flight at once: fewer while this process is late because of its own work. */

import { RegistryError } from '../../domain/errors.ts';
import { semaphore } from '../../lib/semaphore.ts';
import { processorTimeMs } from '../../lib/slices.ts';

// The semaphore of searches. Its capacity falls while this process is late with its own work, and rises again
// afterwards. Searches that wait for partners cost little, and searches under work slow down all others.

type SearchSlots = {
  /**
   * Checks that one more search may begin.
   *
   * @param caller undefined: it counts for no caller
   * @throws RegistryError `too-many-searches` if all slots are taken, or all slots of the caller
   */
  check(caller?: string): void;
  /** Takes a slot, which is free again when it is disposed of. */
  enter(caller?: string): Disposable;
  /** Called periodically with how late the process is with its work. */
  noteLateness(lateMs: number): void;
  /** Whether the capacity needs no measurements until a slot is taken. */
  isAtRest(): boolean;
  /** How many searches are in flight, and how many may be. */
  counts(): { underWay: number; allowed: number };
};

/** The capacity never falls below this: enough to keep a processor busy while partners answer. */
const LEAST = 12;
/** The capacity after a quiet time: if more searches began together, all would be late before the first measurement. */
const AT_REST = 128;
/** What one caller may have of it. */
const CALLER_SHARE = 1 / 2;
/** The lateness at which the capacity falls. A search passes several turns of the event loop, so it is late by several times this. */
const LATE_MS = 15;
/** One measurement lowers the capacity to no less than this share of the searches in flight. */
const STEEPEST = 0.1;
const GROW = 1.05;
const RETRY_AFTER_SECONDS = 2;

/**
 * @param most the capacity while the process is in time
 * @param onRefused called with every search that is refused
 */
export function searchSlots(most: number, onRefused: () => void): SearchSlots {
  const least = Math.min(LEAST, most);
  const atRest = Math.min(AT_REST, most);
  let allowed = atRest;
  const slots = semaphore({ capacity: () => Math.floor(allowed), share: CALLER_SHARE });
  return {
    check(caller) {
      if (slots.hasRoom(caller, 1)) return;
      onRefused();
      throw new RegistryError('too-many-searches', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    },
    enter: (caller) => slots.take(caller, 1),
    noteLateness(lateMs) {
      const underWay = slots.weight();
      if (lateMs > LATE_MS) {
        allowed = Math.max(least, Math.min(allowed, underWay) * Math.max(STEEPEST, LATE_MS / lateMs));
        return;
      }
      // One caller alone may use it, too.
      const isUsed = underWay >= Math.floor(allowed * CALLER_SHARE);
      if (isUsed || allowed < atRest) allowed = Math.min(isUsed ? most : atRest, allowed * GROW);
      else allowed = Math.max(atRest, allowed / GROW);
    },
    isAtRest: () => slots.weight() === 0 && allowed === atRest,
    counts: () => ({ underWay: slots.weight(), allowed: Math.floor(allowed) }),
  };
}

// Measures how late this process is because of its own work. That is the processor time of its thread between two
// samples, minus the time between them, smoothed. The delay of a timer would also count work of other programs, which
// no refusal would reduce.

const EVERY_MS = 20;
/** The weight of one sample: a single pause for garbage collection is not lateness yet, several busy turns in a row are. */
const WEIGHT = 0.25;

/**
 * Reports the lateness again and again while `isNeeded`. After that no timer runs until the next `begin`.
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
