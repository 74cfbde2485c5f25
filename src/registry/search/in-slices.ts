/** Computes values that take long in slices ahead of time, or at once when a request needs them. */

import type { ReadTransaction } from '../store/store.ts';

/** Each slice gets the transaction of its own turn, and must not keep it. */
export type SlicedWork<T> = Generator<undefined, T, ReadTransaction>;

type MadeInSlices<T> = {
  /** Returns the value for the present generation of the data; computes at once what is missing. */
  of(tx: ReadTransaction): T;
  /** Computes one more slice. Returns whether everything is computed. */
  advance(tx: ReadTransaction): boolean;
};

/** Returns the value that `make` computes, once for each generation of the data. */
export function madeInSlices<T>(make: (tx: ReadTransaction) => SlicedWork<T>): MadeInSlices<T> {
  let generation: string | undefined;
  let slices: SlicedWork<T> | undefined;
  let made: { value: T } | undefined;

  function advance(tx: ReadTransaction): boolean {
    const now = tx.generation();
    if (now !== generation) {
      generation = now;
      made = undefined;
      slices = make(tx);
    }
    if (slices === undefined) return true;
    try {
      const { done, value } = slices.next(tx);
      if (done !== true) return false;
      made = { value };
      slices = undefined;
      return true;
    } catch (error) {
      // The next call starts again.
      generation = undefined;
      throw error;
    }
  }

  return {
    advance,
    of(tx) {
      while (!advance(tx));
      return (made as { value: T }).value;
    },
  };
}
