/**
 * How many searches of other registries are under way at once. The bound sinks while this process is late with its own work,
 * and rises again when it is not: searches that wait for partners cost little, searches that are worked on cost all others.
 */

import { RegistryError } from '../../domain/errors.ts';

export type SearchPlaces = {
  /**
   * @param isLate whether this one has waited so long for its turn that more come than can be begun
   * @throws RegistryError `too-many-searches` then, and when as many are under way as may
   */
  check(isLate?: boolean): void;
  /** Takes a place until it is disposed of. */
  enter(): Disposable;
  /** Called again and again with how late the process is with its work. */
  noteLateness(lateMs: number): void;
  /** Whether it need not know anything until a place is taken. */
  isAtRest(): boolean;
  /** How many are under way, and how many may be. */
  counts(): { underWay: number; allowed: number };
};

/** So many always may: enough to keep a processor busy while partners answer. */
const LEAST = 12;
/** So many may begin together when there was little to do: more would be late before anybody notices. */
const AT_REST = 128;
/** A search passes some turns of the event loop, so it is late by some times that. */
const LATE_MS = 15;
/** However late it is, so much is left of those under way. */
const STEEPEST = 0.1;
const GROW = 1.05;
const RETRY_AFTER_SECONDS = 2;

/**
 * @param most the bound while the process is in time
 * @param onRefused called with every search that is refused
 */
export function searchPlaces(most: number, onRefused: () => void): SearchPlaces {
  const least = Math.min(LEAST, most);
  const atRest = Math.min(AT_REST, most);
  let allowed = atRest;
  let underWay = 0;
  return {
    check(isLate = false) {
      if (!isLate && underWay < allowed) return;
      onRefused();
      throw new RegistryError('too-many-searches', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    },
    enter() {
      let has = true;
      underWay++;
      return {
        [Symbol.dispose]() {
          if (has) underWay--;
          has = false;
        },
      };
    },
    noteLateness(lateMs) {
      if (lateMs > LATE_MS) {
        allowed = Math.max(least, Math.min(allowed, underWay) * Math.max(STEEPEST, LATE_MS / lateMs));
        return;
      }
      const isUsed = underWay > allowed / 2;
      if (isUsed || allowed < atRest) allowed = Math.min(isUsed ? most : atRest, allowed * GROW);
      else allowed = Math.max(atRest, allowed / GROW);
    },
    isAtRest: () => underWay === 0 && allowed === atRest,
    counts: () => ({ underWay, allowed: Math.floor(allowed) }),
  };
}
