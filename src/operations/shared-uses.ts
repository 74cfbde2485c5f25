/**
 * Counts what callers use and what they have under way at all workers together: the supervisor counts, and the workers
 * ask it.
 */

import type { PlaceOfCaller } from '../lib/place-of-caller.ts';
import { windowCounts } from '../lib/window-counts.ts';
import type { ToWorker, UseOfCaller } from './worker-messages.ts';

/** How many callers are counted at once, at some 200 bytes each. */
const MOST_CALLERS = 100_000;

/** Returns a function that counts a use and makes the answer to the worker. @param now the steady clock, in milliseconds */
export function usesOfAll(now: () => number): (use: UseOfCaller) => Extract<ToWorker, { kind: 'counted-use' }> {
  const byWindow = new Map<number, ReturnType<typeof windowCounts>>();
  return ({ request, key, windowMs, by }) => {
    const counts = byWindow.get(windowMs) ?? windowCounts({ windowMs, mostCallers: MOST_CALLERS, now });
    byWindow.set(windowMs, counts);
    const { total, resetsAtMs } = counts.add(key, by);
    return { kind: 'counted-use', request, total, leftMs: resetsAtMs - now() };
  };
}

type PlacesOfAll = {
  /** Takes a place for a worker, by its number, if there is one. */
  enter(worker: number, place: PlaceOfCaller): boolean;
  leave(worker: number, place: PlaceOfCaller): void;
  /** Frees the places of a worker that has ended. */
  free(worker: number): void;
};

/** The places that workers have entered. */
export function placesOfAll(): PlacesOfAll {
  let entered: { worker: number; room: string; from: string }[] = [];
  return {
    enter(worker, { room, from, mostInAll, mostPerCaller }) {
      const all = entered.filter((one) => one.room === room);
      const own = all.filter((one) => one.from === from);
      if (all.length >= mostInAll || own.length >= mostPerCaller) return false;
      entered.push({ worker, room, from });
      return true;
    },
    leave(worker, { room, from }) {
      const at = entered.findIndex((one) => one.worker === worker && one.room === room && one.from === from);
      if (at !== -1) entered.splice(at, 1);
    },
    free(worker) {
      entered = entered.filter((one) => one.worker !== worker);
    },
  };
}
