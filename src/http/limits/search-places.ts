/**
 * How many searches of other registries are under way at once. The bound sinks while this process is late with its work,
 * and rises again when it is not: searches that wait for partners cost little, searches that are worked on cost all others.
 */

import { RegistryError } from '../../domain/errors.ts';

export type SearchPlaces = {
  /** @throws RegistryError `too-many-searches` when as many are under way as may */
  check(): void;
  /** Takes a place until it is disposed of. */
  enter(): Disposable;
  /** Is told, again and again, how late the process is with its work. */
  hear(lateMs: number): void;
  /** How many are under way, and how many may be. */
  counts(): { underWay: number; allowed: number };
};

/** So many always may: enough to keep a processor busy, and no more than it does in a moment. */
const LEAST = 12;
/** A search passes some turns of the event loop, so it is late by some times that. */
const LATE_MS = 15;
/** Of those under way, while the process is late. */
const SHRINK = 0.8;
const GROW = 1.05;
const RETRY_AFTER_SECONDS = 2;

/**
 * @param most the bound while the process is in time
 * @param onRefused told of every search that is refused
 */
export function searchPlaces(most: number, onRefused: () => void): SearchPlaces {
  const least = Math.min(LEAST, most);
  let allowed = most;
  let underWay = 0;
  return {
    check() {
      if (underWay < allowed) return;
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
    hear(lateMs) {
      const wanted = lateMs > LATE_MS ? Math.min(allowed, underWay) * SHRINK : allowed * GROW;
      allowed = Math.min(most, Math.max(least, wanted));
    },
    counts: () => ({ underWay, allowed: Math.floor(allowed) }),
  };
}
