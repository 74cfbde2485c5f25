/** The places for work of callers that all workers have together: the supervisor counts them, and the workers ask it. */

import type { PlaceOfCaller } from '../lib/place-of-caller.ts';

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
